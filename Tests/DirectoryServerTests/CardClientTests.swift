import DirectoryModel
import Foundation
import NIOHTTP1
import Testing

@testable import DirectoryServer

/// What programs for contacts send, as they send it, one after the other.
@Suite struct CardClientTests {
    private static let class3: [DukePerson] = [
        .sample(), .sample("cd34", duid: 8, name: "Bea"), .sample("ef56", duid: 9, name: "Cy"),
    ]
    private static let book = "/dav/home/book/"
    private static let hrefs = [7, 8, 9].map { "\(book)\($0).vcf" }

    /// Sends a request, and expects 207.
    private static func ask(
        _ server: TestServer, _ method: String, _ path: String, depth: String?, _ body: String,
        _ headers: [String: String] = ["Content-Type": "application/xml; charset=utf-8"]
    ) async throws -> MultiStatus {
        let headers = headers.merging(depth.map { ["Depth": $0] } ?? [:]) { $1 }
        let answer = try await server.send(.RAW(value: method), path, body: body, headers: headers)
        #expect(answer.status == 207, "\(method) \(path): \(answer.text)")
        #expect(answer.headers.first(name: "Content-Type")?.contains("xml") == true)
        return try MultiStatus(answer.body)
    }

    /// Expects that all cards are in `answer`, as they are at their addresses.
    private static func expectCards(_ answer: MultiStatus, _ server: TestServer) async throws {
        #expect(answer.responses.map(\.href) == hrefs)
        for response in answer.responses {
            let card = try await server.send(.GET, response.href)
            #expect(response.texts["address-data"] == card.text && response.texts["getetag"] == card.etag)
        }
    }

    /// tsdav 2, on which many programs in JavaScript are built. It lists cards by a query.
    @Test func tsdav() async throws {
        try await TestServer.withEach(Self.class3) { (server) async throws in
            let type = ["Content-Type": "text/xml;charset=UTF-8"]
            func propfind(_ path: String, _ depth: String, _ names: String...) async throws -> MultiStatus {
                let properties = names.map { "    <\($0)/>\n" }.joined()
                let body = """
                    <?xml version="1.0" encoding="utf-8"?>
                    <d:propfind xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:ca="http://apple.com/ns/ical/" \
                    xmlns:cs="http://calendarserver.org/ns/" xmlns:card="urn:ietf:params:xml:ns:carddav" xmlns:d="DAV:">
                      <d:prop>
                    \(properties)  </d:prop>
                    </d:propfind>
                    """
                return try await Self.ask(server, "PROPFIND", path, depth: depth, body, type)
            }
            let root = try await propfind("/dav/", "0", "d:current-user-principal")
            #expect(root.only?.texts["current-user-principal"] == "/dav/principal/")
            let principal = try await propfind("/dav/principal/", "0", "card:addressbook-home-set")
            #expect(principal.only?.texts["addressbook-home-set"] == "/dav/home/")
            let home = try await propfind(
                "/dav/home/", "1", "d:displayname", "cs:getctag", "d:resourcetype", "d:sync-token")
            #expect(home.responses.last?.names.contains("addressbook") == true)
            let token = try #require(home.responses.last?.texts["sync-token"])
            let reports = try await propfind(Self.book, "0", "d:supported-report-set")
            #expect(reports.only?.names.isSuperset(of: ["sync-collection", "addressbook-query"]) == true)

            func report(_ body: String) async throws -> MultiStatus {
                try await Self.ask(
                    server, "REPORT", Self.book, depth: "1", "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n" + body, type
                )
            }
            let query = try await report(
                """
                <card:addressbook-query xmlns:card="urn:ietf:params:xml:ns:carddav" xmlns:d="DAV:">
                  <d:prop>
                    <d:getetag/>
                  </d:prop>
                  <card:filter>
                    <card:prop-filter name="FN"/>
                  </card:filter>
                </card:addressbook-query>
                """)
            #expect(query.responses.map(\.href) == Self.hrefs)
            let cards = try await report(
                """
                <card:addressbook-multiget xmlns:d="DAV:" xmlns:card="urn:ietf:params:xml:ns:carddav">
                  <d:prop>
                    <d:getetag/>
                    <card:address-data/>
                  </d:prop>
                \(Self.hrefs.map { "  <d:href>\($0)</d:href>\n" }.joined())</card:addressbook-multiget>
                """)
            try await Self.expectCards(cards, server)
            // A book that it sees for the first time is without a token
            func changes(_ token: String) async throws -> MultiStatus {
                try await report(
                    """
                    <d:sync-collection xmlns:c="urn:ietf:params:xml:ns:caldav" \
                    xmlns:card="urn:ietf:params:xml:ns:carddav" xmlns:d="DAV:">
                      <d:sync-level>1</d:sync-level>\(token)
                      <d:prop>
                        <d:getetag/>
                        <card:address-data/>
                        <d:displayname/>
                      </d:prop>
                    </d:sync-collection>
                    """)
            }
            try await Self.expectCards(try await changes(""), server)
            #expect(try await changes("<d:sync-token>\(token)</d:sync-token>").responses.isEmpty)
        }
    }

