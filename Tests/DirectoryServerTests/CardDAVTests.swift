import DirectoryModel
import Foundation
import FoundationXML
import NIOHTTP1
import Testing

@testable import DirectoryServer

/// What phones and mail programs ask over CardDAV.
@Suite struct CardDAVTests {
    private static let class3: [DukePerson] = [
        .sample(), .sample("cd34", duid: 8, name: "Bea"), .sample("ef56", duid: 9, name: "Cy"),
    ]
    private static let book = "/dav/home/book/"

    private static func propfind(_ names: String...) -> String {
        let names = names.map { "<\($0)/>" }.joined()
        return """
            <?xml version="1.0"?><D:propfind xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:carddav"
            xmlns:CS="http://calendarserver.org/ns/"><D:prop>\(names)</D:prop></D:propfind>
            """
    }

    private static func sync(_ token: String) -> String {
        """
        <D:sync-collection xmlns:D="DAV:"><D:sync-token>\(token)</D:sync-token><D:sync-level>1</D:sync-level>
        <D:prop><D:getetag/></D:prop></D:sync-collection>
        """
    }

    private static func multiget(_ hrefs: [String]) -> String {
        """
        <C:addressbook-multiget xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:carddav"><D:prop><D:getetag/>
        <C:address-data/></D:prop>\(hrefs.map { "<D:href>\($0)</D:href>" }.joined())</C:addressbook-multiget>
        """
    }

    @Test func cardsNeedASignInThoughReadingIsOpen() async throws {
        try await TestServer.with(Self.class3, isReadingOpen: true) { (server) async throws in
            #expect(try await server.send(.GET, "/entries/all", credentials: .some(nil)).status == 200)
            let card = "\(Self.book)7.vcf"
            #expect(try await server.send(.GET, card, credentials: .some(nil)).status == 401)
            let many = try await server.dav("REPORT", Self.book, Self.multiget([card]), credentials: .some(nil))
            #expect(many.status == 401)
            #expect(try await server.send(.GET, card).status == 200)
        }
    }

