import DirectoryModel
import DirectorySync
import Foundation
import Subprocess
import TemporaryPostgres
import Testing
import TypedStore

/// What whoever runs the class server types about its database.
struct ServerDatabaseTests: ServerSuite {
    let folder = Folder()

    private func run(_ arguments: [String], environment: [String: String] = [:]) async throws -> RealProgram.Ran {
        try await RealProgram("duke-directory-server", arguments, environment: environment).run()
    }

    @Test func aRunningServerIsBackedUpAndRestored() async throws {
        let password = try await addAccount("ab12")
        try await serving().whileItServes { address in
            let client = Client(server: address, credentials: Credentials(netid: "ab12", password: password))
            // Given a backup that was made before somebody published
            #expect(try await server("backup", path("backup")).status == 0)
            _ = try await client.create(DukePerson(DUID: 7, netid: "ab12", role: .Student).record)
            #expect(try await client.entry("ab12", of: .people) != nil)
            // When it is restored, then the running server answers what it has
            let restored = try await server("restore", path("backup"))
            #expect(restored.status == 0 && restored.output.hasPrefix("Everything was replaced"))
            // And what was there is kept beside it
            #expect(restored.output.contains("entries: 0, list items: 0, accounts: 1.\nThe previous content is in"))
            #expect(restored.output.hasSuffix("entries: 1, list items: 0, accounts: 1.\n"))
            let beside = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
            #expect(beside.contains { $0.hasPrefix("server.sqlite.before-restore-") })
            #expect(try await client.entry("ab12", of: .people) == nil)
            _ = try await client.create(DukePerson(DUID: 8, netid: "ab12", role: .Student).record)
        }
        // And a backup is only for whoever made it
        let attributes = try FileManager.default.attributesOfItem(atPath: path("backup"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test(arguments: [["backup", "BACKUP"], ["user", "reset", "ab12"], ["courses", "list"]])
    func aDatabaseThatDoesNotExistIsNotMade(text: [String]) async throws {
        try await server("user", "add", "ab12")
        let arguments = text.map { $0 == "BACKUP" ? path("backup") : $0 }
        let data = path("data")
        let wrong = try await run(arguments + ["--database", path("sever.sqlite")])
        #expect(wrong.status == 1 && wrong.complaint.contains("sever.sqlite does not exist"))
        let usual = try await run(arguments, environment: ["XDG_DATA_HOME": data])
        #expect(usual.status == 1 && usual.complaint.contains("server.sqlite does not exist"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() == ["server.sqlite"])
    }

    @Test func aMissingOrDamagedDatabaseIsRestored() async throws {
        let (database, backup) = (path("server.sqlite"), path("backup"))
        try await server("user", "add", "ab12")
        try await server("backup", backup)
        let accounts = try await server("user", "list").output
        // Given a database that is damaged, then commands say what to do
        try Data("GEHEIM".utf8).write(to: URL(filePath: database))
        let refused = try await server("user", "list")
        #expect(
            refused.complaint == "The database \(database) is damaged. Replace it with a backup, with “restore FILE”.\n"
        )
        // When it is restored, then it is what it was, and the damaged one is beside it
        let restored = try await server("restore", backup)
        #expect(restored.status == 0 && restored.output.contains("The database was damaged. It is now in \(database)."))
        #expect(try await server("user", "list").output == accounts)
        // A backup can be restored where no server ever was, too
        let data = path("data")
        let new = try await run(["restore", backup], environment: ["XDG_DATA_HOME": data])
        #expect(new.status == 0 && new.output.hasSuffix("/duke-directory-server/server.sqlite is new.\n"))
    }

    @Test func passwordThatCannotBePrintedIsNotSet() async throws {
        let file = path("server.sqlite")
        try await server("user", "add", "ab12")
        let before = try await server("user", "list").output
        try Data("NetID\nab12\ncd34\nef56\n".utf8).write(to: URL(filePath: path("class.csv")))
        // Given an output that cannot be written, then no changes are made
        for text in [["add", "w2"], ["reset", "ab12"], ["import", path("class.csv")]] {
            let refused = try await complaint(withFullOutput: ["user"] + text + ["--database", file])
            #expect(refused.contains("could not be written, so no changes were made: No space left on device."))
            #expect(try await server("user", "list").output == before)
        }
        // And a list that cannot be written is an error
        let list = try await complaint(withFullOutput: ["user", "list", "--database", file])
        #expect(list == "Could not write the output.\n")
        // Where it can be written, those that exist are named
        let made = try await server("user", "import", path("class.csv"))
        #expect(made.status == 0 && made.output.split(separator: "\n").count == 2)
        #expect(made.complaint == "2 accounts were created. 1 already exists: ab12.\n")
        let again = try await server("user", "import", path("class.csv"))
        #expect(again.complaint == "0 accounts were created. 3 already exist: ab12, cd34, ef56.\n")
    }

    /// What it complains of where the standard output is full; it must fail.
    private func complaint(withFullOutput arguments: [String]) async throws -> String {
        let program = RealProgram.path(of: "duke-directory-server")
        let ran = try await RealProgram(
            "/bin/sh", ["-c", "exec \"$@\" >/dev/full", "sh", program] + arguments
        ).run()
        #expect(ran.status == 1)
        return ran.complaint
    }

    @Test func aDatabaseOfAnotherUserIsNamedWithItsOwner() async throws {
        let file = path("server.sqlite")
        try await server("user", "add", "ab12")
        let program = RealProgram.path(of: "duke-directory-server")
        // Nobody else may read the file; who runs the tests as root becomes someone else.
        let isRoot = geteuid() == 0
        let prefix =
            isRoot
            ? "chmod 755 \"$1\"; chown daemon \"$1\" \"$2\"; exec setpriv --reuid 65534 --regid 65534 --clear-groups"
            : "chmod 0 \"$2\"; exec"
        for command in ["user list", "user add cd34", "serve --port 0", "backup /tmp/none"] {
            let script = "\(prefix) \"$3\" \(command) --database \"$2\""
            let ran = try await RealProgram("/bin/sh", ["-c", script, "sh", folder.url.path, file, program]).run()
            #expect(ran.status == 1)
            let recovery = isRoot ? "Run the command as the user daemon" : "Check the permissions"
            #expect(ran.complaint.hasPrefix("You do not have permission to use the database \(file)."), "\(command)")
            #expect(ran.complaint.contains(recovery), "\(ran.complaint)")
        }
    }

    @Test func aSampleServerPrintsItsAccountAndNeedsAnEmptyDatabase() async throws {
        let program = try RealProgram("duke-directory-server", ["--sample", "--people", "9", "--port", "0"])
        try await program.whileItRuns { line in
            #expect(line.hasPrefix("Sign in as demo with the password demo. Listening on http://127.0.0.1:"))
        }
        try await server("user", "add", "ab12")
        let refused = try await server("serve", "--sample", "--port", "0")
        #expect(refused.status == 1 && refused.complaint.contains("the sample class was not added to it"))
        #expect(try await !server("user", "list").output.contains("demo"))
    }

    /// "DIR" is the folder.
    @Test(arguments: [
        (["serve", "--port", "-1"], 64, "--port must be from 0 to 65535."),
        (["--sample", "--tls-key", "DIR/key.pem"], 64, "--tls-key together"),
        (["--sample", "--metrics-address", "9090"], 64, "--metrics-address"),
        (
            ["user", "link", "ab12", "--address", "directory.example.edu"], 64,
            "--address must start with https:// or http://."
        ),
        (["user", "list", "--database", "postgresql://ada:secret@localhost/class"], 1, "contains a password"),
        (["user", "list", "--database", "host=DIR dbname=class"], 1, "host=DIR dbname=class could not be reached: "),
        (["user", "list", "--database", "host=DIR dbname=class"], 1, "Check that PostgreSQL is running"),
        (["copy", "--from", "DIR/none.sqlite", "--to", "DIR/other.sqlite"], 1, "does not exist"),
        (["copy", "--from", "DIR/none.sqlite"], 64, "--to"),
        (["user", "list", "--database", ""], 1, "Use a file, or an address"),
        (["user", "add", "ab12", "--database", ""], 1, "Use a file, or an address"),
        (["restore", "DIR/none", "--database", ""], 1, "Use a file, or an address"),
    ])
    func wrongOptionsAreExplained(arguments: [String], status: Int, sentence: String) async throws {
        func named(_ text: String) -> String { text.replacing("DIR", with: folder.url.path) }
        let ran = try await run(arguments.map(named))
        #expect(ran.status == status && ran.output.isEmpty, "\(ran.complaint)")
        #expect(ran.complaint.contains(named(sentence)) && !ran.complaint.contains("secret"), "\(ran.complaint)")
    }

    @Test(.enabled(if: PostgresCluster.isInstalled, "PostgreSQL is not installed"), .timeLimit(.minutes(2)))
    func aServerEndsThoughItsDatabaseHangs() async throws {
        let cluster = try PostgresCluster()
        let program = try RealProgram(
            "duke-directory-server", ["--sample", "--people", "30", "--port", "0", "--database", cluster.address])
        let ended = try await program.run { message, signal in
            let address = RealProgram.address(in: message)
            #expect(try await Self.status(of: "\(address)/health") == 200)
            // When the database does not answer, then the server says so
            try cluster.freeze()
            async let waiting = Self.status(of: "\(address)/todos")
            #expect(try await Self.status(of: "\(address)/health") == 503)
            // And a request that waits for it does not keep the server from ending, which is no success
            try signal(.terminate)
            #expect(try await waiting != 200)
        }
        try cluster.thaw()
        let isCut = ended.complaint.contains("The server stopped before all requests finished.")
        #expect(ended.status == .exited(isCut ? 1 : 0))
    }

    @Test(.enabled(if: PostgresCluster.isInstalled, "PostgreSQL is not installed"))
    func aLostDatabaseIsLoggedOnceAndWhenItIsBack() async throws {
        let cluster = try PostgresCluster()
        let program = try RealProgram(
            "duke-directory-server",
            ["--sample", "--people", "30", "--port", "0", "--log-level", "notice", "--database", cluster.address])
        let ended = try await program.run { message, _ in
            let url = "\(RealProgram.address(in: message))/health"
            try cluster.stop()
            for _ in 0..<3 { #expect(try await Self.status(of: url) == 503) }
            try cluster.start()
            while try await Self.status(of: url) != 200 {}
        }
        let lines = ended.complaint.split(separator: "\n")
        let lost = lines.filter { $0.contains("warning: The database cannot be reached: connection to server") }
        #expect(lost.count == 1 && lost.allSatisfy { !$0.contains("\t") && !$0.contains("?") && $0.hasSuffix(".") })
        #expect(lines.count { $0.hasSuffix("notice: The database can be reached again.") } == 1)
    }

    /// The status that a server answers with, or 0 where it does not answer.
    private static func status(of address: String) async throws -> Int? {
        let arguments = ["-s", "-o", "/dev/null", "-w", "%{http_code}", address]
        return Int(try await RealProgram("/usr/bin/curl", arguments).run().output)
    }

    @Test(arguments: ServerDatabase.allCases.filter { $0 == .sqlite || PostgresCluster.isInstalled })
    func aCopyWarnsOfAServer(database: ServerDatabase) async throws {
        let cluster = database == .sqlite ? nil : try PostgresCluster()
        let (source, warning) = (cluster?.address ?? path("server.sqlite"), "Another program uses ")
        _ = try await run(["user", "add", "ab12", "--database", source])
        let quiet = try await run(["copy", "--from", source, "--to", path("one.sqlite")])
        // A connection of PostgreSQL may last a little longer than its program
        #expect(quiet.status == 0 && (quiet.complaint.isEmpty || database == .postgres))
        // No name is one that SQLite takes for a file that is deleted when it is closed
        let unnamed = try await run(["copy", "--from", source, "--to", ""])
        #expect(unnamed.status == 1 && unnamed.output.isEmpty)
        #expect(unnamed.complaint.contains("Use a file, or an address"))
        try await RealProgram("duke-directory-server", ["--port", "0", "--database", source]).whileItRuns { _ in
            let warned = try await run(["copy", "--from", source, "--to", path("two.sqlite")])
            #expect(warned.status == 0 && warned.complaint.hasPrefix("\(warning)\(source)."))
        }
    }

    @Test(.enabled(if: PostgresCluster.isInstalled, "PostgreSQL is not installed"))
    func aClassMovesToPostgresAndBack() async throws {
        let cluster = try PostgresCluster()
        let (file, back) = (path("server.sqlite"), path("back.sqlite"))
        try await server("user", "add", "ab12")
        let message = "Copied and compared (entries: 0, list items: 0, accounts: 1).\n"
        #expect(try await run(["copy", "--from", file, "--to", cluster.address]).output == message)
        let accounts = try await run(["user", "list", "--database", cluster.address])
        #expect(accounts.output.hasPrefix("ab12\tstudent\t"))
        #expect(try await run(["copy", "--from", cluster.address, "--to", back]).output == message)
        #expect(try await run(["user", "list", "--database", back]).output == accounts.output)
        // A database that is not empty, and one that is not a file, are refused
        let full = try await run(["copy", "--from", file, "--to", cluster.address])
        #expect(full.status == 1 && full.complaint.contains("not empty"))
        let backup = try await run(["backup", path("backup"), "--database", cluster.address])
        #expect(backup.status == 1 && backup.complaint.contains("pg_dump"))
    }
}
