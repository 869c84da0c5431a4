import DirectoryModel
import DirectorySync
import Foundation
import ScreenFixtures
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
        #expect(refused.complaint.contains("Course 2: The Id 1 belongs to another course."))
        #expect(try await server(["courses", "list"]).complaint.contains("does not exist"))
        // When it is corrected, then it is loaded and listed
        let right = try folder.file(
            "right.csv", "Id,Code,Name,Program\n1,IPC144,Thinking,CPA\n2,ULI101,The Shell,CPA\n")
        let loaded = try await server(["courses", "load", right.path])
        #expect(loaded.status == 0 && loaded.output == "2 courses loaded: 2 new, 0 changed, 0 removed.\n")
        #expect(
            try await server(["courses", "list"]).output
                == "1\tCPA\t\tIPC144\tThinking\t\n2\tCPA\t\tULI101\tThe Shell\t\n")
        for none in ["/nowhere.csv", folder.url.path] {
            let missing = try await server(["courses", "load", none])
            #expect(missing.status == 1 && missing.complaint.contains("could not be read"))
        }
    }

    @Test func aRoleIsChanged() async throws {
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        #expect(try await server(["user", "add", "ab12"]).status == 0)
        let changed = try await server(["user", "role", "AB12", "professor"])
        #expect(changed.status == 0 && changed.output == "The role of the account ab12 is now professor.\n")
        #expect(try await server(["user", "list"]).output.hasPrefix("ab12\tprofessor\t"))
        #expect(try await server(["user", "role", "cd34", "ta"]).status == 1)
        #expect(try await server(["user", "role", "ab12", "king"]).status == 64)
    }

    /// A server that runs remembers passwords, and hears at once of a change by another program.
    @Test func anOldPasswordIsRefusedByAServerThatRuns() async throws {
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        let old = try await server(["user", "add", "ab12"]).output.split(separator: "\n").last.map(String.init)
        let database = folder.url.appending(path: "server.sqlite").path
        let arguments = ["serve", "--port", "0", "--database", database]
        try await RealProgram("duke-directory-server", arguments).whileItRuns { message in
            let address = try ServerAddress(message.split(separator: " ").last.map(String.init) ?? "")
            func client(_ password: String?) -> Client {
                Client(server: address, credentials: Credentials(netid: "ab12", password: password ?? ""))
            }
            // Given a password that was used
            _ = try await client(old).create(DukePerson(DUID: 7, netid: "ab12", role: .Student).record)
            for _ in 0..<3 { #expect(try await client(old).entry("ab12", of: .people) != nil) }
            // When the command line makes a new one, then only that is right
            let new = try await server(["user", "reset", "ab12"]).output.split(separator: "\n").last.map(String.init)
            await #expect(throws: SyncError.self) { try await client(old).entry("ab12", of: .people) }
            #expect(try await client(new).entry("ab12", of: .people) != nil)
        }
    }
}
