public import ArgumentParser
public import DirectoryServer
import Foundation
import Language
public import Logging

struct NetworkOptions: ParsableArguments {
    @Option(
        help: .init(translated("PEM file with the certificate chain for TLS; SIGHUP reloads it.")), completion: .file())
    var tlsCertificate: String?
    @Option(help: .init(translated("PEM file with the certificate’s key.")), completion: .file())
    var tlsKey: String?
    @Flag(
        help: .init(
            translated("Trust the proxy’s X-Forwarded headers.")))
    var behindProxy = false
    @Option(help: .init(translated("Address and port for /metrics and /health, such as 127.0.0.1:9090.")))
    var metricsAddress: String?

    func validate() throws {
        guard (tlsCertificate == nil) == (tlsKey == nil) else {
            throw ValidationError(translated("Use --tls-certificate and --tls-key together."))
        }
        guard metricsAddress == nil || address != nil else {
            throw ValidationError(
                translated("--metrics-address must be an address and a port, such as 127.0.0.1:9090."))
        }
    }

    /// - Throws: `ServerError.certificateUnusable`.
    func apply(to options: inout ClassServer.Options) throws {
        options.isBehindProxy = behindProxy
        options.metricsAddress = address
        if let tlsCertificate, let tlsKey {
            options.identity = try TLSIdentity(certificate: tlsCertificate, key: tlsKey)
        }
    }

    private var address: (host: String, port: Int)? {
        guard let text = metricsAddress, let colon = text.lastIndex(of: ":"),
            let port = UInt16(text[text.index(after: colon)...]), colon != text.startIndex
        else { return nil }
        return (text[..<colon].trimmingCharacters(in: CharacterSet(charactersIn: "[]")), Int(port))
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
