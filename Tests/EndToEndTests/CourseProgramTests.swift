import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import ScreenFixtures
import Testing
import TypedStore

/// Courses are fetched of each program that the server names, and of none are lost unasked.
struct CourseProgramTests {
    let folder = Folder()

    @Test func ofSeveralListsAllArriveOrNone() async throws {
        let store = try Store(sandbox: folder.url)
        let course = RawServer.answer(#"[{"Id":1,"Code":"IPC144","Program":"CPA"}]"#)
        let missing = RawServer.answer([], status: "404 Not Found")
        try await RawServer.with(answers: [missing, course, missing, missing, course]) { server in
            let name = try server.address
            let list = store[.courses].repository { Client(server: name, credentials: nil) }
            let problem = await problem { () async throws(SyncError) in _ = try await list.refresh() }
            #expect(problem == .failed(server: "\(name)", status: 404))
            #expect(try store[.courses].count() == 0)
            let summary = try await list.refresh()
            #expect(summary.text == "1 new")
            let paths = server.heard.map { $0.split(separator: " ")[1] }
            #expect(
                paths == [
                    "/api/courses", "/api/courses/in/cpa", "/api/courses/in/bsd", "/api/courses", "/api/courses/in/cpa",
                    "/api/courses/in/bsd",
                ])
        }
    }

    @Test func theServerNamesTheProgramsToFetch() async throws {
        let store = try Store(sandbox: folder.url)
        func courses(_ number: Int, program: String) -> [UInt8] {
            RawServer.answer(#"[{"Id":\#(number),"Code":"IPC144","Program":"\#(program)"}]"#)
        }
        let names = RawServer.answer(#"["c++","dad"]"#)
        let one = RawServer.answer(#"["CPA","dad"]"#)
        let empty = RawServer.answer("[]")
        let answers = [
            names, empty, empty, courses(1, program: "C++"), courses(2, program: "DAD"), one, empty, empty,
            courses(3, program: "DAD"), one, empty, empty, courses(1, program: "DAD"),
        ]
        try await RawServer.with(answers: answers) { server in
            let name = try server.address
            let list = store[.courses].repository { Client(server: name, credentials: nil) }
            #expect(try await list.refresh().text == "2 new")
            #expect(
                server.heard.map { $0.split(separator: " ")[1] }
                    == ["", "/in/cpa", "/in/bsd", "/in/c%2B%2B", "/in/dad"].map { "/api/courses" + $0 })
            // What the server names no more is not removed unasked
            let summary = try await list.refresh()
            #expect(summary.preservedCount == 1)
            #expect(try store.whole(Course.self) { _ in true }.map(\.id) == [1, 3])
            // And a course that moved to another program is there
            #expect(try await list.refresh().preservedCount == 0)
            #expect(try store.whole(Course.self) { _ in true }.map { "\($0.id) \($0.program)" } == ["1 DAD"])
        }
    }

    @Test func emptyResponseDoesNotDeleteCourses() async throws {
        let store = try Store(sandbox: folder.url)
        let course = RawServer.answer(#"[{"Id":1,"Code":"IPC144","Program":"CPA"}]"#)
        let empty = RawServer.answer("[]")
        try await RawServer.with(answers: [empty, empty, empty, empty, course, empty, empty, empty, empty]) { server in
            let name = try server.address
            let list = store[.courses].repository { Client(server: name, credentials: nil) }
            // Where nothing is here, an empty list is what there is
            var summary = try await list.refresh()
            #expect(summary.text == "no changes")
            summary = try await list.refresh()
            #expect(summary.text == "1 new")
            let problem = await problem { () async throws(SyncError) in _ = try await list.refresh() }
            #expect(problem == .emptyListSent(server: "\(name)", many: "courses"))
            #expect(try store[.courses].count() == 1)
        }
    }

    @Test func theCoursesOfOneProgramAreNotWipedByItsEmptyAnswer() async throws {
        let store = try Store(sandbox: folder.url)
        func courses(_ numbers: Int..., program: String) -> [UInt8] {
            let list = numbers.map { #"{"Id":\#($0),"Code":"IPC14\#($0)","Program":"\#(program)"}"# }
            return RawServer.answer(Array("[\(list.joined(separator: ","))]".utf8))
        }
        let (empty, cpa, bsd) = (
            RawServer.answer("[]"), courses(1, 2, program: "CPA"), courses(3, program: "BSD")
        )
        try await RawServer.with(answers: [
            empty, cpa, bsd, empty, courses(2, program: "CPA"), empty, empty, empty, bsd,
        ]) { server in
            let name = try server.address
            let list = store[.courses].repository { Client(server: name, credentials: nil) }
            func keys() throws -> [Int] { try store.whole(Course.self) { _ in true }.map(\.id) }
            _ = try await list.refresh()
            // When one program's list is empty, then its courses stay, and the other's are as they are there
            var summary = try await list.refresh()
            #expect(try summary.text == "1 removed" && summary.preservedCount == 1 && keys() == [2, 3])
            summary = try await list.refresh()
            #expect(try summary.text == "no changes" && summary.preservedCount == 1 && keys() == [2, 3])
            #expect(
                summary.preservedMessage(of: Course.collection)
                    == "Part of the server’s list was empty, so 1 course was kept.")
            // And they go where somebody says so
            #expect(try await list.deleteMissing(summary.preservedKeys) == 1)
            #expect(try keys() == [3])
            #expect(try await list.deleteMissing(summary.preservedKeys) == 0)
        }
    }
}
