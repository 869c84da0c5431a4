import Foundation

/// A PostgreSQL server for tests, which has only a socket and ends with this process, even where that is killed.
public final class PostgresCluster: Sendable {
    /// Why there is not one.
    public enum Failure: Error {
        case notInstalled
        case notStarted(String)
    }

    /// The address of its database, as libpq reads it.
    public let address: String
    /// The folder of its socket.
    let folder: String
    // The server ends when this is closed.
    private let input = Pipe()
    private let program = Process()
    private let answers: FileHandle

    /// True where PostgreSQL's programs are installed.
    public static let isInstalled: Bool = {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
        let folders = path.split(separator: ":").map(String.init) + versions.map { "/usr/lib/postgresql/\($0)/bin" }
        return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/initdb") }
    }()

    /// The server that the tests of this process share, started when it is first used.
    public static let shared = Result { try PostgresCluster() }

    /// Starts a server and waits until it answers.
    /// - Throws: `Failure`.
    public init(options: [String] = []) throws {
        guard Self.isInstalled else { throw Failure.notInstalled }
        // The path of a socket may have 107 bytes.
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
        (program.standardInput, program.standardOutput) = (input, output)
        try program.run()
        answers = output.fileHandleForReading
        try awaitAnswer()
    }

    /// Stops the server as its administrator does, and waits until it has stopped.
    /// - Throws: `Failure`.
    public func stop() throws { try order("stop") }

    /// Starts the server again, and waits until it answers.
    /// - Throws: `Failure`.
    public func start() throws { try order("start") }

    /// Stops and starts the server.
    /// - Throws: `Failure`.
    public func restart() throws { try order("restart") }

    /// Stops all processes of the server where they are, so that it does not answer.
    /// - Throws: `Failure`.
    public func freeze() throws { try order("freeze") }

    /// Lets them go on.
    /// - Throws: `Failure`.
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
