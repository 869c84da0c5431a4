import DirectoryModel
import Foundation
import GRDB
import NIOHTTP1
import Testing

@testable import DirectoryServer

/// What phones and mail programs ask over CardDAV.
@Suite struct CardDAVTests {
    private static let book = CardRequest.book

    @Test(.server(.three)) func aClientFindsTheBookFromTheServersName() async throws {
        // Without credentials, the answer demands them
        let first = try await server.dav("PROPFIND", "/", depth: 0, credentials: .some(nil))
        #expect(first.status == 401)
        #expect(first.headers.first(name: "WWW-Authenticate")?.contains(#"charset="UTF-8""#) == true)
        #expect(try await server.dav("PROPFIND", "/dav/", depth: 0, credentials: .some(nil)).status == 401)
        // The known address leads to the root, with any method and without credentials
        for method in ["PROPFIND", "GET", "OPTIONS"] {
            let moved = try await server.rawAnswer(
                to: "\(method) /.well-known/carddav HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            #expect(moved.hasPrefix("HTTP/1.1 301 ") && moved.contains("\r\nLocation: /dav/\r\n"))
        }
        // The root names the principal, that its home, and that the book
        let root = try await server.propfind("/dav/", "D:current-user-principal", "D:resourcetype")
        #expect(root.only?.texts["current-user-principal"] == "/dav/principal/")
        let principal = try await server.propfind(
            "/dav/principal/", "C:addressbook-home-set", "D:displayname", "D:principal-URL")
        #expect(principal.only?.texts["addressbook-home-set"] == "/dav/home/")
        #expect(principal.only?.texts["principal-URL"] == "/dav/principal/")
        #expect(principal.only?.texts["displayname"] == "ab12")
        let home = try await server.propfind(
            "/dav/home/", depth: 1, "D:resourcetype", "D:displayname", "D:current-user-privilege-set")
        #expect(home.responses.map(\.href) == ["/dav/home/", Self.book])
        #expect(home.responses.last?.names.contains("addressbook") == true)
        // Which can only be read
        #expect(home.responses.last?.names.contains("read") == true)
        #expect(home.responses.last?.names.isDisjoint(with: ["write", "write-content", "bind"]) == true)
        let book = try await server.propfind(
            Self.book, "D:displayname", "CS:getctag", "D:sync-token", "D:supported-report-set",
            "C:max-resource-size", "C:supported-address-data", "C:supported-collation-set",
            "C:addressbook-description")
        #expect(book.only?.texts["getctag"]?.isEmpty == false && book.only?.texts["sync-token"]?.isEmpty == false)
        #expect(book.only?.texts["addressbook-description"] == "Everyone in the class")
        #expect(book.only?.texts["supported-collation-set"]?.contains("i;octet") == true)
        for name in ["sync-collection", "addressbook-multiget", "addressbook-query", "address-data-type"] {
            #expect(book.only?.names.contains(name) == true)
        }
        for path in ["/dav/principal/", Self.book] {
            let options = try await server.dav("OPTIONS", path, credentials: .some(nil))
            #expect(options.status == 200 && options.headers.first(name: "DAV")?.contains("addressbook") == true)
        }
    }

    @Test(.server(.three)) func unknownItemIsReported() async throws {
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

    @Test(.serverOnEachDatabase(.three)) func everyCardIsListedAndFetched() async throws {
        let list = try await server.propfind(Self.book, depth: 1, "D:getetag", "D:resourcetype", "D:getcontenttype")
        let hrefs = CardRequest.hrefs
        #expect(list.responses.map(\.href) == [Self.book] + hrefs)
        let absent = "\(Self.book)99.vcf"
        let cards = try await server.report(CardRequest.multiget(hrefs + [absent, "http://x\(hrefs[0])", "/else"]))
        // Each once; what is not there has its own status
        #expect(cards.responses.map(\.href) == hrefs + [absent, "/else"])
        #expect(cards.responses.suffix(2).allSatisfy { $0.status == "HTTP/1.1 404 Not Found" })
        for (listed, card) in zip(list.responses.dropFirst(), cards.responses) {
            // A card is the same by itself, byte for byte, under the same tag
            let one = try await server.send(.GET, card.href)
            #expect(one.status == 200 && one.text == card.texts["address-data"])
            #expect(one.etag == card.texts["getetag"] && one.etag == listed.texts["getetag"])
            #expect(try await server.propfind(card.href, "D:getetag").only?.texts["getetag"] == one.etag)
            #expect(one.headers.first(name: "Content-Type") == "text/vcard; charset=utf-8")
            #expect(listed.texts["getcontenttype"] == "text/vcard; charset=utf-8")
            #expect(try await server.send(.GET, card.href, headers: ["If-None-Match": one.etag]).status == 304)
            #expect(one.text.hasPrefix("BEGIN:VCARD\r\nVERSION:3.0\r\n") && one.text.hasSuffix("END:VCARD\r\n"))
        }
        for path in [absent, "\(Self.book)7", "\(Self.book)07.vcf", "\(Self.book)x.vcf"] {
            #expect(try await server.send(.GET, path).status == 404)
        }
    }

    @Test(.serverOnEachDatabase(.three)) func aTokenTellsWhatChanged() async throws {
        let first = try await server.report(CardRequest.sync())
        #expect(first.responses.count == 3 && !first.token.isEmpty)
        let none = try await server.report(CardRequest.sync(first.token))
        #expect(none.responses.isEmpty && none.token == first.token)
        // When one is changed, one removed and one added
        let changed = try Entry(DukePerson.sample("cd34", duid: 8, name: "Bo").record)
        try await server.repository.replace(entryOf: "cd34", with: changed)
        _ = try await server.repository.remove(entryOf: "ef56", in: "people") { _ in }
        try await server.repository.add(try Entry(DukePerson.sample("gh78", duid: 10, name: "Di").record))
        // Then those are told, the removed one by its status
        let delta = try await server.report(CardRequest.sync(first.token))
        #expect(delta.responses.map(\.href) == ["8", "10", "9"].map { "\(Self.book)\($0).vcf" })
        #expect(delta.responses.map(\.status) == ["", "", "HTTP/1.1 404 Not Found"])
        #expect(delta.token != first.token)
        // And the list, whose tags were kept, agrees with a fresh one
        let list = try await server.propfind(Self.book, depth: 1, "D:getetag")
        let fresh = try await server.report(CardRequest.sync())
        #expect(list.responses.dropFirst().map(\.texts) == fresh.responses.map(\.texts))
        #expect(fresh.token == delta.token && fresh.responses.count == 3)
        // And only the tag of a card that did not change is the same
        #expect(zip(first.responses, fresh.responses).map { $0.texts == $1.texts } == [true, false, false])
        let otherFormat = "\(first.token.prefix { $0 != "-" })-0"
        for token in ["urn:duke-directory:sync:made-up", "x", "http://other/1", "\(first.token)0", otherFormat] {
            let answer = try await server.dav("REPORT", Self.book, CardRequest.sync(token))
            #expect(answer.status == 403 && answer.text.contains("<D:valid-sync-token/>"))
        }
    }

    @Test(.server()) func aBookThatWasNeverWrittenIsEmpty() async throws {
        let first = try await server.report(CardRequest.sync())
        #expect(first.responses.isEmpty && !first.token.isEmpty)
        #expect(try await server.propfind(Self.book, depth: 1, "D:getetag").responses.count == 1)
        try await server.repository.add(try Entry(DukePerson.sample().record))
        #expect(try await server.report(CardRequest.sync(first.token)).responses.count == 1)
    }

    @Test(.server(.three)) func cardsAreReadOnlyAndAnAppPasswordReadsNothingElse() async throws {
        let password = try await AppPasswords(repository: server.repository).add("phone", to: "ab12")
        let credentials: String?? = "ab12:\(password)"
        #expect(try await server.dav("PROPFIND", "/dav/", "", depth: 0, credentials: credentials).status == 207)
        #expect(try await server.send(.GET, "/entries/all", credentials: credentials).status == 401)
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
    }

    @Test(.server(.three)) func unsupportedReportsAreRefused() async throws {
        let four = CardRequest.multiget(["\(Self.book)7.vcf"]).replacing(
            "<C:address-data/>", with: #"<C:address-data content-type="text/vcard" version="4.0"/>"#)
        for (method, path, body, status, condition) in [
            ("REPORT", "\(Self.book)7.vcf", CardRequest.multiget([]), 403, "<D:supported-report/>"),
            ("REPORT", Self.book, #"<C:addressbook-query xmlns:C="urn:x"/>"#, 403, "<D:supported-report/>"),
            // Cards have one form
            ("REPORT", Self.book, four, 403, "<C:supported-address-data/>"),
            ("PROPFIND", Self.book, "", 403, "<D:propfind-finite-depth/>"),
        ] as [(String, String, String, UInt, String)] {
            let answer = try await server.dav(method, path, body)
            #expect(answer.status == status && answer.text.contains(condition), "\(body)")
        }
        let three = four.replacing("4.0", with: "3.0")
        #expect(try await server.report(three).only?.texts["address-data"] != nil)
        let odd = try await server.dav("PROPFIND", Self.book, CardRequest.multiget([]), depth: 0)
        #expect(odd.status == 400)
    }

    @Test(.sqlite) func theListIsReadWithoutEntries() async throws {
        let sql = "EXPLAIN QUERY PLAN SELECT key, hash FROM entry WHERE list = 'people' ORDER BY id"
        let plan = try await DatabaseQueue(path: database.address).read { db in
            try Row.fetchAll(db, sql: sql).map { try $0.text(3) }
        }
        #expect(plan == ["SEARCH entry USING COVERING INDEX entry_id (list=?)"])
    }
}
