internal import Foundation
private import Language
internal import NIOSSL
private import Synchronization

/// The server’s certificate and key, from files that can be reloaded.
public final class TLSIdentity: Sendable {
    private let certificate: String
    private let key: String
    private let current: Mutex<(context: NIOSSLContext, end: Date)>

    /// Reads the certificate chain and the key in PEM format.
    /// - Throws: `ServerError.certificateUnusable` or `.keyUnusable`.
    public init(certificate: String, key: String) throws(ServerError) {
        self.certificate = certificate
        self.key = key
        current = Mutex(try Self.context(certificate: certificate, key: key))
    }

    /// Reads both files again, for new connections.
    /// - Throws: `ServerError.certificateUnusable` or `.keyUnusable`; then the previous ones stay in use.
    public func reload() throws(ServerError) {
        let new = try Self.context(certificate: certificate, key: key)
        current.withLock { $0 = new }
    }

    var context: NIOSSLContext { current.withLock { $0.context } }

    /// A sentence if the certificate has expired, or nil.
    public var warning: String? { warning(on: Date()) }

    func warning(on now: Date) -> String? {
        guard current.withLock({ $0.end }) < now else { return nil }
        return translated("The certificate in \(certificate) has expired, so clients refuse this server.")
    }

    private static func context(
        certificate: String, key: String
    ) throws(ServerError) -> (context: NIOSSLContext, end: Date) {
        let chain: [NIOSSLCertificate]
        do { chain = try NIOSSLCertificate.fromPEMFile(certificate) } catch {
            throw .certificateUnusable(certificate, reason: reason(of: certificate))
        }
        let privateKey: NIOSSLPrivateKey
        do { privateKey = try NIOSSLPrivateKey(file: key, format: .pem) } catch {
            throw .keyUnusable(key, reason: reason(of: key))
        }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(privateKey))
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["http/1.1"]
        // The server’s own certificate comes first.
        let end = Date(timeIntervalSince1970: TimeInterval(chain.first?.notValidAfter ?? 0))
        do { return (try NIOSSLContext(configuration: configuration), end) } catch {
            throw .certificateUnusable(certificate, reason: translated("it does not match the key \(key)"))
        }
    }

    private static func reason(of path: String) -> String {
        guard let content = FileManager.default.contents(atPath: path) else {
            return translated("it does not exist, or you do not have permission to read it")
        }
        return content.contains("ENCRYPTED".utf8)
            ? translated("the key is encrypted; “openssl pkey -in \(path)” writes it without its passphrase")
            : translated("it is not PEM")
    }
}
