import Foundation

/// A PostgreSQL server for tests, reachable by a Unix socket. It ends with this process, even if that is killed.
public final class PostgresCluster: Sendable {
    /// Why the server is not available.
    public enum Failure: Error {
        case notInstalled
        case notStarted(String)
    }

    /// The libpq address of its database.
    public let address: String
    let folder: String
    // Closing it ends the server.
    private let input = Pipe()
    private let program = Process()
    private let answers: FileHandle

    /// Whether PostgreSQL is installed.
    public static let isInstalled: Bool = {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
        let folders = path.split(separator: ":").map(String.init) + versions.map { "/usr/lib/postgresql/\($0)/bin" }
        return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/initdb") }
    }()

    /// The server shared by the tests of this process, started on first use.
    public static let shared = Result { try PostgresCluster() }

    /// Starts a server and waits until it responds. Throws `Failure`.
    public init(options: [String] = []) throws {
        guard Self.isInstalled else { throw Failure.notInstalled }
        // Paths of sockets are limited to 107 bytes.
        let usual = FileManager.default.temporaryDirectory
        let parent = usual.path.utf8.count > 60 ? URL(filePath: "/tmp") : usual
        let folder = parent.appending(path: "postgres-\(UUID().uuidString.prefix(8))")
        self.folder = folder.path
        address = "host=\(folder.path) user=postgres dbname=postgres"
        let output = Pipe()
        for end in [input.fileHandleForWriting, output.fileHandleForReading] {
            _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC)
        }
        program.executableURL = URL(filePath: "/usr/bin/setsid")
        program.arguments = [Self.script.path, folder.path] + options
        program.standardInput = input
        program.standardOutput = output
        try program.run()
        answers = output.fileHandleForReading
        try awaitAnswer()
    }

    /// Stops the server in an orderly way. Throws `Failure`.
    public func stop() throws { try order("stop") }

    /// Starts the server again and waits until it responds. Throws `Failure`.
    public func start() throws { try order("start") }

    /// Restarts the server. Throws `Failure`.
    public func restart() throws { try order("restart") }

    /// Suspends all processes of the server. Throws `Failure`.
    public func freeze() throws { try order("freeze") }

    /// Resumes the processes. Throws `Failure`.
    public func thaw() throws { try order("thaw") }

    private func order(_ word: String) throws {
        input.fileHandleForWriting.write(Data("\(word)\n".utf8))
        try awaitAnswer()
    }

    private func awaitAnswer() throws {
        let answer = String(decoding: answers.availableData, as: UTF8.self)
        guard answer == "ready\n" else { throw Failure.notStarted(answer) }
    }

    private static let script = URL(filePath: #filePath)
        .appending(path: "../../../../Scripts/postgres.sh").standardized
}
