import ArgumentParser
import DirectoryServer
import Foundation
import Language
import Logging

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
