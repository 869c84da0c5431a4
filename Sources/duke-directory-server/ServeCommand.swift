import ArgumentParser
import DirectoryServer
import Foundation
import Glibc
import Language
import Logging

struct ServeCommand: ServerCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: translated("Run the server."))

    @OptionGroup var network: NetworkOptions
    @OptionGroup var file: DatabaseOptions
    @OptionGroup var sample: SampleOptions
    @OptionGroup var log: LogOptions

    func work() async throws {
        let writer = LogWriter(descriptor: STDERR_FILENO)
        let log = ServerLog(format: log.log, level: log.logLevel) { writer.write($0) }
        let folder = try sample.sample && file.database == nil ? Self.makePrivateFolder() : nil
        let cleanUp: @Sendable () -> Void = {
            if let folder { try? FileManager.default.removeItem(at: folder) }
            writer.finish()
        }
        defer { cleanUp() }
        MallocTrimmer.prepare()
        let stop = StopSignals {
            log.write(translated("The server stopped before all requests finished."), level: .warning)
            cleanUp()
        }
        try await stop.run { try await serve(in: folder, log, stop) }
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

    private func serve(in folder: URL?, _ log: ServerLog, _ stop: StopSignals) async throws {
        var options = try network.options()
        if sample.sample, options.isOpen { throw options.demoRefusal }
        let repository =
            try folder.map { try SQLRepository(path: $0.appending(path: "sample.sqlite").path) }
            ?? file.repository(reportsNew: false)
        options.folder = repository.folder
        options.log = log
        options.limits.fitToSystem()
        try await sample.fill(repository)
        for warning in network.warnings(options) { log.write(warning, level: .warning) }
        // Closing its terminal ends a server; otherwise, SIGHUP reloads.
        let isReloadable = options.identity != nil || ServiceManager.isListening || isatty(STDIN_FILENO) == 0
        let identity = options.identity
        let hangUp = isReloadable ? watch(SIGHUP) { Self.reload(identity, log) } : nil
        defer { hangUp?.cancel() }
        let isDemoOpen = try await Accounts(repository: repository).openDemo() != nil
        try await ClassServer(repository: repository, options: options).run { port in
            stop.serverListens()
            let address = "\(identity == nil ? "http" : "https")://\(NetworkOptions.bracketed(network.host)):\(port)"
            let line =
                isDemoOpen
                ? translated("Sign in as \(Accounts.demo) with the password \(Accounts.demo). Listening on \(address)")
                : translated("Listening on \(address)")
            FileHandle.standardOutput.write(Data("\(line)\n".utf8))
            ServiceManager.notify("READY=1")
        }
        await repository.checkpoint()
    }

    /// Reads the certificate again, if there is one. If that fails, the previous one remains in use.
    private static func reload(_ identity: TLSIdentity?, _ log: ServerLog) {
        ServiceManager.notifyReloading()
        do {
            try identity?.reload()
            let message =
                identity == nil ? translated("No certificate to reload.") : translated("The certificate was reloaded.")
            log.write(message, level: .notice)
            if let warning = identity?.warning { log.write(warning, level: .warning) }
        } catch {
            log.write("\(error)", level: .error)
        }
        ServiceManager.notify("READY=1")
    }
}
