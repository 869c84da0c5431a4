import DirectoryModel
import Foundation
import Hostile

/// Random elements of lists, with valid and invalid keys and values.
struct DrawnElement {
    private let definition: Definition
    private let keys: [String]
    private var draw = Draw(usually: 564)
    private var spoiler = Spoiler(
        indices: 1...3, doubled: 9, signs: Array("{}[],:\"\\ \n0-e.\u{0}tu".utf8)
    ) { min(9, $0) }

    init(_ definition: Definition) {
        self.definition = definition
        keys = definition.fields.flatMap { [$0.key] + $0.aliases }
    }

    /// One in three is damaged.
    mutating func next() -> Data {
        var members = Set((0..<Int.random(in: 0...8, using: &draw)).map { _ in key() })
        // Most elements are records.
        if !chance(8) {
            members.formUnion([definition.address?.key ?? definition.fields[0].key, definition.fields[1].key])
        }
        let texts = members.sorted().shuffled(using: &draw).map { key in
            "\(space())\(quoted(key, escaping: 900))\(space()):\(space())\(value(of: key))\(space())"
        }
        let element = Data("\(space()){\(texts.joined(separator: ","))\(space())}\(space())".utf8)
        return chance(3) ? spoiler.spoiled(element) : element
    }

    private mutating func chance(_ among: Int) -> Bool { Int.random(in: 0..<among, using: &draw) == 0 }

    private mutating func pick(_ texts: [String]) -> String { texts.randomElement(using: &draw) ?? "" }

    private mutating func space() -> String { chance(9) ? pick(["\n  ", "\t", "\r\n", "  "]) : "" }

    private mutating func key() -> String {
        let key = pick(keys)
        guard chance(6) else { return key }
        return pick([
            key.uppercased(), key.capitalized, key.replacing("k", with: "\u{212A}").replacing("K", with: "\u{212A}"),
            pick(["note", "año", "", "名", "_id", "x\u{301}", "duidé"]),
        ])
    }

    /// - Parameter escaping: one of this many characters is escaped needlessly.
    private mutating func quoted(_ text: String, escaping among: Int = 60) -> String {
        let escaped = text.unicodeScalars.map { scalar in
            guard scalar < " " || scalar == "\"" || scalar == "\\" || chance(among) else { return String(scalar) }
            return String(scalar).utf16.map { "\\u" + String(0x10000 + Int($0), radix: 16).dropFirst() }.joined()
        }
        return "\"\(escaped.joined())\""
    }

    private mutating func value(of key: String) -> String {
        let isNumber = [.number, .decimal].contains(definition.field(named: key)?.editor)
        switch Int.random(in: 0..<(isNumber ? 30 : 12), using: &draw) {
        case 0: return pick(Self.odd)
        case 1: return pick(["null", "true", "false", #""""#])
        case 2: return number()
        case 3: return "[\((0..<Int.random(in: 0...3, using: &draw)).map { _ in item() }.joined(separator: ","))]"
        case 4: return quoted(pick(Self.hostile))
        default: return isNumber ? String(Int.random(in: 0...9_999_999, using: &draw)) : quoted(pick(Self.words))
        }
    }

    private mutating func item() -> String { chance(4) ? number() : chance(9) ? "null" : quoted(pick(Self.words)) }

    private mutating func number() -> String {
        switch Int.random(in: 0..<3, using: &draw) {
        case 0: String(Int.random(in: .min...Int.max, using: &draw) >> Int.random(in: 0...63, using: &draw))
        case 1: String(Double.random(in: -1000...1000, using: &draw))
        default: pick(Self.numbers)
        }
    }

    private static let hostile = HostileText.all.map(\.text).filter { $0.utf8.count < 200 }

    private static let words = [
        "Ana", "Zoë", "Strauß", "Ana Li", " chess, tea; swim ", "none", "N/A", "", " ", "Male", "FEMALE", "TA",
        "Student", "North Carolina", "https://example.com/todos/17", "2017-03-29T12:00Z", "7", "1.5", "1e3", "-3",
        "0664541", "yes", "no", "true", "山田", "😀", "e\u{301}", "a\u{7F}b", "a\tb", "eHg/eHg+", "\u{202E}x",
    ]

    /// Numbers that a reader may mistake.
    private static let numbers = [
        "0", "-0", "-0.0", "0.0", "0e0", "1e2", "1E+2", "1.50", "15e-1", "100e-2", "1e400", "-1e400", "1e-400",
        "1e-320", "5e-324", "1e15", "1e16", "1e17", "1e18", "1e19", "1e22", "1e300", "9007199254740991",
        "9007199254740992", "9007199254740993", "9223372036854775807",
        "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "18446744073709551616",
        "123456789012345678", "1234567890123456789", "0.1", "0.30000000000000004", "1.0000000000000001",
        "1.00000000000000000001", "123456789.123456789", "4.35", "2.5e-5", "1e-05", "664541.0", "1.",
        "0.000000000000000000000000000000001",
    ]

    private static let odd: [String] =
        numbers + [
            "01", "-", "+1", ".5", "1.", "1e", "1e+", "--1", "0x1", "NaN", "Infinity", "nul", "nulll", "True", "tru",
            #""\ud800""#, #""\udc00x""#, #""\ud83d\ude00""#, #""\ud83dx""#, #""\ud83d\u0041""#, #""\q""#, #""\u12""#,
            #""\uZZZZ""#, #""\u0000""#, #""\b\f\n\r\t\/\\\"""#, "'a'", "[1,]", "[,]", "[", "]", "{}", "{,}",
            #"{"a"}"#, #"["\q"]"#, "[null, null]", "[true]", "[1.5, 2.0]", "\"\t\"", "",
            #"{"a": [1, {"b": null}], "c": "\u00e9"}"#, "[[1]]",
            String(repeating: "[", count: 40) + String(repeating: "]", count: 40),
        ]
}