    @Test func aClientFindsTheBookFromTheServersName() async throws {
        try await TestServer.with(Self.class3) { (server) async throws in
            // Without credentials, the answer demands them
            let first = try await server.dav("PROPFIND", "/", depth: 0, credentials: .some(nil))
            #expect(first.status == 401)
            #expect(first.headers.first(name: "WWW-Authenticate")?.contains(#"charset="UTF-8""#) == true)
            #expect(try await server.dav("PROPFIND", "/dav/", depth: 0, credentials: .some(nil)).status == 401)
            // The known address leads to the root, with any method and without credentials
            for method in ["PROPFIND", "GET", "OPTIONS"] {
                let moved = try await Wire.talk(to: server.port) { wire in
                    wire.send("\(method) /.well-known/carddav HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                    return wire.receive()
                }
                #expect(moved.hasPrefix("HTTP/1.1 301 ") && moved.contains("\r\nLocation: /dav/\r\n"))
            }
            // The root names the principal, that its home, and that the book
            let root = try await server.multistatus(
                "PROPFIND", "/dav/", depth: 0, Self.propfind("D:current-user-principal", "D:resourcetype"))
            #expect(root.only?.texts["current-user-principal"] == "/dav/principal/")
            let principal = try await server.multistatus(
                "PROPFIND", "/dav/principal/", depth: 0, Self.propfind("C:addressbook-home-set", "D:displayname"))
            #expect(principal.only?.texts["addressbook-home-set"] == "/dav/home/")
            #expect(principal.only?.texts["displayname"] == "ab12")
            let home = try await server.multistatus(
                "PROPFIND", "/dav/home/", depth: 1,
                Self.propfind("D:resourcetype", "D:displayname", "D:current-user-privilege-set"))
            #expect(home.responses.map(\.href) == ["/dav/home/", Self.book])
            #expect(home.responses.last?.names.contains("addressbook") == true)
            // Which can only be read
            #expect(home.responses.last?.names.contains("read") == true)
            #expect(home.responses.last?.names.contains("write") == false)
            let book = try await server.multistatus(
                "PROPFIND", Self.book, depth: 0,
                Self.propfind(
                    "D:displayname", "CS:getctag", "D:sync-token", "D:supported-report-set", "C:max-resource-size",
                    "C:supported-address-data"))
            #expect(book.only?.texts["getctag"]?.isEmpty == false && book.only?.texts["sync-token"]?.isEmpty == false)
            for name in ["sync-collection", "addressbook-multiget", "addressbook-query", "address-data-type"] {
                #expect(book.only?.names.contains(name) == true)
            }
            for path in ["/dav/principal/", Self.book] {
                let options = try await server.dav("OPTIONS", path, credentials: .some(nil))
                #expect(options.status == 200 && options.headers.first(name: "DAV")?.contains("addressbook") == true)
            }
        }
    }

    @Test func unknownItemIsReported() async throws {
        try await TestServer.with(Self.class3) { (server) async throws in
            let body = """
                <a:propfind xmlns:a="DAV:"><a:prop><a:displayname/><b:size xmlns:b="urn:x&amp;y"/><a:quota/></a:prop>
                </a:propfind>
                """
            let answer = try await server.dav("PROPFIND", Self.book, body, depth: 0)
            #expect(answer.status == 207)
            let parts = answer.text.components(separatedBy: "<D:propstat>")
            #expect(answer.text.contains(#" xmlns:X0="urn:x&amp;y">"#))
            #expect(parts.count == 3)
            #expect(parts[1].contains("displayname") && parts[1].contains("200 OK"))
            #expect(parts[2].contains("<X0:size/><D:quota/>") && parts[2].contains("404 Not"))
            // Without a body, all are sent; with propname, their names
            let all = try await server.multistatus("PROPFIND", Self.book, depth: 0, "")
            #expect(all.only?.texts["displayname"] == "Duke Directory")
            let names = try await server.multistatus(
                "PROPFIND", Self.book, depth: 0, #"<propfind xmlns="DAV:"><propname/></propfind>"#)
            #expect(names.only?.names.contains("displayname") == true && names.only?.texts["displayname"] == "")
        }
    }

    @Test func everyCardIsListedAndFetched() async throws {
        try await TestServer.withEach(Self.class3) { (server) async throws in
            let list = try await server.multistatus(
                "PROPFIND", Self.book, depth: 1, Self.propfind("D:getetag", "D:resourcetype", "D:getcontenttype"))
            let hrefs = [7, 8, 9].map { "\(Self.book)\($0).vcf" }
            #expect(list.responses.map(\.href) == [Self.book] + hrefs)
            let absent = "\(Self.book)99.vcf"
            let cards = try await server.multistatus(
                "REPORT", Self.book, depth: 1, Self.multiget(hrefs + [absent, "http://x\(hrefs[0])", "/else"]))
            // Each once; what is not there has its own status
            #expect(cards.responses.map(\.href) == hrefs + [absent, "/else"])
            #expect(cards.responses.suffix(2).allSatisfy { $0.status == "HTTP/1.1 404 Not Found" })
            for (listed, card) in zip(list.responses.dropFirst(), cards.responses) {
                // A card is the same by itself, byte for byte, under the same tag
                let one = try await server.send(.GET, card.href)
                #expect(one.status == 200 && one.text == card.texts["address-data"])
                #expect(one.etag == card.texts["getetag"] && one.etag == listed.texts["getetag"])
                #expect(one.headers.first(name: "Content-Type") == "text/vcard; charset=utf-8")
                #expect(try await server.send(.GET, card.href, headers: ["If-None-Match": one.etag]).status == 304)
                #expect(one.text.hasPrefix("BEGIN:VCARD\r\nVERSION:3.0\r\n") && one.text.hasSuffix("END:VCARD\r\n"))
            }
            for path in [absent, "\(Self.book)7", "\(Self.book)07.vcf", "\(Self.book)x.vcf"] {
                #expect(try await server.send(.GET, path).status == 404)
            }
        }
    }

    @Test func aTokenTellsWhatChanged() async throws {
        try await TestServer.withEach(Self.class3) { (server) async throws in
            let first = try await server.multistatus("REPORT", Self.book, Self.sync(""))
            #expect(first.responses.count == 3 && !first.token.isEmpty)
            let none = try await server.multistatus("REPORT", Self.book, Self.sync(first.token))
            #expect(none.responses.isEmpty && none.token == first.token)
            // When one is changed, one removed and one added
            let changed = try Entry(DukePerson.sample("cd34", duid: 8, name: "Bo").record)
            try await server.repository.replace(entryOf: "cd34", with: changed)
            _ = try await server.repository.remove(entryOf: "ef56", in: "people") { _ in }
            try await server.repository.add(try Entry(DukePerson.sample("gh78", duid: 10, name: "Di").record))
            // Then those are told, the removed one by its status
            let delta = try await server.multistatus("REPORT", Self.book, Self.sync(first.token))
            #expect(delta.responses.map(\.href) == ["8", "10", "9"].map { "\(Self.book)\($0).vcf" })
            #expect(delta.responses.map(\.status) == ["", "", "HTTP/1.1 404 Not Found"])
            #expect(delta.token != first.token)
            // And the list, whose tags were kept, agrees with a fresh one
            let list = try await server.multistatus("PROPFIND", Self.book, depth: 1, Self.propfind("D:getetag"))
            let fresh = try await server.multistatus("REPORT", Self.book, Self.sync(""))
            #expect(list.responses.dropFirst().map(\.texts) == fresh.responses.map(\.texts))
            #expect(fresh.token == delta.token && fresh.responses.count == 3)
            let otherFormat = "\(first.token.prefix { $0 != "-" })-0"
            for token in ["urn:duke-directory:sync:made-up", "x", "http://other/1", "\(first.token)0", otherFormat] {
                let answer = try await server.dav("REPORT", Self.book, Self.sync(token))
                #expect(answer.status == 403 && answer.text.contains("<D:valid-sync-token/>"))
            }
        }
    }

    @Test func aBookThatWasNeverWrittenIsEmpty() async throws {
        try await TestServer.with { (server) async throws in
            let first = try await server.multistatus("REPORT", Self.book, Self.sync(""))
            #expect(first.responses.isEmpty && !first.token.isEmpty)
            let list = try await server.multistatus("PROPFIND", Self.book, depth: 1, Self.propfind("D:getetag"))
            #expect(list.responses.count == 1)
            try await server.repository.add(try Entry(DukePerson.sample().record))
            let next = try await server.multistatus("REPORT", Self.book, Self.sync(first.token))
            #expect(next.responses.count == 1)
        }
    }

    @Test func nothingIsWritten() async throws {
        try await TestServer.with(Self.class3) { (server) async throws in
            for method in ["PUT", "DELETE", "PROPPATCH", "MKCOL", "MOVE", "POST", "LOCK"] {
                for path in [Self.book, "\(Self.book)7.vcf", "/dav/home/"] {
                    #expect(try await server.dav(method, path, "BEGIN:VCARD").status == 403, "\(method) \(path)")
                }
            }
            let count = try await server.repository.version(of: "people").count
            #expect(count == 3)
            // What can be done is said the same everywhere
            for (path, methods) in [
                (Self.book, "OPTIONS, PROPFIND, REPORT"), ("/dav/", "OPTIONS, PROPFIND"),
                ("\(Self.book)7.vcf", "OPTIONS, GET, HEAD, PROPFIND"),
            ] {
                let options = try await server.dav("OPTIONS", path, credentials: .some(nil))
                #expect(options.headers.first(name: "Allow") == methods)
                let page = try await server.send(.GET, path)
                let isCard = path.hasSuffix(".vcf")
                #expect(page.status == (isCard ? 200 : 405))
                #expect(isCard || page.headers.first(name: "Allow") == methods)
            }
            // A report on another resource is none, and cards have one form
            let card = try await server.dav("REPORT", "\(Self.book)7.vcf", Self.multiget([]))
            #expect(card.status == 403 && card.text.contains("supported-report"))
            let four = Self.multiget(["\(Self.book)7.vcf"]).replacing(
                "<C:address-data/>", with: #"<C:address-data content-type="text/vcard" version="4.0"/>"#)
            let refused = try await server.dav("REPORT", Self.book, four)
            #expect(refused.status == 403 && refused.text.contains("supported-address-data"))
            let three = four.replacing("4.0", with: "3.0")
            #expect(try await server.multistatus("REPORT", Self.book, three).only?.texts["address-data"] != nil)
            let other = try await server.dav("REPORT", Self.book, #"<C:addressbook-query xmlns:C="urn:x"/>"#)
            #expect(other.status == 403 && other.text.contains("<D:supported-report/>"))
            let odd = try await server.dav("PROPFIND", Self.book, Self.multiget([]), depth: 0)
            #expect(odd.status == 400)
            let deep = try await server.dav("PROPFIND", Self.book, "")
            #expect(deep.status == 403 && deep.text.contains("propfind-finite-depth"))
        }
    }

    @Test func anAppPasswordReadsCardsAndNothingElse() async throws {
        try await TestServer.with(Self.class3) { (server) async throws in
            let passwords = AppPasswords(repository: server.repository)
            let password = try await passwords.add("phone", to: "ab12")
            let credentials: String?? = "ab12:\(password)"
            #expect(try await server.dav("PROPFIND", "/dav/", "", depth: 0, credentials: credentials).status == 207)
            #expect(try await server.send(.GET, "/entries/all", credentials: credentials).status == 401)
            try await passwords.revoke("phone", of: "ab12")
            #expect(try await server.dav("PROPFIND", "/dav/", "", depth: 0, credentials: credentials).status == 401)
        }
    }
}
