import DirectoryModel
import Foundation
import NIOHTTP1
import Testing

@testable import DirectoryServer

/// Reports with a filter or a limit, and addresses below the root of CardDAV that do not exist.
@Suite struct CardQueryTests {
    private static let book = CardRequest.book

    private static func filter(_ properties: String, _ attributes: String = "") -> String {
        "<C:filter \(attributes)>\(properties)</C:filter>"
    }

    private static func text(_ name: String, _ text: String, _ attributes: String = "") -> String {
        """
        <C:prop-filter name="\(name)"><C:text-match \(attributes)>\(text)</C:text-match></C:prop-filter>
        """
    }

    private static func keys(_ answer: MultiStatus) -> [Int] {
        answer.responses.compactMap { Int($0.href.dropFirst(book.count).dropLast(4)) }
    }

    private static let filters: [(String, [Int])] = [
        ("", [7, 8, 9]), (filter(""), [7, 8, 9]), (filter("<C:prop-filter name=\"FN\"/>"), [7, 8, 9]),
        (filter("<C:prop-filter name=\"fn\"><C:is-not-defined/></C:prop-filter>"), []),
        (filter(text("FN", "ADA")), [7]), (filter(text("FN", "zOË BYRNE", "match-type=\"equals\"")), [8]),
        (filter(text("FN", "ada", "collation=\"i;octet\"")), []),
        (filter(text("FN", "Ada", "collation=\"i;octet\" match-type=\"starts-with\"")), [7]),
        // A letter is in the same letter with a mark, but not in a collation of bytes
        (filter(text("FN", "zoe")), [8]), (filter(text("FN", "zoe", "collation=\"i;ascii-casemap\"")), []),
        (filter(text("FN", "ZOE\u{308}", "collation=\"default\"")), [8]), (filter(text("FN", "")), [7, 8, 9]),
        (filter(text("FN", "Zoe\u{308}", "collation=\"i;octet\"")), []),
        (filter(text("FN", "ADA", "collation=\"i;ascii-casemap\"")), [7]),
        (filter(text("FN", "cy", "match-type=\"starts-with\"")), [9]),
        (filter(text("FN", "BYRNE", "match-type=\"starts-with\"")), []),
        (filter(text("EMAIL", "4@duke.example", "match-type=\"ends-with\"")), [8]),
        (filter(text("EMAIL", "cd34", "negate-condition=\"yes\"")), [7, 9]),
        (filter("<x:other xmlns:x=\"urn:x\"/>" + text("FN", "Ada")), [7]),
        (filter(text("FN", "Ada") + text("EMAIL", "ef56")), [7, 9]),
        (filter(text("fn", "Cy") + text("UID", "", "match-type=\"equals\"")), [9]),
        (
            filter(
                text("FN", "Cy") + "<C:prop-filter name=\"UID\"><C:is-not-defined/></C:prop-filter>", "test=\"allof\""),
            []
        ),
        (filter(text("FN", "Ada") + text("EMAIL", "ef56"), "test=\"allof\""), []),
        (filter(text("FN", "Byrne") + text("EMAIL", "ef56"), "test=\"allof\""), [9]),
        (
            filter(
                """
                <C:prop-filter name="FN" test="allof"><C:text-match>a</C:text-match><C:text-match>d</C:text-match>
                </C:prop-filter>
                """), [7]
        ),
        (
            filter(
                """
                <C:prop-filter name="FN" test="anyof"><C:text-match>ada</C:text-match>
                <C:text-match negate-condition="yes">byrne</C:text-match></C:prop-filter>
                """), [7]
        ),
    ]

    @Test(.server(.three), arguments: filters) func aFilterFindsCards(filter: String, keys: [Int]) async throws {
        let answer = try await server.report(CardRequest.query(filter))
        #expect(Self.keys(answer) == keys)
        for response in answer.responses {
            let one = try await server.send(.GET, response.href)
            #expect(one.text == response.texts["address-data"] && one.etag == response.texts["getetag"])
        }
        // Without the text of cards, the same are found
        let tags = try await server.report(CardRequest.query(filter, properties: "<D:getetag/>"))
        #expect(Self.keys(tags) == keys)
    }

