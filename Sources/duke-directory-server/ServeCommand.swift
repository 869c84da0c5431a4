import ArgumentParser
import DirectoryServer
import Dispatch
import Foundation
import Glibc
import Language
import Logging
import SampleData
import Synchronization

struct ServeCommand: ServerCommand {
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

    func work() async throws {
        let folder = try sample && file.database == nil ? Self.makePrivateFolder() : nil
        let removeFolder: @Sendable () -> Void = {
            if let folder { try? FileManager.default.removeItem(at: folder) }
        }
        defer { removeFolder() }
        let (writer, notifier) = (LogWriter(descriptor: STDERR_FILENO), ServiceNotifier())
        let log = ServerLog(format: log.log, level: log.logLevel) { writer.write($0) }
        let stop = StopSignals {
            notifier.notify("STOPPING=1")
        } onHang: {
            log.write(translated("The server stopped before all requests finished."), level: .warning)
            removeFolder()
            writer.finish()
        }
        MallocTrimmer.prepare()
        defer { writer.finish() }
        try await stop.run { try await serve(in: folder, log, notifier, stop) }
    }

    /// - Throws: `ServerError.databaseUnusable`.
    private static func makePrivateFolder() throws -> URL {
        let url = FileManager.default.temporaryDirectory.appending(path: "duke-directory-server-\(UUID().uuidString)")
        do {
            try FileManager.default.createDirectory(
                at: url, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        } catch {
            throw ServerError.databaseUnusable(path: url.path, reason: translated("its folder could not be created"))
        }
        return url
    }

    private func serve(
        in folder: URL?, _ log: ServerLog, _ notifier: ServiceNotifier, _ stop: StopSignals
    ) async throws {
        var options = ClassServer.Options(host: host, port: port, isReadingOpen: openRead, stopsOnSignals: true)
        try network.apply(to: &options)
        if sample, options.isOpen { throw options.demoRefusal }
        let repository =
            try folder.map { try SQLRepository(path: $0.appending(path: "sample.sqlite").path) }
            ?? file.repository(saysNew: false)
        options.folder = repository.folder
        options.log = log
        options.limits.fitToSystem()
        if sample {
            try await SampleClass.refuseOther(repository)
            // Other sizes are for measurements.
            try await SampleClass(count: people ?? 150, pictureBytes: pictureBytes)
                .fill(repository, withToDos: people == nil)
        }
        if let warning = options.identity?.warning { log.write(warning, level: .warning) }
        if options.isInClear, options.isBehindProxy {
            log.write(translated("Passwords are sent unencrypted between the proxy and this server."), level: .warning)
        }
        if let metrics = options.metricsAddress, options.areMetricsOpen {
            let address = "\(Self.bracketed(metrics.host)):\(metrics.port)"
            log.write(
                translated("Everyone who can reach \(address) can read the metrics, without a password."),
                level: .warning)
        }
        // Closing its terminal ends a server; otherwise, SIGHUP reloads.
        let isReloadable = options.identity != nil || notifier.isListening || isatty(STDIN_FILENO) == 0
        let identity = options.identity
        let hangUp = isReloadable ? watch(SIGHUP) { reload(identity, log, notifier) } : nil
        defer { hangUp?.cancel() }
        let isDemoOpen = try await Accounts(repository: repository).openDemo() != nil
        let shown = "\(options.identity == nil ? "http" : "https")://\(Self.bracketed(host))"
        try await ClassServer(repository: repository, options: options).run { port in
            stop.serverListens()
            let address = "\(shown):\(port)"
            let line =
                isDemoOpen
                ? translated("Sign in as \(Accounts.demo) with the password \(Accounts.demo). Listening on \(address)")
                : translated("Listening on \(address)")
            FileHandle.standardOutput.write(Data("\(line)\n".utf8))
            notifier.notify("READY=1")
        }
        await repository.settle()
    }

    /// The host as it is written before a port.
    private static func bracketed(_ host: String) -> String { host.contains(":") ? "[\(host)]" : host }
}

/// Stops the work on SIGTERM and SIGINT: at once before the server listens; after that, within ten seconds for current
/// answers. Then the process exits, with status 1 because the work did not end.
final class StopSignals: Sendable {
    private struct State {
        var task: Task<Void, any Error>?
        var isListening = false
        var wasStopped = false
    }

    /// After how many seconds answers are cut off.
    private static let timeout = 9.0
    /// How many more seconds the shutdown may take.
    private static let rest = 0.9
    private let state = Mutex(State())
    private let onStop: @Sendable () -> Void
    private let onHang: @Sendable () -> Void

    /// - Parameters:
    ///   - onStop: called on a signal.
    ///   - onHang: called before the process exits because the work did not end in time.
    init(onStop: @escaping @Sendable () -> Void, onHang: @escaping @Sendable () -> Void) {
        (self.onStop, self.onHang) = (onStop, onHang)
    }

    /// Runs `work` until it ends or a signal stops it.
    /// - Throws: the error of the work, unless a signal stopped it.
    func run(_ work: @escaping @Sendable () async throws -> Void) async throws {
        let task = Task { try await work() }
        state.withLock { $0.task = task }
        let sources = [SIGTERM, SIGINT].map { signal in watch(signal) { [weak self] in self?.stop() } }
        defer { for source in sources { source.cancel() } }
        do { try await task.value } catch { if !state.withLock({ $0.wasStopped }) { throw error } }
    }

    func serverListens() { state.withLock { $0.isListening = true } }

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
        // A thread, because the queues’ threads may all be blocked.
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: timeout + Self.rest)
            onHang()
            _exit(EXIT_FAILURE)
        }
    }
}

/// Calls `handler` on a signal, which does not end the process any more.
private func watch(_ number: Int32, _ handler: @escaping @Sendable () -> Void) -> any DispatchSourceSignal {
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setEventHandler(handler: handler)
    source.resume()
    return source
}

/// Reads the certificate again, if there is one. If that fails, the previous one stays in use.
private func reload(_ identity: TLSIdentity?, _ log: ServerLog, _ notifier: ServiceNotifier) {
    notifier.notifyReloading()
    do {
        try identity?.reload()
        let message =
            identity == nil ? translated("No certificate to reload.") : translated("The certificate was reloaded.")
        log.write(message, level: .notice)
        if let warning = identity?.warning { log.write(warning, level: .warning) }
    } catch {
        log.write("\(error)", level: .error)
    }
    notifier.notify("READY=1")
}

/// Notifies systemd through the socket in `NOTIFY_SOCKET`, if it started the server.
struct ServiceNotifier: Sendable {
    private let path = ProcessInfo.processInfo.environment["NOTIFY_SOCKET"]

    /// True if systemd started the server.
    var isListening: Bool { path != nil }

    /// Sends a state such as “READY=1”.
    func notify(_ state: String) {
        guard var path else { return }
        // systemd writes “@” for the NUL of an abstract socket.
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

    /// Announces a reload, which `notify("READY=1")` ends.
    func notifyReloading() {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        notify("RELOADING=1\nMONOTONIC_USEC=\(now.tv_sec * 1_000_000 + now.tv_nsec / 1000)")
    }
}
