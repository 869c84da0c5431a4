import DirectoryModel
import Foundation
import Hostile

/// Random elements of lists, with valid and invalid keys and values.
struct DrawnElement {
    private let definition: Definition
    private var draw: Draw
    private var spoiler: Spoiler
    private let keys: [String]

    init(_ definition: Definition, usually seed: UInt64, test: String = #fileID) {
        self.definition = definition
        draw = Draw(usually: seed, test: test)
        spoiler = Spoiler(
            usually: seed, test: test, indices: 1...3, doubled: 9, signs: Array("{}[],:\"\\ \n0-e.\u{0}tu".utf8)
        ) { min(9, $0) }
        keys = definition.fields.flatMap { [$0.key] + $0.aliases }
    }

    /// One in three is damaged.
    mutating func next() -> Data {
        let element = Data(object().utf8)
        return chance(3) ? spoiler.spoiled(element) : element
    }

    private mutating func chance(_ among: Int) -> Bool { Int.random(in: 0..<among, using: &draw) == 0 }

    private mutating func object() -> String {
        var members = Set((0..<Int.random(in: 0...8, using: &draw)).map { _ in key() }).sorted()
        members.shuffle(using: &draw)
        // Most elements are records.
        if !chance(8) {
            let fields = definition.fields
            for key in [definition.address?.key ?? fields[0].key, fields[1].key] where !members.contains(key) {
                members.insert(key, at: Int.random(in: 0...members.count, using: &draw))
            }
        }
        let texts = members.map { key in
            "\(space())\(quoted(key, escaping: 900))\(space()):\(space())\(value(of: key))\(space())"
        }
        return "\(space()){\(texts.joined(separator: ","))\(texts.isEmpty ? space() : "")}\(space())"
    }

    private mutating func space() -> String {
        chance(9) ? ["\n  ", "\t", "\r\n", "  "].randomElement(using: &draw) ?? "" : ""
    }

    private mutating func key() -> String {
        let key = keys.randomElement(using: &draw) ?? ""
        switch Int.random(in: 0..<24, using: &draw) {
        case 0: return key.uppercased()
        case 1: return key.capitalized
        case 2: return key.replacing("k", with: "\u{212A}").replacing("K", with: "\u{212A}")
        case 3: return ["note", "año", "", "名", "_id", "x\u{301}", "duidé"].randomElement(using: &draw) ?? ""
        default: return key
        }
    }

    /// - Parameter escaping: one of this many characters is escaped needlessly.
    private mutating func quoted(_ text: String, escaping among: Int = 60) -> String {
        let escaped = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case "\n": "\\n"
            case "\u{0}"..<" ": "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            default: chance(among) ? Self.escape(scalar) : String(scalar)
            }
        }
        return "\"\(escaped.joined())\""
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        if scalar == "/" { return #"\/"# }
        return Array(String(scalar).utf16).map { "\\u" + String(0x10000 + UInt32($0), radix: 16).dropFirst() }.joined()
    }

    private mutating func value(of key: String) -> String {
        let isNumber = [.number, .decimal].contains(definition.field(named: key)?.editor)
        switch Int.random(in: 0..<(isNumber ? 30 : 12), using: &draw) {
        case 0: return Self.odd.randomElement(using: &draw) ?? ""
        case 1: return ["null", "true", "false", #""""#].randomElement(using: &draw) ?? ""
        case 2: return number()
        case 3: return "[\((0..<Int.random(in: 0...3, using: &draw)).map { _ in item() }.joined(separator: ","))]"
        case 4 where chance(3): return #"{"a": [1, {"b": null}], "c": "\u00e9"}"#
        case 5 where chance(3): return "[[1]]"
        case 5:
            return quoted(HostileText.all.filter { $0.text.utf8.count < 200 }.randomElement(using: &draw)?.text ?? "")
        default: return isNumber ? String(Int.random(in: 0...9_999_999, using: &draw)) : quoted(word())
        }
    }

    private mutating func item() -> String { chance(4) ? number() : chance(9) ? "null" : quoted(word()) }

    private mutating func word() -> String { Self.words.randomElement(using: &draw) ?? "" }

    private mutating func number() -> String {
        switch Int.random(in: 0..<4, using: &draw) {
        case 0: String(Int.random(in: -99...999, using: &draw))
        case 1: String(Int.random(in: .min...Int.max, using: &draw) >> Int.random(in: 0...60, using: &draw))
        case 2: String(Double.random(in: -1000...1000, using: &draw))
        default: Self.numbers.randomElement(using: &draw) ?? ""
        }
    }

    private static var words: [String] {
        [
            "Ana", "Zoë", "Strauß", "Ana Li", " chess, tea; swim ", "none", "N/A", "", " ", "Male", "FEMALE", "TA",
            "Student", "North Carolina", "https://example.com/todos/17", "2017-03-29T12:00Z", "7", "1.5", "1e3", "-3",
            "0664541", "yes", "no", "true", "山田", "😀", "e\u{301}", "a\u{7F}b", "a\tb", "eHg/eHg+", "\u{202E}x",
        ]
    }

    /// Numbers that a reader may mistake.
    static var numbers: [String] {
        [
            "0", "-0", "-0.0", "0.0", "0e0", "1e2", "1E+2", "1.50", "15e-1", "100e-2", "1e400", "-1e400", "1e-400",
            "1e-320", "5e-324", "1e15", "1e16", "1e17", "1e18", "1e19", "1e22", "1e300", "9007199254740991",
            "9007199254740992", "9007199254740993", "9223372036854775807",
            "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "18446744073709551616",
            "123456789012345678", "1234567890123456789", "0.1", "0.30000000000000004", "1.0000000000000001",
            "1.00000000000000000001", "123456789.123456789", "4.35", "2.5e-5", "1e-05", "664541.0", "1.",
            "0.000000000000000000000000000000001",
        ]
    }

    private static var odd: [String] {
        numbers + [
            "01", "-", "+1", ".5", "1.", "1e", "1e+", "--1", "0x1", "NaN", "Infinity", "nul", "nulll", "True", "tru",
            #""\ud800""#, #""\udc00x""#, #""\ud83d\ude00""#, #""\ud83dx""#, #""\ud83d\u0041""#, #""\q""#, #""\u12""#,
            #""\uZZZZ""#, #""\u0000""#, #""\b\f\n\r\t\/\\\"""#, "'a'", "[1,]", "[,]", "[", "]", "{}", "{,}",
            #"{"a"}"#, #"["\q"]"#, "[null, null]", "[true]", "[1.5, 2.0]", "\"\t\"", "",
            String(repeating: "[", count: 40) + String(repeating: "]", count: 40),
        ]
    }
}