    @Test(.server(.three)) func aCardIsFoundByTheUIDThatItHas() async throws {
        let card = try await server.send(.GET, "\(Self.book)8.vcf").text
        let uid = try #require(card.firstMatch(of: /UID:(\S+)/)).1
        let filter = Self.filter(Self.text("UID", String(uid), #"match-type="equals" collation="i;octet""#))
        #expect(Self.keys(try await server.report(CardRequest.query(filter))) == [8])
    }

    private static let refusals: [(String, String)] = [
        (text("NICKNAME", "x"), #"<C:supported-filter><C:prop-filter name="NICKNAME"/></C:supported-filter>"#),
        (
            #"<C:prop-filter name="EMAIL"><C:param-filter name="TYPE"/></C:prop-filter>"#,
            #"<C:supported-filter><C:param-filter name="TYPE"/></C:supported-filter>"#
        ), (text("FN", "x", #"collation="i;other""#), "<C:supported-collation>i;other</C:supported-collation>"),
        (text("FN", "x") + text("TEL", "1"), #"<C:supported-filter><C:prop-filter name="TEL"/></C:supported-filter>"#),
        (text("FN", "x", #"match-type="like""#), "<C:supported-filter><C:text-match/></C:supported-filter>"),
        (#"<C:comp-filter name="VCARD"/>"#, #"<C:supported-filter><C:comp-filter name="VCARD"/></C:supported-filter>"#),
        (#"<C:prop-filter name="&lt;"/>"#, #"<C:supported-filter><C:prop-filter name="&lt;"/></C:supported-filter>"#),
    ]

    @Test(.server(.three), arguments: refusals)
    func aFilterThatIsNotSupportedIsRefused(filter: String, condition: String) async throws {
        let answer = try await server.dav("REPORT", Self.book, CardRequest.query(Self.filter(filter)), depth: 1)
        #expect(answer.status == 403 && answer.text.contains(condition), "\(answer.text)")
    }

    @Test(.server(.three)) func aLimitedQueryReportsThatThereAreMore() async throws {
        let some = try await server.dav("REPORT", Self.book, CardRequest.query(limit: 2))
        #expect(some.status == 207 && some.text.contains("507 Insufficient Storage"))
        #expect(Self.keys(try MultiStatus(some.body)) == [7, 8])
        let all = try await server.dav("REPORT", Self.book, CardRequest.query(limit: 3))
        #expect(all.status == 207 && !all.text.contains("507"))
        // Also among those that match a filter
        let matches = CardRequest.query(Self.filter(Self.text("FN", "byrne")), limit: 2)
        let found = try await server.dav("REPORT", Self.book, matches)
        #expect(Self.keys(try MultiStatus(found.body)) == [7, 8] && found.text.contains("507"))
        for number in ["x", "", "-1"] {
            let odd = "<C:limit><C:nresults>\(number)</C:nresults></C:limit>"
            #expect(try await server.dav("REPORT", Self.book, CardRequest.query(odd)).status == 400)
        }
    }

    /// A client would delete the cards that are missing.
    @Test(.server(.three)) func otherRequestsAreNotLimited() async throws {
        let end = "</D:prop>"
        let limits = "<D:limit><D:nresults>1</D:nresults></D:limit><C:limit><C:nresults>1</C:nresults></C:limit>"
        let propfind = CardRequest.propfind(["D:getetag"]).replacing(end, with: end + limits)
        let list = try await server.multistatus("PROPFIND", Self.book, depth: 1, propfind)
        #expect(list.responses.count == 4)
        let multiget = CardRequest.multiget(CardRequest.hrefs, properties: "<D:getetag/>")
        let cards = try await server.report(multiget.replacing(end, with: end + limits))
        #expect(Self.keys(cards) == [7, 8, 9])
    }

    @Test(.server(.three)) func moreChangesThanAClientWantsAreRefused() async throws {
        let token = try await server.report(CardRequest.sync()).token
        let changed = try Entry(DukePerson.sample("cd34", duid: 8, name: "Bo").record)
        try await server.repository.replace(entryOf: "cd34", with: changed)
        _ = try await server.repository.remove(entryOf: "ef56", in: "people") { _ in }
        // Given two cards, and two changes since a token
        for (token, properties) in [
            ("", "<D:getetag/>"), ("", "<C:address-data/>"), (token, "<D:getetag/>"),
        ] {
            let refused = try await server.dav(
                "REPORT", Self.book, CardRequest.sync(token, properties: properties, limit: 1))
            #expect(refused.status == 507 && refused.text.contains("<D:number-of-matches-within-limits/>"))
            let answer = try await server.report(CardRequest.sync(token, properties: properties, limit: 2))
            #expect(answer.responses.count == 2 && !answer.token.isEmpty)
        }
    }

    @Test(
        .server(.three), arguments: ["/dav/x", "/dav/x/", "/dav/home/x/", "/dav/home/book/7.vcf/x", "/dav/principal/x"])
    func anUnknownAddressIsNotFound(path: String) async throws {
        for method in ["PROPFIND", "REPORT", "MKCOL", "PUT", "GET"] {
            #expect(
                try await server.dav(method, path, method == "GET" ? nil : "", depth: 0).status == 404, "\(method)")
        }
        #expect(try await server.dav("PURGE", path).status == 501)
        #expect(try await server.dav("PROPFIND", path, "", depth: 0, credentials: .some(nil)).status == 401)
    }
}
