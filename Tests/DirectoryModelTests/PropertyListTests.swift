import DirectoryModel
import Foundation
import Testing

/// Property lists, including malicious ones.
struct PropertyListTests {
    private static func xml(_ body: String) -> Data {
        Data("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">\(body)</plist>\n".utf8)
    }

    private func players(_ list: Data) throws -> [Player] {
        try PropertyListReader(Player.definition).read(list).compactMap {
            $0.rejected == nil ? $0.record.map(Player.init) : nil
        }
    }

    private func rejected(_ list: Data) throws -> [RejectedElement] {
        try PropertyListReader(Player.definition).read(list).compactMap(\.rejected)
    }

    @Test func longNumberPreservesItsDigits() throws {
        let digits = "12345678901234567890123456"
        let list = Self.xml("<array><dict><key>DUID</key><integer>\(digits)</integer></dict></array>")
        let rejected = try #require(try PropertyListReader(.people).read(list).first?.rejectedWhole)
        #expect(rejected.reason == "This is not a person: its DUID “\(digits)” is too large.")
        #expect(rejected.raw == #"{"DUID":"\#(digits)"}"#)
    }

    @Test func numbersOfEveryTypeAreReadAndUnknownKeysPassedOver() throws {
        let list: [Any] = [
            ["Player": "Torvald", "Team": "ATL", "Rating": 117.1, "Yards": 4074, "More": ["a": [1, 2]]],
            ["player": "Ezra", "Rating": 100, "Yards": 3612.0], ["Team": "BAL"], "Marlon",
            ["Player": "Caspian", "Yards": "many"], ["Player": "Dash", "Yards": 1.5],
            ["Player": "Inf", "Rating": Double.infinity], ["Player": "Day", "Rating": Date(timeIntervalSince1970: 0)],
        ]
        let data = try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
        let players = try players(data)
        // Odd values are preserved, not read as numbers.
        #expect(players.map(\.name) == ["Torvald", "Ezra", "Caspian", "Dash", "Inf", "Day"])
        #expect(players.map(\.rating) == [117.1, 100, nil, nil, nil, nil])
        #expect(players.map(\.yards) == [4074, 3612, nil, nil, nil, nil])
        #expect(
            try rejected(data).map(\.reason) == [
                "This is not a player: it has no key or name.", "This is not a player: it is not an object.",
            ])
        #expect(try rejected(data)[0].raw == #"{"Team":"BAL"}"# && rejected(data)[1].raw == #""Marlon""#)
    }

