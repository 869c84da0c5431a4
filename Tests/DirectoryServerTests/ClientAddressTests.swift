import Testing

@testable import DirectoryServer

/// The addresses of clients.
@Suite struct ClientAddressTests {
    @Test(arguments: [
        ("203.0.113.5", "203.0.113.5"), ("203.0.113.5:4711", "203.0.113.5"), ("10.0.0.1, 192.0.2.7", "192.0.2.7"),
        ("2001:db8::1", "2001:db8::1"), ("[2001:db8::1]", "2001:db8::1"), ("[2001:db8::1]:443", "2001:db8::1"),
        ("x,\t[::1]:1 ", "::1"),
    ])
    func aProxyNamesTheLast(forwarded: String, address: String) {
        #expect(ClientAddress.last(of: forwarded) == address)
    }

    @Test(arguments: [
        "", "who?", "unknown", "192.0.2.7,", "192.0.2.7:", "192.0.2.7:x", "192.0.2.7:1:2", "192.0.2.7:99999",
        "[192.0.2.7]:1", "[2001:db8::1]x", "[2001:db8::1", "2001:db8::1]:1", "127.evil.example",
    ])
    func anythingElseIsNoAddress(forwarded: String) { #expect(ClientAddress.last(of: forwarded) == nil) }

    @Test func thisComputerHasAddressesOfItsOwn() {
        for host in ["localhost", "127.0.0.1", "127.9.9.9", "::1", "0:0:0:0:0:0:0:1", "::ffff:127.0.0.1"] {
            #expect(ClientAddress.isLoopback(host), "\(host)")
        }
        for host in ["127.evil.example", "::ffff:127.evil", "0.0.0.0", "::", "192.0.2.127", "127.", "", "::2"] {
            #expect(!ClientAddress.isLoopback(host), "\(host)")
        }
    }

    @Test func aLargeNetworkIsOneAddress() {
        #expect(ClientAddress.counted("2001:db8:1:2:3::4") == ClientAddress.counted("2001:db8:1:2::9"))
        #expect(ClientAddress.counted("2001:db8:1:2::4") != ClientAddress.counted("2001:db8:1:3::4"))
        #expect(ClientAddress.counted("::ffff:192.0.2.7") == "192.0.2.7")
        #expect(ClientAddress.counted("192.0.2.7") == "192.0.2.7")
    }
}
