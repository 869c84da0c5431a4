import Foundation
import Glibc
import Hostile
import Subprocess
import Testing
import TypedStore

/// The class server as an administrator runs it: with TLS, under systemd, and with many accounts.
struct ServerNetworkTests: ServerSuite {
    let folder = Folder()

    private static func ran(_ program: String, _ arguments: [String]) async throws -> String {
        let ran = try await RealProgram(program, arguments).run()
        return ran.output + ran.complaint
    }

    /// A certificate for this computer, and its key, in the folder.
    private func makeCertificate(_ name: String) async throws {
        _ = try await Self.ran(
            "/usr/bin/openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1",
                "-subj", "/CN=\(name)", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", path("key.pem"), "-out",
                path("certificate.pem"),
            ])
    }

    /// The server with a class of 300.
    private func sampleServer(_ arguments: String...) throws -> RealProgram {
        try RealProgram("duke-directory-server", ["--sample", "--people", "300", "--port", "0"] + arguments)
    }

    @Test func aWrongCertificateIsExplainedAndAnyClientCanCheckTheRightOneAndGetsANewOne() async throws {
        try await makeCertificate("first")
        let missing = try await sampleServer("--tls-certificate", path("none.pem"), "--tls-key", path("key.pem")).run()
        #expect(missing.status == 1 && missing.complaint.contains("it does not exist, or you do not have permission"))
        let swapped = try await sampleServer("--tls-certificate", path("key.pem"), "--tls-key", path("key.pem")).run()
        #expect(swapped.status == 1 && swapped.complaint.contains("The certificate could not be read from"))
        let program = try sampleServer("--tls-certificate", path("certificate.pem"), "--tls-key", path("key.pem"))
        let ended = try await program.run { message, signal in
            let address = RealProgram.address(in: message)
            #expect(address.hasPrefix("https://127.0.0.1:"))
            func curl(_ more: String...) async throws -> String {
                try await Self.ran(
                    "/usr/bin/curl",
                    ["-sS", "-v", "--cacert", path("certificate.pem"), "-u", "demo:demo"] + more)
            }
            // Given the certificate, then a list is received whole, and a link has the right scheme
            let list = try await curl("-o", path("list.json"), "\(address)/entries/all")
            #expect(list.contains("subject: CN=first") && list.contains("HTTP/1.1 200 OK"))
            let entries = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: path("list.json"))))
            #expect((entries as? [Any])?.count == 300)
            let made = try await curl("-d", "{}", "-H", "Content-Type: application/json", "\(address)/todos")
            #expect(made.contains("< Location: https://127.0.0.1:"))
            // Somebody else's certificate, or none, is not trusted; and clear text is not understood
            #expect(try await Self.ran("/usr/bin/curl", ["-sS", address]).contains("certificate"))
            let clear = address.replacing("https:", with: "http:")
            #expect(try await !Self.ran("/usr/bin/curl", ["-sS", "-i", clear]).contains("200 OK"))
            // When a broken certificate is read, then the one before remains
            let first = try Data(contentsOf: URL(filePath: path("certificate.pem")))
            try Data("nothing".utf8).write(to: URL(filePath: path("certificate.pem")))
            try signal(.terminalClosed)
            try first.write(to: URL(filePath: path("old.pem")))
            let still = ["-sS", "-v", "--cacert", path("old.pem"), address]
            #expect(try await Self.ran("/usr/bin/curl", still).contains("subject: CN=first"))
            // When a new one is, then new connections get it
            try await makeCertificate("second")
            try signal(.terminalClosed)
            var message = ""
            while !message.contains("subject: CN=second") { message = try await curl(address) }
            #expect(message.contains("subject: CN=second") && message.contains("HTTP/1.1 200 OK"))
        }
        #expect(ended.status == .exited(0))
        #expect(ended.complaint.contains("error: The certificate could not be read from"))
        #expect(ended.complaint.contains("notice: The certificate was reloaded."))
    }

    @Test func passwordsInClearAreRefused() async throws {
        let open = try await server("serve", "--port", "0", "--host", "0.0.0.0")
        #expect(open.status == 1 && open.output.isEmpty)
        #expect(open.complaint.contains("Without TLS, passwords would be sent to 0.0.0.0 unencrypted."))
        // With a proxy on another computer, they still do so between the two
        for (host, isWarned) in [("0.0.0.0", true), ("127.0.0.1", false)] {
            let ended = try await serving("--host", host, "--behind-proxy").run { _, _ in }
            #expect(ended.status == .exited(0))
            #expect(
                ended.complaint.contains("Passwords are sent unencrypted between the proxy and this server.")
                    == isWarned)
        }
        // And the sample's password, which everyone knows, is not served there
        let sample = try await sampleServer("--behind-proxy").run()
        #expect(sample.status == 1 && sample.complaint.contains("it is not served behind a proxy"))
    }

    @Test func metricsHaveAnAddressOfTheirOwn() async throws {
        let port = try #require(Wire.freePort())
        let program = try serving("--behind-proxy", "--metrics-address", "127.0.0.1:\(port)")
        let ended = try await program.run { message, _ in
            let address = RealProgram.address(in: message)
            func curl(_ address: String) async throws -> String {
                try await Self.ran("/usr/bin/curl", ["-sS", "-i", "--retry", "20", "--retry-connrefused", address])
            }
            #expect(try await curl("\(address)/todos").contains("200 OK"))
            // Behind a proxy, anybody's requests come from this computer
            #expect(try await curl("\(address)/metrics").contains("404 Not Found"))
            let metrics = try await curl("http://127.0.0.1:\(port)/metrics")
            #expect(metrics.contains("200 OK"))
            #expect(metrics.contains(#"duke_directory_http_requests_total{method="GET",status="404"} 1"#))
            #expect(try await curl("http://127.0.0.1:\(port)/health").contains("200 OK"))
            // And nothing else is there
            #expect(try await curl("http://127.0.0.1:\(port)/todos").contains("404 Not Found"))
        }
        #expect(ended.status == .exited(0) && !ended.complaint.contains("can read the metrics"))
        // Who lets other computers read them is warned
        let warned = try await serving("--metrics-address", "0.0.0.0:0").run { _, _ in }
        #expect(warned.complaint.contains("warning: Everyone who can reach 0.0.0.0:0 can read the metrics"))
    }

    @Test func usedMetricsAddressIsReported() async throws {
        let (wire, port) = try #require(Wire.holding(listens: true))
        defer { wire.end() }
        let ended = try await sampleServer("--metrics-address", "127.0.0.1:\(port)").run()
        #expect(ended.status == 1)
        #expect(ended.complaint.contains("metrics cannot be served on 127.0.0.1, port \(port): Address already in use"))
    }

    /// A socket in place of systemd's.
    @Test func systemdIsNotified() async throws {
        let socket = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        defer { close(socket) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path("notify").utf8) }
        let isBound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        #expect(isBound)
        let program = try RealProgram(
            "duke-directory-server", ["--sample", "--people", "1", "--port", "0"],
            environment: ["NOTIFY_SOCKET": path("notify")])
        let ended = try await program.run { _, signal in
            // A reload without a certificate changes nothing
            try signal(.terminalClosed)
        }
        #expect(ended.status == .exited(0))
        let states = (0..<4).map { _ in
            var bytes = [UInt8](repeating: 0, count: 100)
            let count = recv(socket, &bytes, bytes.count, Int32(MSG_DONTWAIT))
            return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        }
        #expect(states.first == "READY=1" && states.contains("STOPPING=1"))
    }
}
