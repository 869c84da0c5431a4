import DirectoryModel
import Foundation
import Hostile
import Logging
import NIOHTTP1
import Testing

@testable import DirectoryServer

/// Cards and requests that somebody made to break readers.
@Suite struct HostileCardTests {
    @Test func aCardWithUnusualCharactersHarmsNoOther() async throws {
        // Given a hundred people, one of whom has what no XML and no card can contain
        var people = (1...100).map { DukePerson.sample("ab\($0)x", duid: $0) }
        people[41].fName = "A\u{0}\u{1}\u{B}\u{1F}\u{7F}\u{85}\u{FFFE}\u{FFFF}<&\"]]>'\r\nEND:VCARD\r\nB"
        people[41].hobby = "\u{202E}\u{1F469}\u{200D}\u{1F680};,\\n:\u{E000}"
        people[41].picture = HeaderOnlyPicture.png(filler: [UInt8](repeating: 7, count: 60_000)).base64EncodedString()
        try await TestServer.with(people) { (server) async throws in
            // When all are fetched, then the answer can be read, and each card is one
            let hrefs = people.map { "\(CardRequest.book)\($0.DUID).vcf" }
            let answer = try await server.report(CardRequest.multiget(hrefs))
            #expect(answer.responses.count == 100)
            // Its name is in two lines
            for response in answer.responses {
                let card = response.texts["address-data"] ?? ""
                #expect(card.matches(of: /END:VCARD/).count == (response.href.hasSuffix("/42.vcf") ? 3 : 1))
                #expect(card.matches(of: /(?m)^END:VCARD/).count == 1)
                #expect(try await server.send(.GET, response.href).text == card)
            }
        }
    }

    @Test(.server([.sample()])) func aBodyThatIsNoXMLIsRefused() async throws {
        for (method, path) in [("PROPFIND", "/dav/"), ("REPORT", CardRequest.book)] {
            #expect(try await server.dav(method, path, "nonsense", depth: 0).status == 400)
        }
        let large = try await server.dav(
            "PROPFIND", "/dav/", String(repeating: " ", count: (256 << 10) + 1), depth: 0)
        #expect(large.status == 413 && large.json["error"] == "The body is larger than 256 KB.")
    }

    private static func named(_ names: [String], in namespace: String = "urn:x") -> String {
        let names = names.map { "<x:\($0)/>" }.joined()
        return "<D:propfind xmlns:D=\"DAV:\" xmlns:x=\"\(namespace)\"><D:prop>\(names)</D:prop></D:propfind>"
    }

    @Test(.server((1...100).map { DukePerson.sample("ab\($0)x", duid: $0) }))
    func unknownPropertiesAreShortInTheAnswer() async throws {
        // Given as many unknown properties as may be, some twice, of the widest namespace
        let namespace = String(repeating: "u", count: 256)
        let names = (0..<100).map { "p\($0)" }
        let body = Self.named(names + names, in: namespace)
        let answer = try await server.dav("PROPFIND", CardRequest.book, body, depth: 1)
        // Then the namespace is there once, and each name once for each card
        #expect(answer.status == 207)
        #expect(answer.text.ranges(of: namespace).count == 1)
        #expect(answer.text.ranges(of: "<X0:p7/>").count == 101)
        #expect(try MultiStatus(answer.body).responses.allSatisfy { $0.texts.count == 100 })
        // No client sends more, or longer ones
        for body in [
            Self.named(names + ["more"]), Self.named(names, in: namespace + "u"),
            Self.named([String(repeating: "n", count: 65)]),
        ] {
            let refused = try await server.dav("PROPFIND", CardRequest.book, body, depth: 1)
            #expect(refused.status == 400)
        }
    }

    @Test func anEntryThatCannotBeReadIsLoggedAndLeftOut() async throws {
        let lines = LoggedLines()
        let people = (1...20).map { DukePerson.sample("ab\($0)x", duid: $0) }
        try await TestServer.with(people, options: lines.logging(as: .line, level: .error)) { (server) async throws in
            let broken = Entry(DukePerson.sample("broken", duid: 99).record, json: Data("[]".utf8))
            try await server.repository.add(broken)
            // Then it is in the list, which needs no cards
            let list = try await server.propfind(CardRequest.book, depth: 1, "D:getetag")
            #expect(list.responses.count == 22)
            // And the cards are sent, but for its own
            let hrefs = list.responses.dropFirst().map(\.href)
            for body in [
                CardRequest.multiget(hrefs), CardRequest.query(), CardRequest.sync(properties: "<C:address-data/>"),
            ] {
                let answer = try await server.report(body)
                let failed = answer.responses.filter { $0.status.contains("500") }
                #expect(answer.responses.count == 21 && failed.map(\.href) == ["\(CardRequest.book)99.vcf"])
            }
            #expect(try await server.send(.GET, "\(CardRequest.book)99.vcf").status == 500)
            // And a page is without it
            let page = try await server.send(.GET, "/entries")
            #expect(page.status == 200 && page.text.contains("id=\"ab1x\"") && !page.text.contains("id=\"broken\""))
            #expect(lines.all.count { $0.hasSuffix("An entry cannot be read; key: 99") } == 5)
        }
    }
}