    /// DAVx⁵ on Android, by dav4jvm.
    @Test func davx5() async throws {
        try await TestServer.withEach(Self.class3) { (server) async throws in
            let start = "<?xml version='1.0' encoding='UTF-8' ?>"
            let namespaces = #"xmlns="DAV:" xmlns:CARD="urn:ietf:params:xml:ns:carddav""#
            func propfind(_ path: String, _ depth: String, _ properties: String) async throws -> MultiStatus {
                let body = "\(start)<propfind \(namespaces)><prop>\(properties)</prop></propfind>"
                return try await Self.ask(server, "PROPFIND", path, depth: depth, body)
            }
            func report(_ name: String, _ depth: String, _ content: String) async throws -> MultiStatus {
                try await Self.ask(
                    server, "REPORT", Self.book, depth: depth, "\(start)<\(name) \(namespaces)>\(content)</\(name)>")
            }
            let principal = try await propfind(
                "/dav/principal/", "0",
                """
                <resourcetype /><displayname /><CARD:addressbook-description /><CARD:addressbook-home-set />\
                <current-user-principal /><group-membership />
                """)
            #expect(principal.only?.texts["addressbook-home-set"] == "/dav/home/")
            let home = try await propfind(
                "/dav/home/", "1",
                """
                <resourcetype /><current-user-privilege-set /><displayname /><owner /><CARD:addressbook-description />\
                <CARD:supported-address-data /><supported-report-set /><sync-token />
                """)
            let book = try #require(home.responses.last)
            #expect(book.href == Self.book && book.names.isSuperset(of: ["addressbook", "read", "sync-collection"]))
            #expect(book.names.isDisjoint(with: ["write", "write-content", "bind"]))
            let listed = try await report(
                "CARD:addressbook-query", "1", "<prop><getetag /></prop><CARD:filter />")
            #expect(listed.responses.map(\.href) == Self.hrefs)
            let hrefs = Self.hrefs.map { "<href>\($0)</href>" }.joined()
            let properties = #"<getcontenttype /><getetag /><CARD:address-data content-type="text/vcard" />"#
            let cards = try await report("CARD:addressbook-multiget", "0", "<prop>\(properties)</prop>\(hrefs)")
            try await Self.expectCards(cards, server)
            let first = try await report(
                "sync-collection", "0",
                "<sync-token></sync-token><sync-level>1</sync-level><prop><getetag /></prop>")
            #expect(first.responses.map(\.href) == Self.hrefs && !first.token.isEmpty)
            let next = try await report(
                "sync-collection", "0",
                "<sync-token>\(first.token)</sync-token><sync-level>1</sync-level><prop><getetag /></prop>")
            #expect(next.responses.isEmpty && next.token == first.token)
        }
    }

