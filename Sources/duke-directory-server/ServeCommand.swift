import ArgumentParser
import DirectoryServer
import Dispatch
import Foundation
import Glibc
import Language
import Logging
import SampleData
import Synchronization

/// `duke-directory-server serve`, which is also the default command.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: translated("Run the server."))

    @Option(help: .init(translated("Address to listen on."))) var host = "127.0.0.1"
    @Option(parsing: .unconditional, help: .init(translated("Port to listen on; 0 for any free port.")))
    var port = 8080
    @OptionGroup var file: DatabaseOptions
    @Flag(
        help: .init(
            translated("Serve a sample class and the account demo with the password demo, on this computer only.")))
    var sample = false
    @Option(
        help: .init(translated("Number of people in the sample class, without to-dos (default: 150, with to-dos).")))
    var people: Int?
    @Option(help: .init(translated("Size in bytes of each of its pictures."))) var pictureBytes: Int?
    @Flag(help: .init(translated("Let everyone read without a password."))) var openRead = false
    @OptionGroup var network: NetworkOptions
    @OptionGroup var log: LogOptions

    func validate() throws {
        guard (0...65_535).contains(port) else {
            throw ValidationError(translated("--port must be from 0 to 65535."))
        }
        guard sample || (people == nil && pictureBytes == nil) else {
            throw ValidationError(translated("--people and --picture-bytes require --sample."))
        }
        guard (0...1_000_000).contains(people ?? 0) else {
            throw ValidationError(translated("--people must be from 0 to 1000000."))
        }
        guard (1...3_000_000).contains(pictureBytes ?? 1) else {
            throw ValidationError(translated("--picture-bytes must be from 1 to 3000000."))
        }
    }

    func run() async throws {
        try await explaining {
            let folder = try sample && file.database == nil ? TemporaryFolder() : nil
            defer { folder?.remove() }
            let (writer, notifier) = (LogWriter(descriptor: STDERR_FILENO), ServiceNotifier())
            let log = ServerLog(format: log.log, level: log.logLevel) { writer.write($0) }
            let stop = StopSignals {
                notifier.notify("STOPPING=1")
            } onHang: {
                log.write(translated("The server stopped before all requests finished."), level: .warning)
                folder?.remove()
                writer.finish()
            }
            FreeMemory.prepare()
            await stop.run { try await serve(in: folder, log, notifier, stop) }
            writer.finish()
            try stop.result()
        }
    }

    private func serve(
        in folder: TemporaryFolder?, _ log: ServerLog, _ notifier: ServiceNotifier, _ stop: StopSignals
    ) async throws {
        var options = ClassServer.Options(host: host, port: port, isReadingOpen: openRead, stopsOnSignals: true)
        try network.apply(to: &options)
        if sample, options.isOpen { throw options.demoRefusal }
        let repository =
            try folder.map { try DatabaseOptions.repository(at: $0.file("sample.sqlite")) } ?? file.repository()
        options.folder = repository.folder
        options.log = log
        options.limits.fitToSystem()
        if sample {
            try await SampleClass.refuseOther(repository)
            // A class of another size is for measurements.
            try await SampleClass(count: people ?? 150, pictureBytes: pictureBytes)
                .fill(repository, withToDos: people == nil)
        }
        if let warning = options.identity?.warning { log.write(warning, level: .warning) }
        if options.isInClear, options.isBehindProxy {
            log.write(translated("Passwords are sent unencrypted between the proxy and this server."), level: .warning)
        }
        // A terminal that is closed ends its server; anywhere else the signal means to reload.
        let isReloadable = options.identity != nil || notifier.isListening || isatty(STDIN_FILENO) == 0
        let hangUp = isReloadable ? HangUpSignal(identity: options.identity, log: log, notifier: notifier) : nil
        defer { hangUp?.cancel() }
        let shown = "\(options.identity == nil ? "http" : "https")://\(host.contains(":") ? "[\(host)]" : host)"
        try await ClassServer(repository: repository, options: options).run { port in
            stop.serverListens()
            let address = "\(shown):\(port)"
            FileHandle.standardOutput.write(Data("\(translated("Listening on \(address)"))\n".utf8))
            notifier.notify("READY=1")
        }
        await repository.settle()
    }
}

/// Ends the work on SIGTERM and SIGINT: at once before the server listens; after that the server finishes its answers
/// by itself, for at most ten seconds. What hangs then, as a database that does not answer, ends with the process.
final class StopSignals: Sendable {
    private struct State {
        var task: Task<Void, any Error>?
        var isListening = false
        var wasStopped = false
        var outcome: Result<Void, any Error> = .success(())
    }

