import DirectoryModel
import DirectoryStore
import Foundation
import GRDB
import Hostile
import Testing
import TypedStore

/// A JSON file is, byte for byte, what `JSONEncoder` makes of every record.
struct JSONFileTests {
    private let sandbox = Folder()
    private var draw = Draw(usually: 12)

    /// The texts that JSON must escape or must not, and that tables keep in another form.
    private static let texts =
        [
            "", "\"", "\\", "/", "a/b\\c\"d", "\u{8}\u{9}\u{A}\u{C}\u{D}", "e\u{301}é ŁİıßẞﬁǅΣς", "🧑🏽‍🚀👨‍👩‍👧\u{200D}", "مرحبا",
            "\u{2028}\u{2029}\u{FEFF}",
            "\u{7F}\u{80}\u{FFFD}\u{FFFF}\u{10FFFF}", "a, b\u{1F}c", "\u{1F}", "\u{1F}\u{301}\u{1F}\u{200D}b", " ",
            "null", "-0", "007", "1e999",
        ]
        + (1..<0x20).compactMap { Unicode.Scalar($0).map { "x\($0)y" } }
        + HostileText.all.map(\.text).filter { $0.utf8.count < 500 }

    private func encoded(_ store: Store, _ definition: Definition) throws -> [Substring] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let elements = try store[definition].whole { _ in true }.map { try encoder.encode($0) }
        if elements.isEmpty { return Self.lines(Data("[]\n".utf8)) }
        return Self.lines(Data("[\n".utf8) + elements.joined(separator: Data(",\n".utf8)) + Data("\n]\n".utf8))
    }

    private func written(_ store: Store, _ definition: Definition) throws -> [Substring] {
        let list = ListFile(sandbox.url.appending(path: "list.json"))
        #expect(try list.write(from: store[definition]) == store[definition].count())
        return try Self.lines(Data(contentsOf: list.url))
    }

    private static func lines(_ data: Data) -> [Substring] {
        String(decoding: data, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    }

    private mutating func drawn(_ definition: Definition, _ number: Int) -> DirectoryModel.Record {
        var record = DirectoryModel.Record(definition, key: number)
        for field in definition.fields where !field.isKey {
            let text = Self.texts.randomElement(using: &draw) ?? ""
            switch Int.random(in: 0..<8, using: &draw) {
            case 0: continue
            case 1: record[field] = .number(.random(in: Int.min...Int.max, using: &draw))
            case 2: record[field] = .decimal(.random(in: -1e9...1e9, using: &draw))
            case 3: record[field] = .flag(.random(using: &draw))
            case 4: record[field] = .list((0..<3).compactMap { _ in Self.texts.randomElement(using: &draw) })
            case 5 where field.isPicture:
                let bytes = (0..<Int.random(in: 0..<70, using: &draw)).map { _ in
                    UInt8.random(in: 0...255, using: &draw)
                }
                record[field] = .text(Data(bytes).base64EncodedString())
            default: record[field] = .text(text)
            }
        }
        return record
    }

    @Test mutating func hostileRecordsOfEveryCollection() throws {
        let store = try sandbox.store()
        for definition in Collections.all {
            #expect(try written(store, definition) == encoded(store, definition))
            try store[definition].saveAll((1...300).map { drawn(definition, $0) })
            let comment: Comment = "\(definition.collection.name), \(draw)"
            #expect(try written(store, definition) == encoded(store, definition), comment)
        }
    }

    @Test func everyValueIsStoredAsItIsButForNUL() throws {
        let store = try sandbox.store()
        let odd = DukePerson(
            DUID: 9, netid: "'\";--", fName: "a\u{0}b", lName: "\u{202E}rtl", email: "", from: "😀", team: "%_",
            hobby: String(repeating: "x", count: 100_000), languages: ["", "a,b"], picture: "data:image/png;base64,AAAA"
        )
        try store.saveAll([odd, DukePerson(DUID: 1, picture: "no\u{0}t base64"), DukePerson(DUID: 2, picture: "\u{0}")])
        #expect(try store.find(DukePerson.self, key: 9) == odd.with(\.fName, "ab"))
        #expect(try [1, 2].map { try store.find(DukePerson.self, key: $0)?.picture } == ["not base64", ""])
        #expect(try written(store, .people) == encoded(store, .people))
        // And so are numbers and pictures at their bounds
        try store.saveAll(
            (0...300).map {
                DukePerson(DUID: $0, picture: Data((0..<$0).map { UInt8($0 & 255) }).base64EncodedString())
            })
        try store.save(DukePerson(DUID: .max, picture: "not base64 \u{1}/é="))
        for (number, decimal) in [0, -0.0, 1, 0.1, 1e15, 1e16, 1e300, .leastNonzeroMagnitude, -117.125].enumerated() {
            var player = Player(key: number + 1)
            for field in Player.fields { player.record[field] = .decimal(decimal) }
            try store.save(player)
        }
        #expect(try written(store, .people) == encoded(store, .people))
        #expect(try written(store, .players) == encoded(store, .players))
    }
}
