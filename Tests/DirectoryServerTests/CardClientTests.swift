import DirectoryModel
import Foundation
import NIOHTTP1
import Testing

@testable import DirectoryServer

/// What programs for contacts send, as they send it. They differ in prefixes, declarations, blanks, and headers.
@Suite struct CardClientTests {
    /// A request of a program.
    struct Request: CustomTestStringConvertible {
        let program: String
        var path = CardRequest.book
        let depth: String?
        var headers = ["Content-Type": "application/xml; charset=utf-8"]
        let body: String

        var testDescription: String { program }

        /// Sends it, and expects 207.
        func answer(of server: TestServer) async throws -> MultiStatus {
            let answer = try await server.send(
                .RAW(value: path == CardRequest.book ? "REPORT" : "PROPFIND"), path,
                body: body, headers: headers.merging(depth.map { ["Depth": $0] } ?? [:]) { $1 })
            #expect(answer.status == 207, "\(answer.text)")
            #expect(answer.headers.first(name: "Content-Type")?.contains("xml") == true)
            return try MultiStatus(answer.body)
        }
    }

    private static func hrefs(_ prefix: String = "") -> String {
        CardRequest.hrefs.map { "<\(prefix)href>\($0)</\(prefix)href>" }.joined(separator: "\n")
    }

    private static let apple = ["Content-Type": "text/xml", "Brief": "t", "Prefer": "return=minimal"]
    private static let tsdav = ["Content-Type": "text/xml;charset=UTF-8"]
    private static let evolution = ["Content-Type": "application/xml; charset=\"utf-8\""]
    private static let thunderbird = ["Content-Type": "text/xml"]
    private static let declaration = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"

    /// What begins a synchronization, or asks for all cards.
    private static let reports = [
        // tsdav 2, on which many programs in JavaScript are built, begins without a token
        Request(
            program: "tsdav sync", depth: "1", headers: tsdav,
            body: """
                <?xml version="1.0" encoding="utf-8"?>
                <d:sync-collection xmlns:c="urn:ietf:params:xml:ns:caldav" \
                xmlns:card="urn:ietf:params:xml:ns:carddav" xmlns:d="DAV:">
                  <d:sync-level>1</d:sync-level>
                  <d:prop>
                    <d:getetag/>
                    <card:address-data/>
                    <d:displayname/>
                  </d:prop>
                </d:sync-collection>
                """),
        // DAVx⁵ on Android, by dav4jvm
        Request(
            program: "DAVx⁵ multiget", depth: "0",
            body: """
                <?xml version='1.0' encoding='UTF-8' ?><CARD:addressbook-multiget xmlns="DAV:" \
                xmlns:CARD="urn:ietf:params:xml:ns:carddav"><prop><getcontenttype /><getetag />\
                <CARD:address-data content-type="text/vcard" /></prop>\(hrefs())</CARD:addressbook-multiget>
                """),
        // Contacts of iOS and macOS declares prefixes where they are used
        Request(
            program: "Apple multiget", depth: "1", headers: apple,
            body: """
                \(declaration)<B:addressbook-multiget xmlns:B="urn:ietf:params:xml:ns:carddav">
                  <A:prop xmlns:A="DAV:">
                    <A:getetag/>
                    <B:address-data/>
                  </A:prop>
                \(hrefs("A:").replacing("<A:href>", with: #"<A:href xmlns:A="DAV:">"#))
                </B:addressbook-multiget>
                """),
        // Evolution’s data server, for GNOME Contacts and Evolution: no filter, and parts of cards
        Request(
            program: "Evolution query", depth: "0", headers: evolution,
            body: """
                \(declaration)<addressbook-query xmlns="urn:ietf:params:xml:ns:carddav" xmlns:D="DAV:"><D:prop>\
                <D:getetag/><address-data><prop name="VERSION"/><prop name="UID"/></address-data></D:prop>\
                </addressbook-query>

                """),
        // Thunderbird, and CardBook in it
        Request(
            program: "Thunderbird sync", depth: nil, headers: thunderbird,
            body: """
                <sync-collection xmlns="DAV:" xmlns:card="urn:ietf:params:xml:ns:carddav"><sync-token/>\
                <sync-level>1</sync-level><prop><getetag/><card:address-data/></prop></sync-collection>
                """),
    ]

    @Test(.serverOnEachDatabase(.three), arguments: reports) func aReportListsEveryCard(report: Request) async throws {
        let answer = try await report.answer(of: server)
        #expect(answer.responses.map(\.href) == CardRequest.hrefs)
        for response in answer.responses {
            let card = try await server.send(.GET, response.href)
            #expect(response.texts["getetag"] == card.etag)
            #expect(response.texts["address-data"] == card.text)
        }
        // The token of a synchronization is that of the book
        let book = try await server.propfind(CardRequest.book, "D:sync-token")
        #expect(answer.token == (report.body.contains("sync-collection") ? book.only?.texts["sync-token"] : ""))
    }

    /// Requests for properties, and one that the server has.
    private static let discoveries = [
        (
            Request(
                program: "Apple", path: "/dav/home/", depth: "1", headers: apple,
                body: """
                    \(declaration)<A:propfind xmlns:A="DAV:">
                      <A:prop>
                        <A:add-member/>
                        <E:bulk-requests xmlns:E="http://me.com/_namespace/"/>
                        <D:max-image-size xmlns:D="urn:ietf:params:xml:ns:carddav"/>
                        <C:me-card xmlns:C="http://calendarserver.org/ns/"/>
                        <A:quota-available-bytes/>
                        <A:resourcetype/>
                      </A:prop>
                    </A:propfind>
                    """), "addressbook"
        ),
        (
            Request(
                program: "vdirsyncer", path: "/dav/principal/", depth: "0",
                body: """

                        <propfind xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:carddav">
                            <prop>
                                <c:addressbook-home-set />
                            </prop>
                        </propfind>
                        
                    """), "addressbook-home-set"
        ),
    ]

    @Test(.server(.three), arguments: discoveries)
    func propertiesAreFound(request: Request, name: String) async throws {
        let answer = try await request.answer(of: server)
        #expect(answer.responses.last?.names.contains(name) == true)
        if name == "addressbook-home-set" { #expect(answer.only?.texts[name] == "/dav/home/") }
    }
}