    /// Contacts of iOS and macOS.
    @Test func contactsOfApple() async throws {
        try await TestServer.withEach(Self.class3) { (server) async throws in
            let start = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"
            let headers = ["Content-Type": "text/xml", "Brief": "t", "Prefer": "return=minimal"]
            func propfind(_ path: String, _ depth: String, _ properties: String) async throws -> MultiStatus {
                let body =
                    "\(start)<A:propfind xmlns:A=\"DAV:\">\n  <A:prop>\n\(properties)\n  </A:prop>\n</A:propfind>"
                return try await Self.ask(server, "PROPFIND", path, depth: depth, body, headers)
            }
            let principal = try await propfind(
                "/dav/principal/", "0",
                """
                    <B:addressbook-home-set xmlns:B="urn:ietf:params:xml:ns:carddav"/>
                    <B:directory-gateway xmlns:B="urn:ietf:params:xml:ns:carddav"/>
                    <A:displayname/>
                    <C:email-address-set xmlns:C="http://calendarserver.org/ns/"/>
                    <A:principal-collection-set/>
                    <A:principal-URL/>
                    <A:resource-id/>
                    <A:supported-report-set/>
                """)
            #expect(principal.only?.texts["addressbook-home-set"] == "/dav/home/")
            #expect(principal.only?.texts["principal-URL"] == "/dav/principal/")
            let home = try await propfind(
                "/dav/home/", "1",
                """
                    <A:add-member/>
                    <E:bulk-requests xmlns:E="http://me.com/_namespace/"/>
                    <A:current-user-privilege-set/>
                    <A:displayname/>
                    <D:max-image-size xmlns:D="urn:ietf:params:xml:ns:carddav"/>
                    <D:max-resource-size xmlns:D="urn:ietf:params:xml:ns:carddav"/>
                    <C:me-card xmlns:C="http://calendarserver.org/ns/"/>
                    <A:owner/>
                    <C:push-transports xmlns:C="http://calendarserver.org/ns/"/>
                    <C:pushkey xmlns:C="http://calendarserver.org/ns/"/>
                    <A:quota-available-bytes/>
                    <A:quota-used-bytes/>
                    <A:resource-id/>
                    <A:resourcetype/>
                    <A:supported-report-set/>
                    <A:sync-token/>
                """)
            #expect(home.responses.last?.names.isSuperset(of: ["addressbook", "read", "bulk-requests"]) == true)
            let book = try await propfind(
                Self.book, "0", "    <C:getctag xmlns:C=\"http://calendarserver.org/ns/\"/>\n    <A:sync-token/>")
            let token = try #require(book.only?.texts["sync-token"])
            let listed = try await propfind(Self.book, "1", "    <A:getetag/>\n    <A:resourcetype/>")
            #expect(listed.responses.map(\.href) == [Self.book] + Self.hrefs)
            // Prefixes are declared where they are used
            let cards = try await Self.ask(
                server, "REPORT", Self.book, depth: "1",
                """
                \(start)<B:addressbook-multiget xmlns:B="urn:ietf:params:xml:ns:carddav">
                  <A:prop xmlns:A="DAV:">
                    <A:getetag/>
                    <B:address-data/>
                  </A:prop>
                \(Self.hrefs.map { "  <A:href xmlns:A=\"DAV:\">\($0)</A:href>" }.joined(separator: "\n"))
                </B:addressbook-multiget>
                """, headers)
            try await Self.expectCards(cards, server)
            let changes = """
                \(start)<A:sync-collection xmlns:A="DAV:">
                  <A:sync-token>\(token)</A:sync-token>
                  <A:sync-level>1</A:sync-level>
                  <A:prop>
                    <A:getetag/>
                  </A:prop>
                </A:sync-collection>
                """
            #expect(
                try await Self.ask(server, "REPORT", Self.book, depth: "1", changes, headers).responses.isEmpty)
            // Some versions invent tokens
            let invented = changes.replacing(token, with: "b905a5fd-ce23-4190-9be3-236969d071a8")
            let refused = try await server.dav("REPORT", Self.book, invented, depth: 1)
            #expect(refused.status == 403 && refused.text.contains("<D:valid-sync-token/>"))
        }
    }

    /// vdirsyncer, from whose files khard reads.
    @Test func vdirsyncer() async throws {
        try await TestServer.withEach(Self.class3) { (server) async throws in
            let start = #"<?xml version="1.0" encoding="utf-8" ?>"#
            let home = try await Self.ask(
                server, "PROPFIND", "/dav/principal/", depth: "0",
                """

                    <propfind xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:carddav">
                        <prop>
                            <c:addressbook-home-set />
                        </prop>
                    </propfind>
                    
                """)
            #expect(home.only?.texts["addressbook-home-set"] == "/dav/home/")
            let books = try await Self.ask(
                server, "PROPFIND", "/dav/home/", depth: "1",
                """
                \(start)
                    <propfind xmlns="DAV:">
                        <prop>
                            <resourcetype/>
                        </prop>
                    </propfind>
                """)
            #expect(books.responses.filter { $0.names.contains("addressbook") }.map(\.href) == [Self.book])
            let list = try await Self.ask(
                server, "PROPFIND", Self.book, depth: "1",
                """
                \(start)
                    <propfind xmlns="DAV:">
                        <prop>
                            <resourcetype/>
                            <getcontenttype/>
                            <getetag/>
                        </prop>
                    </propfind>
                    
                """)
            #expect(list.responses.dropFirst().map(\.href) == Self.hrefs)
            #expect(
                list.responses.dropFirst().allSatisfy { $0.texts["getcontenttype"]?.hasPrefix("text/vcard") == true })
            // An attribute that a card’s data has none of, and no depth
            let cards = try await Self.ask(
                server, "REPORT", Self.book, depth: nil,
                """
                \(start)
                    <C:addressbook-multiget xmlns="DAV:"
                            xmlns:C="urn:ietf:params:xml:ns:carddav">
                        <prop>
                            <getetag/>
                            <C:address-data />
                        </prop>
                        \(Self.hrefs.map { "<href>\($0)</href>" }.joined(separator: "\n"))
                    </C:addressbook-multiget>
                """)
            try await Self.expectCards(cards, server)
            let name = try await Self.ask(
                server, "PROPFIND", Self.book, depth: "0",
                """
                \(start)
                    <propfind xmlns="DAV:">
                        <prop>
                            <ns0:addressbook-description xmlns:ns0="urn:ietf:params:xml:ns:carddav" />
                        </prop>
                    </propfind>
                """)
            #expect(name.only?.texts["addressbook-description"] == "Everyone in the class")
        }
    }

    /// Evolution’s data server, for GNOME Contacts and Evolution.
    @Test func evolutionDataServer() async throws {
        try await TestServer.withEach(Self.class3) { (server) async throws in
            let start = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"
            let headers = ["Content-Type": "application/xml; charset=\"utf-8\""]
            let options = try await server.dav("OPTIONS", Self.book)
            #expect(options.headers.first(name: "DAV")?.contains("addressbook") == true)
            #expect(options.headers.first(name: "Allow")?.contains("PUT") == false)
            let rights = try await Self.ask(
                server, "PROPFIND", Self.book, depth: "0",
                "\(start)<propfind xmlns=\"DAV:\"><prop><current-user-privilege-set/></prop></propfind>\n", headers)
            #expect(rights.only?.names.contains("read") == true && rights.only?.names.contains("write") == false)
            let tag = try await Self.ask(
                server, "PROPFIND", Self.book, depth: "0",
                """
                \(start)<propfind xmlns="DAV:" xmlns:CS="http://calendarserver.org/ns/"><prop><CS:getctag/></prop></propfind>

                """, headers)
            #expect(tag.only?.texts["getctag"]?.isEmpty == false)
            let listed = try await Self.ask(
                server, "PROPFIND", Self.book, depth: "1",
                "\(start)<propfind xmlns=\"DAV:\"><prop><getetag/></prop></propfind>\n", headers)
            #expect(listed.responses.dropFirst().map(\.href) == Self.hrefs)
            let cards = try await Self.ask(
                server, "REPORT", Self.book, depth: nil,
                """
                \(start)<addressbook-multiget xmlns="urn:ietf:params:xml:ns:carddav" xmlns:D="DAV:"><D:prop><D:getetag/>\
                <address-data/></D:prop>\(Self.hrefs.map { "<D:href>\($0)</D:href>" }.joined())</addressbook-multiget>

                """, headers)
            try await Self.expectCards(cards, server)
            // A query without a filter, for parts of cards
            let query = try await Self.ask(
                server, "REPORT", Self.book, depth: "0",
                """
                \(start)<addressbook-query xmlns="urn:ietf:params:xml:ns:carddav" xmlns:D="DAV:"><D:prop><D:getetag/>\
                <address-data><prop name="VERSION"/><prop name="UID"/></address-data></D:prop></addressbook-query>

                """, headers)
            try await Self.expectCards(query, server)
        }
    }

    /// Thunderbird, and CardBook in it.
    @Test func thunderbird() async throws {
        try await TestServer.withEach(Self.class3) { (server) async throws in
            let headers = ["Content-Type": "text/xml"]
            func report(_ body: String) async throws -> MultiStatus {
                try await Self.ask(server, "REPORT", Self.book, depth: nil, body, headers)
            }
            let list = try await Self.ask(
                server, "PROPFIND", Self.book, depth: "1",
                """
                <propfind xmlns="DAV:" xmlns:cs="http://calendarserver.org/ns/"><prop><resourcetype/><getetag/>\
                <cs:getctag/></prop></propfind>
                """, headers)
            #expect(list.responses.dropFirst().map(\.href) == Self.hrefs)
            let cards = try await Self.ask(
                server, "REPORT", Self.book, depth: "1",
                """
                <C:addressbook-multiget xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:carddav"><D:prop><D:getetag/>\
                <C:address-data content-type='text/vcard'/></D:prop>\
                \(Self.hrefs.map { "<D:href>\($0)</D:href>" }.joined())</C:addressbook-multiget>
                """, headers)
            try await Self.expectCards(cards, server)
            let token = try await report(
                """
                <sync-collection xmlns="DAV:" xmlns:card="urn:ietf:params:xml:ns:carddav"><sync-token/>\
                <sync-level>1</sync-level><prop><getetag/><card:address-data/></prop></sync-collection>
                """)
            try await Self.expectCards(token, server)
            #expect(!token.token.isEmpty)
        }
    }
}
