import ArgumentParser
import DirectoryServer
import Foundation
import Language

/// The options for what is between the server and its clients.
struct NetworkOptions: ParsableArguments {
    @Option(
        help: .init(translated("Certificate chain for TLS, a PEM file; SIGHUP reads it again.")), completion: .file())
    var tlsCertificate: String?
    @Option(help: .init(translated("Key of the certificate, a PEM file.")), completion: .file())
    var tlsKey: String?
    @Flag(
        help: .init(
            translated("Expect a proxy with TLS before the server, and believe what it says about its clients.")))
    var behindProxy = false
    @Option(help: .init(translated("Address and port to serve /metrics and /health on, such as 127.0.0.1:9090.")))
    var metricsAddress: String?

    func validate() throws {
        guard (tlsCertificate == nil) == (tlsKey == nil) else {
            throw ValidationError(translated("--tls-certificate and --tls-key require each other."))
        }
        guard metricsAddress == nil || address != nil else {
            throw ValidationError(translated("--metrics-address must be an address and a port: 127.0.0.1:9090."))
        }
    }

    /// Puts them into a server's options.
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
