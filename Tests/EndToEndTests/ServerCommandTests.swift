import DirectoryModel
import DirectorySync
import Foundation
import Testing
import TypedStore

/// Tests of `duke-directory-server` with a database in a folder of their own.
protocol ServerSuite {
    var folder: Folder { get }
}

extension ServerSuite {
    /// A file in the folder, which exists then.
    func path(_ name: String) -> String {
        try? FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        return folder.url.appending(path: name).path
    }

    /// Runs a command to its end.
    @discardableResult
    func server(_ arguments: String...) async throws -> RealProgram.Ran {
        try await RealProgram("duke-directory-server", arguments + ["--database", path("server.sqlite")]).run()
    }

    /// A server that can be started, on a free port.
    func serving(_ arguments: String...) throws -> RealProgram {
        try RealProgram(
            "duke-directory-server", ["serve", "--port", "0", "--database", path("server.sqlite")] + arguments)
    }

    /// Makes an account.
    /// - Returns: its password.
    func addAccount(_ netid: String) async throws -> String {
        let added = try await server("user", "add", netid)
        return try #require(added.output.split(separator: "\n").last.map(String.init))
    }
}

/// What whoever runs the class server types.
struct ServerCommandTests: ServerSuite {
    let folder = Folder()

    @Test func coursesAreLoadedWholeOrNotAtAll() async throws {
        // Given a table with one fault, then it is named and nothing is loaded
        let wrong = try folder.file(
            "wrong.csv", "Id,Code,Name,Program\n1,IPC144,Thinking,CPA\n1,ULI101,The Shell,CPA\n")
        let refused = try await server("courses", "load", wrong.path)
        #expect(refused.status == 1)
        #expect(refused.complaint.contains("Course 2: The Id 1 belongs to another course."))
        #expect(try await server("courses", "list").complaint.contains("does not exist"))
        // When it is corrected, then it is loaded and listed
        let right = try folder.file(
            "right.csv", "Id,Code,Name,Program\n1,IPC144,Thinking,CPA\n2,ULI101,The Shell,CPA\n")
        let loaded = try await server("courses", "load", right.path)
        #expect(loaded.status == 0 && loaded.output == "2 courses loaded: 2 new, 0 changed, 0 removed.\n")
        #expect(
            try await server("courses", "list").output
                == "1\tCPA\t\tIPC144\tThinking\t\n2\tCPA\t\tULI101\tThe Shell\t\n")
        for none in ["/nowhere.csv", folder.url.path] {
            let missing = try await server("courses", "load", none)
            #expect(missing.status == 1 && missing.complaint.contains("could not be read"))
        }
    }

    /// A server that runs remembers passwords, and hears at once of a change by another program.
    @Test func anOldPasswordIsRefusedByAServerThatRuns() async throws {
        let old = try await addAccount("ab12")
        try await serving().whileItServes { address in
            func client(_ password: String?) -> Client {
                Client(server: address, credentials: Credentials(netid: "ab12", password: password ?? ""))
            }
            // Given a password that was used
            _ = try await client(old).create(DukePerson(DUID: 7, netid: "ab12", role: .Student).record)
            for _ in 0..<3 { #expect(try await client(old).entry("ab12", of: .people) != nil) }
            // When the command line makes a new one, then only that is right
            let new = try await server("user", "reset", "ab12").output.split(separator: "\n").last.map(String.init)
            await #expect(throws: SyncError.self) { try await client(old).entry("ab12", of: .people) }
            #expect(try await client(new).entry("ab12", of: .people) != nil)
        }
    }

    @Test func accountsAreImportedChangedAndDisabled() async throws {
        let table = try folder.file("class.csv", "NetID,Role\nab12,ta\ncd34,\n")
        // Given accounts from a table, whose passwords only their file has
        let imported = try await server("user", "import", table.path, "--output", path("passwords"))
        #expect(imported.status == 0 && imported.output.isEmpty)
        #expect(
            imported.complaint == "The database \(path("server.sqlite")) is new.\n2 accounts were created.\n")
        let lines = try String(contentsOfFile: path("passwords"), encoding: .utf8).split(separator: "\n")
        #expect(lines.map { $0.split(separator: "\t").first } == ["ab12", "cd34"])
        let attributes = try FileManager.default.attributesOfItem(atPath: path("passwords"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let again = try await server("user", "import", table.path, "--output", path("passwords"))
        #expect(again.status == 1 && again.complaint.contains("already exists"))
        // Where everyone has an account, or the database cannot be used, no file is left
        let none = try await server("user", "import", table.path, "--output", path("other"))
        #expect(none.status == 0 && !FileManager.default.fileExists(atPath: path("other")))
        let unusable = ["--database", "\(path("none"))/server.sqlite", "--output", path("other")]
        let failed = try await RealProgram("duke-directory-server", ["user", "import", table.path] + unusable).run()
        #expect(failed.status == 1 && !FileManager.default.fileExists(atPath: path("other")))
        // Then they are disabled and enabled
        #expect(try await server("user", "disable", "AB12").output == "The account ab12 is disabled.\n")
        #expect(try await server("user", "list").output.contains(#/ab12\tta\t\S+\tdisabled\n/#))
        #expect(try await server("user", "link", "ab12").status == 1)
        #expect(try await server("user", "enable", "ab12").status == 0)
        // And get another role, links, and app passwords
        let changed = try await server("user", "role", "AB12", "professor")
        #expect(changed.output == "The role of the account ab12 is now professor.\n")
        #expect(try await server("user", "list").output.hasPrefix("ab12\tprofessor\t"))
        #expect(try await server("user", "role", "ef56", "ta").status == 1)
        #expect(try await server("user", "role", "ab12", "king").status == 64)
        let link = try await server("user", "link", "ab12", "--address", "https://class.example/")
        #expect(link.output.contains(#/\nhttps://class\.example/password/ab12/[a-z0-9-]{29}\n$/#))
        let password = try await server("user", "app-password", "ab12", "phone")
        #expect(password.status == 0 && password.output.split(separator: "\n").last?.count == 24)
        #expect(try await server("user", "app-password", "ab12").output.hasPrefix("phone\t"))
        #expect(try await server("user", "app-password", "ab12", "phone", "--revoke").status == 0)
        #expect(try await server("user", "app-password", "ab12").output.isEmpty)
        #expect(try await server("user", "app-password", "ab12", "--revoke").status == 64)
    }
}
