import Foundation
import Testing

@testable import DirectoryServer

/// Certificates and keys in files.
@Suite final class TLSIdentityTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "tls-\(UUID().uuidString)")

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func path(_ name: String) -> String { folder.appending(path: name).path }

    private func openssl(_ arguments: String...) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/openssl")
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
    }

    @Test func anExpiredCertificateAndAnUnreadableKeyAreNamed() throws {
        // Given a certificate that is valid for two days
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try openssl(
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
            "-subj", "/CN=x", "-keyout", path("key"), "-out", path("certificate"))
        let identity = try TLSIdentity(certificate: path("certificate"), key: path("key"))
        #expect(identity.warning == nil)
        #expect(identity.warning(on: Date() + 3 * 86_400)?.contains(path("certificate")) == true)
        // Given keys with a passphrase, and of another format
        try openssl("pkcs8", "-topk8", "-in", path("key"), "-passout", "pass:x", "-out", path("locked"))
        try "none".write(toFile: path("other"), atomically: true, encoding: .utf8)
        for (key, text) in [("locked", "the key is encrypted"), ("other", "it is not PEM")] {
            let error = #expect(throws: ServerError.self) {
                try TLSIdentity(certificate: path("certificate"), key: path(key))
            }
            #expect(error?.message.hasPrefix("The key could not be read from \(path(key)): \(text)") == true)
        }
    }
}
