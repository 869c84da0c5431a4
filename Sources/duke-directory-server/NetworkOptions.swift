public import ArgumentParser
public import DirectoryServer
import Foundation
import Language
public import Logging
import SampleData

struct NetworkOptions: ParsableArguments {
    @Option(help: .init(translated("Address to listen on."))) var host = "127.0.0.1"
    @Option(parsing: .unconditional, help: .init(translated("Port to listen on; 0 for any free port.")))
    var port = 8080
    @Flag(help: .init(translated("Let everyone read without a password."))) var openRead = false
    @Option(
        help: .init(translated("PEM file with the certificate chain for TLS; SIGHUP reloads it.")), completion: .file())
    var tlsCertificate: String?
    @Option(help: .init(translated("PEM file with the certificate’s key.")), completion: .file())
    var tlsKey: String?
    @Flag(help: .init(translated("Trust the proxy’s X-Forwarded headers."))) var behindProxy = false
    @Option(help: .init(translated("Address and port for /metrics and /health, such as 127.0.0.1:9090.")))
    var metricsAddress: String?

    func validate() throws {
        guard (0...65_535).contains(port) else {
            throw ValidationError(translated("--port must be from 0 to 65535."))
        }
        guard (tlsCertificate == nil) == (tlsKey == nil) else {
            throw ValidationError(translated("Use --tls-certificate and --tls-key together."))
        }
        guard metricsAddress == nil || address != nil else {
            throw ValidationError(
                translated("--metrics-address must be an address and a port, such as 127.0.0.1:9090."))
        }
    }

    /// - Throws: `ServerError.certificateUnusable` or `.keyUnusable`.
    func options() throws -> ClassServer.Options {
        var options = ClassServer.Options(host: host, port: port)
        options.isReadingOpen = openRead
        options.stopsOnSignals = true
        options.isBehindProxy = behindProxy
        options.metricsAddress = address
        if let tlsCertificate, let tlsKey {
            options.identity = try TLSIdentity(certificate: tlsCertificate, key: tlsKey)
        }
        return options
    }

    /// What the administrator should know about `options`.
    func warnings(_ options: ClassServer.Options) -> [String] {
        var warnings = [options.identity?.warning].compactMap { $0 }
        if options.isInClear, behindProxy {
            warnings.append(translated("Passwords are sent unencrypted between the proxy and this server."))
        }
        if let metrics = address, options.areMetricsOpen {
            let address = "\(Self.bracketed(metrics.host)):\(metrics.port)"
            warnings.append(translated("Everyone who can reach \(address) can read the metrics, without a password."))
        }
        return warnings
    }

    private var address: (host: String, port: Int)? {
        guard let text = metricsAddress, let colon = text.lastIndex(of: ":"),
            let port = UInt16(text[text.index(after: colon)...]), colon != text.startIndex
        else { return nil }
        return (text[..<colon].trimmingCharacters(in: CharacterSet(charactersIn: "[]")), Int(port))
    }

    /// The host as it is written before a port.
    static func bracketed(_ host: String) -> String { host.contains(":") ? "[\(host)]" : host }
}

struct SampleOptions: ParsableArguments {
    @Flag(
        help: .init(
            translated("Serve a sample class and the account demo with the password demo, on this computer only.")))
    var sample = false
    @Option(
        help: .init(translated("Number of people in the sample class, without to-dos (default: 150, with to-dos).")))
    var people: Int?
    @Option(help: .init(translated("Size in bytes of each of its pictures."))) var pictureBytes: Int?

    func validate() throws {
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

    /// Adds the sample class to a repository, if wanted.
    /// - Throws: `ServerError.notASample`, or an error of the database.
    func fill(_ repository: SQLRepository) async throws {
        guard sample else { return }
        try await SampleClass.refuseOther(repository)
        // Other sizes are for measurements.
        try await SampleClass(count: people ?? 150, pictureBytes: pictureBytes)
            .fill(repository, withToDos: people == nil)
    }
}

extension ServerLog.Format: ExpressibleByArgument {}
extension Logger.Level: @retroactive ExpressibleByArgument {}

struct LogOptions: ParsableArguments {
    @Option(help: .init(translated("Log format on standard error: line or json.")))
    var log = ServerLog.Format.line
    @Option(help: .init(translated("Lowest level to log: error, warning, info, or debug.")))
    var logLevel = Logger.Level.info
}
