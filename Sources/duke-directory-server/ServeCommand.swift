import ArgumentParser
import DirectoryServer
import Foundation
import Language

/// `duke-directory-server serve`, which is also what it does when nothing is said.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: translated("Answer the class until stopped (Ctrl+C)."))

    @Option(help: .init(translated("The address to listen on."))) var host = "127.0.0.1"
    @Option(help: .init(translated("The port to listen on; 0 for any free one."))) var port = 8080
    @OptionGroup var file: DatabaseOptions
    @Flag(
        help: .init(
            translated("Serve an invented class and the account demo with the password demo, on this computer only.")))
    var sample = false
    @Option(help: .init(translated("How many people the invented class has (150)."))) var people: Int?
    @Option(help: .init(translated("How many bytes each of its pictures has."))) var pictureBytes: Int?
    @Flag(help: .init(translated("Let everybody read without a password."))) var openRead = false

    func validate() throws {
        guard (0...65_535).contains(port) else {
            throw ValidationError(translated("--port has to be from 0 to 65535."))
        }
        guard sample || (people == nil && pictureBytes == nil) else {
            throw ValidationError(translated("--people and --picture-bytes belong to --sample."))
        }
        guard (0...1_000_000).contains(people ?? 0) else {
            throw ValidationError(translated("--people has to be from 0 to 1000000."))
        }
        guard (1...3_000_000).contains(pictureBytes ?? 1) else {
            throw ValidationError(translated("--picture-bytes has to be from 1 to 3000000."))
        }
    }

    func run() async throws {
        try await explaining {
            let folder = try sample && file.database == nil ? TemporaryFolder() : nil
            defer { folder?.remove() }
            let stop = StopSignals()
            await stop.run { try await serve(in: folder, isServing: { stop.serverListens() }) }
            try stop.result()
        }
    }

    private func serve(in folder: TemporaryFolder?, isServing: @escaping @Sendable () -> Void) async throws {
        let options = ClassServer.Options(
            host: host, port: port, isReadingOpen: openRead, stopsOnSignals: true)
        if sample, !options.isLoopback { throw ServerError.demoOnOpenHost(host) }
        let repository = try folder.map { try SQLiteRepository(path: $0.file("sample.sqlite")) } ?? file.repository()
        if sample {
            try await SampleClass(count: people ?? 150, pictureBytes: pictureBytes).fill(repository)
        }
        let shown = host.contains(":") ? "[\(host)]" : host
        try await ClassServer(repository: repository, options: options).run { port in
            isServing()
            let address = "http://\(shown):\(port)"
            FileHandle.standardOutput.write(Data("\(translated("Listening on \(address)"))\n".utf8))
        }
    }
}
