import Foundation
import Testing

/// What whoever runs the class server types.
struct ServerCommandTests {
    private let folder = Folder()

    private func server(_ arguments: [String]) async throws -> RealProgram.Ran {
        let database = folder.url.appending(path: "server.sqlite").path
        return try await RealProgram("duke-directory-server", arguments + ["--database", database]).run()
    }

    @Test func coursesAreLoadedWholeOrNotAtAll() async throws {
        // Given a table with one fault, then it is named and nothing is loaded
        let wrong = try folder.file(
            "wrong.csv", "Id,Code,Name,Program\n1,IPC144,Thinking,CPA\n1,ULI101,The Shell,CPA\n")
        let refused = try await server(["courses", "load", wrong.path])
        #expect(refused.status == 1)
        #expect(refused.complaint.contains("Course 2: The number 1 is another course's."))
        #expect(try await server(["courses", "list"]).output.hasPrefix("There are no courses yet."))
        // When it is corrected, then it is loaded and listed
        let right = try folder.file(
            "right.csv", "Id,Code,Name,Program\n1,IPC144,Thinking,CPA\n2,ULI101,The Shell,CPA\n")
        let loaded = try await server(["courses", "load", right.path])
        #expect(loaded.status == 0 && loaded.output == "2 courses loaded: 2 new, 0 changed, 0 removed.\n")
        #expect(
            try await server(["courses", "list"]).output
                == "1\tCPA\t0\tIPC144\tThinking\t\n2\tCPA\t0\tULI101\tThe Shell\t\n")
        for none in ["/nowhere.csv", folder.url.path] {
            let missing = try await server(["courses", "load", none])
            #expect(missing.status == 1 && missing.complaint.contains("cannot be read"))
        }
    }

    @Test func aRoleIsChanged() async throws {
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        #expect(try await server(["user", "add", "ab12"]).status == 0)
        let changed = try await server(["user", "role", "AB12", "professor"])
        #expect(changed.status == 0 && changed.output == "The role of the account ab12 is professor now.\n")
        #expect(try await server(["user", "list"]).output.hasPrefix("ab12\tprofessor\t"))
        #expect(try await server(["user", "role", "cd34", "ta"]).status == 1)
        #expect(try await server(["user", "role", "ab12", "king"]).status == 64)
    }
}
