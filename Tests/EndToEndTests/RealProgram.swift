import DirectorySync
import Foundation
import Glibc
import Subprocess
import SystemPackage
import Testing
import TypedStore

/// Tests of `dukedir` on a folder of their own.
protocol CommandSuite {
    var folder: Folder { get }
    /// The environment of every command.
    var environment: [String: String] { get }
}

extension CommandSuite {
    var environment: [String: String] { [:] }

    @discardableResult
    func run(_ arguments: String..., environment more: [String: String] = [:]) async throws -> RealProgram.Ran {
        try await run(arguments, environment: more)
    }

    func run(_ arguments: [String], environment more: [String: String] = [:]) async throws -> RealProgram.Ran {
        try await RealProgram(
            "dukedir", ["--sandbox", folder.url.path] + arguments, environment: environment.merging(more) { $1 }
        ).run()
    }
}

/// One of the project's programs, started as people start it, from the folder the tests were built in; or another one,
/// by its whole path.
struct RealProgram {
    /// How a program ended and what it said.
    struct Ran {
        /// The exit code; the signal's number below zero where one ended it.
        let status: Int
        let output: String
        let complaint: String
        let seconds: Double
    }

    private let configuration: Configuration
    private let home = Folder()

    init(_ name: String, _ arguments: [String], environment: [String: String] = [:]) throws {
        try FileManager.default.createDirectory(at: home.url, withIntermediateDirectories: true)
        var all: [Environment.Key: String] = ["HOME": home.url.path]
        // How a program that watches itself is to do that.
        for name in ["ASAN_OPTIONS", "TSAN_OPTIONS"] {
            all[.init(stringLiteral: name)] = ProcessInfo.processInfo.environment[name]
        }
        for (key, value) in environment { all[.init(stringLiteral: key)] = value }
        configuration = Configuration(
            executable: .path(FilePath(name.hasPrefix("/") ? name : Self.path(of: name))), arguments: .init(arguments),
            environment: .custom(all))
    }

    /// Where a program of the project is: in the folder the tests were built in.
    static func path(of name: String) -> String {
        URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().appending(path: name).path
    }

    /// Runs it to its end, or kills it after so many seconds.
    func run(killedAfter seconds: Double? = nil) async throws -> Ran {
        guard let seconds else { return try await run(by: .kill, at: nil) }
        return try await run(by: .kill) { _ in await moment(after: seconds) }
    }

    /// Runs it until `isTime`, and interrupts it then as Ctrl-C does it, unless it ended before.
    func run(interruptedWhen isTime: @escaping @Sendable () -> Bool) async throws -> Ran {
        try await run(by: .interrupt) { process in
            var status = siginfo_t()
            while waitid(P_PID, id_t(process), &status, WEXITED | WNOHANG | WNOWAIT) == 0, status.si_signo == 0,
                !isTime()
            {
                await moment(after: 0.0005)
            }
        }
    }

    /// Runs it to its end with `input` as its standard input.
    func run(reading input: String) async throws -> Ran {
        try await run(input: .string(input), by: .kill, at: nil)
    }

    private func run(
        input: some InputProtocol = .none, by signal: Signal, at moment: (@Sendable (pid_t) async -> Void)?
    ) async throws -> Ran {
        let started = ContinuousClock.now
        let ran = try await Subprocess.run(
            configuration, input: input, output: .string(limit: 10_000_000), error: .string(limit: 10_000_000)
        ) { execution in
            guard let moment else { return }
            await moment(execution.processIdentifier.value)
            // It may have ended by itself before.
            try? execution.send(signal: signal)
        }
        // Complaints of GLib and GTK, for whoever started the tests: Scripts/headless.sh looks for them.
        for line in ran.standardError.split(separator: "\n") where line.contains(" **: ") { print(line) }
        let status =
            switch ran.terminationStatus {
            case .exited(let code): Int(code)
            case .signaled(let signal): -Int(signal)
            }
        return Ran(
            status: status, output: ran.standardOutput, complaint: ran.standardError,
            seconds: (ContinuousClock.now - started) / .seconds(1))
    }

    /// Starts it, hands the first line it says to `body`, and ends it when that is done.
    func whileItRuns(isolation: isolated (any Actor)? = #isolation, _ body: (String) async throws -> Void) async throws
    {
        _ = try await run { message, _ in try await body(message) }
    }

    /// Starts a server, hands its address to `body`, and ends it when that is done.
    func whileItServes(
        isolation: isolated (any Actor)? = #isolation, _ body: (ServerAddress) async throws -> Void
    ) async throws {
        try await whileItRuns { try await body(try ServerAddress(Self.address(in: $0))) }
    }

    /// The address at the end of what a server says first.
    static func address(in message: String) -> String { message.split(separator: " ").last.map(String.init) ?? "" }

    /// Starts it, hands the first line it says and a way to send it signals to `body`, and ends it when that is done.
    /// - Returns: how it ended, and what it complained of.
    func run(
        isolation: isolated (any Actor)? = #isolation,
        _ body: (String, (Signal) throws -> Void) async throws -> Void
    ) async throws -> (status: TerminationStatus, complaint: String) {
        let outcome = try await Subprocess.run(
            configuration, input: .none, output: .sequence, error: .string(limit: 10_000_000)
        ) { execution in
            var result = Result<Void, any Error>.success(())
            do {
                for try await line in execution.standardOutput.strings() {
                    try await body(line) { try execution.send(signal: $0) }
                    break
                }
            } catch {
                result = .failure(error)
            }
            try? execution.send(signal: .terminate)
            return result
        }
        try outcome.closureResult.get()
        return (outcome.terminationStatus, outcome.standardError)
    }

    /// The moment to kill at.
    private func moment(after seconds: Double) async {
        await withCheckedContinuation { next in
            DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { next.resume() }
        }
    }
}

/// The real class server on a free port, with a sample class of `count` people and `demo`/`demo`, and the database that
/// is current.
func withClassServer(
    people count: Int = 150, options more: [String] = [], isolation: isolated (any Actor)? = #isolation,
    _ body: (ServerAddress) async throws -> Void
) async throws {
    try await ServerDatabase.current.withOptions { options in
        let server = try RealProgram(
            "duke-directory-server", ["--sample", "--people", "\(count)", "--port", "0"] + more + options)
        try await server.whileItServes(body)
    }
}

let demo = Credentials(netid: "demo", password: "demo")