    /// After how many seconds running answers are cut off.
    private static let timeout = 9.0
    /// How many seconds the rest may take after that.
    private static let rest = 0.9
    private let state = Mutex(State())
    private let onStop: @Sendable () -> Void
    private let onHang: @Sendable () -> Void

    /// - Parameters:
    ///   - onStop: called when a signal came.
    ///   - onHang: called where the work did not end in time, before the process ends.
    init(onStop: @escaping @Sendable () -> Void, onHang: @escaping @Sendable () -> Void) {
        (self.onStop, self.onHang) = (onStop, onHang)
    }

    /// Runs `work` until it ends or a signal ends it.
    func run(_ work: @escaping @Sendable () async throws -> Void) async {
        let task = Task { try await work() }
        state.withLock { $0.task = task }
        let sources = [SIGTERM, SIGINT].map(watch)
        let outcome = await task.result
        state.withLock { $0.outcome = outcome }
        for source in sources { source.cancel() }
    }

    /// Reports that the server listens.
    func serverListens() { state.withLock { $0.isListening = true } }

    /// - Throws: the error of the work, unless a signal ended it.
    func result() throws {
        let (wasStopped, outcome) = state.withLock { ($0.wasStopped, $0.outcome) }
        if !wasStopped { try outcome.get() }
    }

    private func watch(_ number: Int32) -> any DispatchSourceSignal {
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler { [weak self] in self?.stop() }
        source.resume()
        return source
    }

    private func stop() {
        onStop()
        let isListening = state.withLock {
            $0.wasStopped = true
            return $0.isListening
        }
        let timeout = isListening ? Self.timeout : 0
        DispatchQueue.global().asyncAfter(deadline: .now() + timeout) { [weak self] in
            self?.state.withLock { $0.task?.cancel() }
        }
        let onHang = onHang
        // A thread, because those of queues may be what hangs.
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: timeout + Self.rest)
            onHang()
            _exit(EXIT_SUCCESS)
        }
    }
}

/// Reads the certificate again on SIGHUP, if the server uses one; if that fails, the one before stays in use.
final class HangUpSignal {
    private let source: any DispatchSourceSignal

    init(identity: TLSIdentity?, log: ServerLog, notifier: ServiceNotifier) {
        signal(SIGHUP, SIG_IGN)
        source = DispatchSource.makeSignalSource(signal: SIGHUP, queue: .global())
        source.setEventHandler {
            notifier.notifyReloading()
            do {
                try identity?.reload()
                let words =
                    identity == nil
                    ? translated("No certificate to reload.")
                    : translated("The certificate was reloaded.")
                log.write(words, level: .notice)
                if let warning = identity?.warning { log.write(warning, level: .warning) }
            } catch {
                log.write("\(error)", level: .error)
            }
            notifier.notify("READY=1")
        }
        source.resume()
    }

    func cancel() { source.cancel() }
}

/// Tells systemd what the server does, where systemd started it: a datagram to the socket in `NOTIFY_SOCKET`.
struct ServiceNotifier: Sendable {
    private let path = ProcessInfo.processInfo.environment["NOTIFY_SOCKET"]

    /// True where systemd started the server.
    var isListening: Bool { path != nil }

    /// Sends `state`, such as "READY=1"; does nothing where systemd did not start the server.
    func notify(_ state: String) {
        guard var path else { return }
        // An abstract socket has a NUL where systemd writes “@”.
        if path.hasPrefix("@") { path = "\0" + path.dropFirst() }
        var address = sockaddr_un()
        guard !path.isEmpty, path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let length = MemoryLayout.offset(of: \sockaddr_un.sun_path).map { $0 + path.utf8.count } ?? 0
        let socket = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        defer { close(socket) }
        let bytes = Array(state.utf8)
        withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = sendto(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL), $0, socklen_t(length))
            }
        }
    }

    /// Tells that the certificate is being read again; `notify("READY=1")` ends that.
    func notifyReloading() {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        notify("RELOADING=1\nMONOTONIC_USEC=\(now.tv_sec * 1_000_000 + now.tv_nsec / 1000)")
    }
}

/// A folder that only its owner may enter, which exists while the program runs.
struct TemporaryFolder {
    private let url: URL

    /// Makes the folder.
    /// - Throws: `ServerError.databaseUnusable` where it cannot be made.
    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "duke-directory-server-\(UUID().uuidString)")
        do {
            try FileManager.default.createDirectory(
                at: url, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        } catch {
            throw ServerError.databaseUnusable(path: url.path, reason: translated("its folder could not be created"))
        }
    }

    /// The path of a file in it.
    func file(_ name: String) -> String { url.appending(path: name).path }

    /// Removes the folder and its content.
    func remove() { try? FileManager.default.removeItem(at: url) }
}
