import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import Testing
import TypedStore

/// Courses are fetched of each program that the server names, and of none are lost unasked.
struct CourseProgramTests {
    private let folder = Folder()
    private static let missing = RawServer.answer([], status: "404 Not Found")
    private static let empty = RawServer.answer("[]")

    private static func courses(_ numbers: Int..., of program: String) -> [UInt8] {
        let list = numbers.map { #"{"Id":\#($0),"Code":"IPC14\#($0)","Program":"\#(program)"}"# }
        return RawServer.answer("[\(list.joined(separator: ","))]")
    }

    private func withCourses(
        _ answers: [[UInt8]], _ body: (RecordRepository, RawServer) async throws -> Void
    ) async throws {
        try await Store(sandbox: folder.url)[.courses].withRepository(answers, body)
    }

    private func stored(_ list: RecordRepository) throws -> [String] {
        try list.collection.store.whole(Course.self) { _ in true }.map { "\($0.id) \($0.program)" }
    }

    @Test func ofSeveralListsAllArriveOrNone() async throws {
        let course = Self.courses(1, of: "CPA")
        try await withCourses([Self.missing, course, Self.missing, Self.missing, course]) { list, server in
            await #expect(throws: SyncError.failed(server: server.name, status: 404)) { try await list.refresh() }
            #expect(try stored(list).isEmpty)
            let summary = try await list.refresh()
            #expect(summary.text == "1 new")
            let paths = ["/api/courses", "/api/courses/in/cpa", "/api/courses/in/bsd"]
            #expect(server.heard.map { $0.split(separator: " ")[1] } == (paths + paths).map { $0[...] })
        }
    }

    @Test func theServerNamesTheProgramsToFetch() async throws {
        let (empty, one) = (Self.empty, RawServer.answer(#"["CPA","dad"]"#))
        try await withCourses([
            RawServer.answer(#"["c++","dad"]"#), empty, empty, Self.courses(1, of: "C++"), Self.courses(2, of: "DAD"),
            one, empty, empty, Self.courses(3, of: "DAD"), one, empty, empty, Self.courses(1, of: "DAD"),
        ]) { list, server in
            let first = try await list.refresh()
            #expect(first.text == "2 new")
            #expect(
                server.heard.map { $0.split(separator: " ")[1] }
                    == ["", "/in/cpa", "/in/bsd", "/in/c%2B%2B", "/in/dad"].map { "/api/courses" + $0 })
            // What the server names no more is not removed unasked
            #expect(try await list.refresh().preservedCount == 1)
            #expect(try stored(list) == ["1 C++", "3 DAD"])
            // And a course that moved to another program is there
            #expect(try await list.refresh().preservedCount == 0)
            #expect(try stored(list) == ["1 DAD"])
        }
    }

    @Test func emptyAnswerDoesNotDeleteCourses() async throws {
        let empty = Self.empty
        try await withCourses([empty, empty, empty, empty, Self.courses(1, of: "CPA"), empty]) { list, server in
            // Where nothing is here, an empty list is what there is
            let first = try await list.refresh()
            #expect(first.text == "no changes")
            #expect(try await list.refresh().text == "1 new")
            let problem = await problem { () async throws(SyncError) in _ = try await list.refresh() }
            #expect(problem == .emptyListSent(server: server.name, many: "courses"))
            #expect(try stored(list) == ["1 CPA"])
        }
    }

    @Test func emptyAnswerForOneProgramDoesNotDeleteItsCourses() async throws {
        let (empty, bsd) = (Self.empty, Self.courses(3, of: "BSD"))
        try await withCourses([
            empty, Self.courses(1, 2, of: "CPA"), bsd, empty, Self.courses(2, of: "CPA"), empty, empty, empty, bsd,
        ]) { list, _ in
            _ = try await list.refresh()
            // When one program's list is empty, then its courses stay, and the other's are as they are there
            var summary = try await list.refresh()
            #expect(summary.text == "1 removed" && summary.preservedCount == 1)
            #expect(try stored(list) == ["2 CPA", "3 BSD"])
            summary = try await list.refresh()
            #expect(summary.text == "no changes" && summary.preservedCount == 1)
            #expect(try stored(list) == ["2 CPA", "3 BSD"])
            #expect(
                summary.preservedMessage(of: Course.collection)
                    == "Part of the server’s list was empty, so 1 course was kept.")
            // And they go where somebody says so
            #expect(try await list.deleteMissing(summary.preservedKeys) == 1)
            #expect(try stored(list) == ["3 BSD"])
            #expect(try await list.deleteMissing(summary.preservedKeys) == 0)
        }
    }
}
