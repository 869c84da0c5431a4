private import Foundation
private import Language
internal import NIOSSL
private import Synchronization

/// The certificate of a server and its key, from two files that may be replaced while it runs.
public final class TLSIdentity: Sendable {
    private let certificate: String
    private let key: String
    private let current: Mutex<NIOSSLContext>

    /// Reads the certificate chain and the key, which are in PEM.
    /// - Throws: `ServerError.certificateUnusable`.
    public init(certificate: String, key: String) throws(ServerError) {
        (self.certificate, self.key) = (certificate, key)
        current = Mutex(try Self.context(certificate: certificate, key: key))
    }

    /// Reads both files again; new connections use what they contain now.
    /// - Throws: `ServerError.certificateUnusable`; then connections use what was read before.
    public func reload() throws(ServerError) {
        let new = try Self.context(certificate: certificate, key: key)
        current.withLock { $0 = new }
    }

    /// What new connections use.
    var context: NIOSSLContext { current.withLock { $0 } }

    private static func context(certificate: String, key: String) throws(ServerError) -> NIOSSLContext {
        let chain: [NIOSSLCertificate]
        do { chain = try NIOSSLCertificate.fromPEMFile(certificate) } catch {
            throw .certificateUnusable(certificate, reason: reason(error, of: certificate))
        }
        let privateKey: NIOSSLPrivateKey
        do { privateKey = try NIOSSLPrivateKey(file: key, format: .pem) } catch {
            throw .certificateUnusable(key, reason: reason(error, of: key))
        }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(privateKey))
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["http/1.1"]
        do { return try NIOSSLContext(configuration: configuration) } catch {
            throw .certificateUnusable(certificate, reason: translated("it does not match the key \(key)"))
        }
    }

    private static func reason(_ error: any Error, of path: String) -> String {
        guard FileManager.default.isReadableFile(atPath: path) else {
            return translated("it does not exist, or you do not have permission to read it")
        }
        return translated("it is not PEM")
    }
}