    @Test func theSeasonThatShipsIsWholeAndConsistent() throws {
        let file = URL(filePath: #filePath).appending(path: "../../../data/players.plist").standardized
        let players = try players(Data(contentsOf: file))
        #expect(try players.map { try $0.record.normalized() } == players.map(\.record))
        #expect(players.count == 32 && Set(players.map(\.team)).count == 32 && Set(players.map(\.name)).count == 32)
        #expect(players.first { $0.team == "ATL" }?.rating == 117.1)
        let ratings = players.compactMap(\.rating)
        #expect(players.map(\.rank) == Array(1...32) && ratings.count == 32 && ratings == ratings.sorted(by: >))
        for player in players {
            let (attempts, completions) = (
                Double(try #require(player.attempts)), Double(try #require(player.completions))
            )
            let yards = Double(try #require(player.yards))
            #expect(abs(try #require(player.percentage) - completions / attempts * 100) <= 0.051)
            #expect(abs(try #require(player.yardsPerGame) - yards / 16) <= 0.051)
            #expect(abs(try #require(player.attemptsPerGame) - attempts / 16) <= 0.051)
            #expect(abs(try #require(player.yardsPerCompletion) - yards / completions) <= 0.051)
            let (maxLength, sacks) = (try #require(player.longestPass), try #require(player.sacks))
            let (touchdowns, lost) = (try #require(player.touchdowns), try #require(player.interceptions))
            #expect(maxLength < 100 && Double(touchdowns + lost) < attempts && sacks >= 0)
        }
    }

    /// Lists that are refused; none may crash or hang the program.
    @Test(arguments: [
        (
            "nested arrays",
            xml(String(repeating: "<array>", count: 100_000) + String(repeating: "</array>", count: 100_000))
        ),
        ("nested and cut", xml(String(repeating: "<array>", count: 100_000))),
        ("nested dictionaries", xml(String(repeating: "<dict><key>a</key>", count: 100_000))),
        ("closed in comments", xml(String(repeating: "<array><!--</array>-->", count: 100_000))),
        ("closed in CDATA", xml(String(repeating: "<array><![CDATA[</array>]]>", count: 100_000))),
        ("closed in attributes", xml(String(repeating: "<array a=\"</array>\">", count: 100_000))),
        ("closed in instructions", xml(String(repeating: "<array><?x </array>?>", count: 100_000))),
        ("closed with spaces", xml(String(repeating: "<array ></ array>", count: 100_000))),
        ("unknown tags", xml(String(repeating: "<x>", count: 100_000))),
        ("unopened", xml("<array></array></array>")),
        ("many empty elements", xml("<array>\(String(repeating: "<dict/>", count: 60_000))</array>")),
        ("a million values", xml("<array>\(String(repeating: "<true/>", count: 1_100_000))</array>")),
        (
            "entities",
            Data(
                "<?xml version=\"1.0\"?><!DOCTYPE plist [<!ENTITY a \"b\">]><plist><array><string>&a;</string></array></plist>"
                    .utf8)
        ),
        (
            "another encoding",
            Data("<?xml version=\"1.0\" encoding=\"UTF-7\"?><plist>+ADw-array+AD4-</plist>".utf8)
        ), ("nothing in it", xml("")), ("only its start", Data("<?xml".utf8)), ("a text", xml("<string>a</string>")),
        ("a dictionary", xml("<dict><key>Player</key><string>Ana</string></dict>")),
        ("odd dictionary", xml("<array><dict><key>Player</key></dict></array>")),
        ("no plist", Data("<html></html>".utf8)),
    ])
    func hostileXML(name: String, list: Data) {
        #expect(throws: ListError.self, "\(name)") { try PropertyListReader(Player.definition).read(list) }
    }

    @Test(
        arguments: ["integer", "real", "date", "string", "key", "data"], [[0xFF], [0xC3], [0x80], [0xED, 0xA0, 0x80]])
    func bytesThatAreNoLetters(tag: String, bytes: [UInt8]) {
        let start = "<?xml version=\"1.0\"?><plist><array><\(tag)>"
        let list = Data(Array(start.utf8) + bytes + Array("2</\(tag)></array></plist>".utf8))
        #expect(throws: ListError.self) { try PropertyListReader(Player.definition).read(list) }
    }

    @Test func aListCutAnywhereIsRefused() throws {
        let list: [Any] = [["Player": "Torvald", "Yards": 4074, "Rating": 117.1], ["Player": "Ezra"]]
        let whole = try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
        for length in 0..<whole.count - "</plist>\n".utf8.count {
            #expect(throws: ListError.self, "\(length)") {
                try PropertyListReader(Player.definition).read(whole.prefix(length))
            }
        }
    }

    @Test func appleBinaryFormIsRefused() throws {
        let list = try PropertyListSerialization.data(
            fromPropertyList: [["Player": "Ana"]], format: .binary, options: 0)
        #expect(throws: ListError.binaryPropertyList) { try PropertyListReader(Player.definition).read(list) }
    }

    @Test func everyByteChangedEitherReadsOrIsRefused() throws {
        let list: [Any] = [["Player": "Torvald", "Yards": 4074, "Rating": 117.1, "On": true], ["Player": "Łukasz"]]
        let whole = try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
        for index in whole.indices {
            for byte: UInt8 in [0, 0x3C, 0x7F, 0x80, 0xA1, 0xD1, 0xFF, whole[index] ^ 1] {
                var changed = whole
                changed[index] = byte
                let read = try? PropertyListReader(Player.definition).read(changed)
                #expect((read?.count ?? 0) < 100)
            }
        }
    }
}
