import Foundation
import Testing
import TypedStore

@testable import DirectoryServer

/// Certificates and keys in files.
@Suite struct TLSIdentityTests {
    private let folder = Folder()

    private func path(_ name: String) -> String { folder.url.appending(path: name).path }

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
        // Given a key of another format, whose file makes the folder, and a certificate that is valid for two days
        try folder.file("other", "none")
        try openssl(
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
            "-subj", "/CN=x", "-keyout", path("key"), "-out", path("certificate"))
        let identity = try TLSIdentity(certificate: path("certificate"), key: path("key"))
        #expect(identity.warning == nil)
        #expect(identity.warning(on: Date() + 3 * 86_400)?.contains(path("certificate")) == true)
        // Given keys with a passphrase, and of another format
        try openssl("pkcs8", "-topk8", "-in", path("key"), "-passout", "pass:x", "-out", path("locked"))
        for (key, text) in [("locked", "the key is encrypted"), ("other", "it is not PEM")] {
            let error = #expect(throws: ServerError.self) {
                try TLSIdentity(certificate: path("certificate"), key: path(key))
            }
            #expect(error?.message.hasPrefix("The key could not be read from \(path(key)): \(text)") == true)
        }
    }
}
