import Testing

@testable import DirectoryServer

/// The addresses of CardDAV resources.
@Suite struct CardAddressTests {
    private static let addresses: [(String, CardAddress)] = [
        ("/", .server), ("/dav/", .root), ("/dav/principal/", .principal), ("/dav/home/", .home),
        ("/dav/home/book/", .book("book")), ("/dav/home/ece564-f26/", .book("ece564-f26")),
        ("/dav/home/book/7.vcf", .card(7, book: "book")),
    ]

    @Test(arguments: addresses) func anAddressIsReadAsItIsWritten(path: String, address: CardAddress) {
        #expect(address.path == path && CardAddress(path) == address)
        // Also in a URL, and without its last slash
        #expect(CardAddress("http://x:8080\(path)") == address)
        #expect(CardAddress(String(path.dropLast(path.hasSuffix("/") && path != "/" ? 1 : 0))) == address)
    }

    @Test func aClientMayEscapeAnAddress() {
        #expect(CardAddress("/dav/home/book/7%2Evcf")?.key == 7)
        #expect(CardAddress("/dav/home/book/a%2Fb.vcf") == .card("a/b.vcf", book: "book"))
    }

    @Test(arguments: ["", "x", "/x", "/dav/x", "/dav/x/book/", "/dav/home/book/7.vcf/x", "/home/book", "mailto:x"])
    func anythingElseIsNoAddress(reference: String) { #expect(CardAddress(reference) == nil) }

    @Test(arguments: ["7", "07.vcf", "+7.vcf", "7.VCF", ".vcf", "7.vcf.vcf", "9223372036854775808.vcf", "book"])
    func aCardOfNoEntryHasNoKey(name: String) {
        let address = CardAddress("/dav/home/book/\(name)")
        #expect(address?.kind == .card && address?.key == nil)
    }
}
