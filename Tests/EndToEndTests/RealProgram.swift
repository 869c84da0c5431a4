import DirectoryStore
import DirectorySync
import Foundation

/// One of the project's programs, started as people start it, from the folder the tests were built in.
final class RealProgram: Sendable {
    /// How a program ended and what it said.
    struct Ran: Sendable {
        let status: Int32
        let output: String
        let complaint: String
        let seconds: Double
    }

    private let process = Process()
    private let folder = Folder()
    private let lines: AsyncStream<String>

    init(_ name: String, _ arguments: [String], environment: [String: String] = [:]) throws {
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().appending(path: name)
        process.arguments = arguments
        process.environment = ["HOME": folder.url.path].merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        let output = Pipe()
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        self.lines = lines
        output.fileHandleForReading.readabilityHandler = { handle in
            let data = handle.availableData
            if data.isEmpty {
                handle.readabilityHandler = nil
                continuation.finish()
            } else {
                continuation.yield(String(decoding: data, as: UTF8.self))
            }
        }
        process.standardOutput = output
        try Data().write(to: complaints)
        process.standardError = try FileHandle(forWritingTo: complaints)
    }

    private var complaints: URL { folder.url.appending(path: "complaints") }

    /// Runs it to its end, or kills it after so many seconds.
    func run(killedAfter seconds: Double? = nil) async throws -> Ran {
        let started = ContinuousClock.now
        let ended = try start()
        if let seconds {
            DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [process] in
                if process.isRunning { kill(process.processIdentifier, SIGKILL) }
            }
        }
        var output = ""
        for await piece in lines { output += piece }
        for await _ in ended { break }
        return Ran(
            status: process.terminationStatus, output: output,
            complaint: try String(contentsOf: complaints, encoding: .utf8),
            seconds: (ContinuousClock.now - started) / .seconds(1))
    }

    private func start() throws -> AsyncStream<Void> {
        let (ended, continuation) = AsyncStream.makeStream(of: Void.self)
        process.terminationHandler = { _ in continuation.finish() }
        try process.run()
        return ended
    }

    /// Starts it, waits for the first thing it says, and ends it when `body` is done.
    static func with<T>(
        _ program: RealProgram, isolation: isolated (any Actor)? = #isolation, _ body: (String) async throws -> T
    ) async throws -> T {
        let ended = try program.start()
        var said = ""
        for await piece in program.lines {
            said += piece
            if said.contains("\n") { break }
        }
        do {
            let result = try await body(said)
            program.process.terminate()
            for await _ in ended { break }
            return result
        } catch {
            program.process.terminate()
            throw error
        }
    }
}

/// The real class server on a free port, with a sample class of `count` people and `demo`/`demo`.
func withClassServer(
    people count: Int = 150, isolation: isolated (any Actor)? = #isolation,
    _ body: (ServerAddress) async throws -> Void
) async throws {
    let server = try RealProgram(
        "duke-directory-server", ["--sample", "--people", "\(count)", "--port", "0"])
    try await RealProgram.with(server) { said in
        let address = said.split(whereSeparator: \.isWhitespace).last.map(String.init) ?? ""
        try await body(try ServerAddress(address))
    }
}

let demo = Credentials(netid: "demo", password: "demo")
