import Foundation

/// Walks an XML property list without recursion and refuses what could harm Foundation's reader: deep nesting, too many
/// values, other encodings, entities, and markup that the two would read differently.
struct XMLPropertyListCheck {
    private let bytes: [UInt8]
    private var position = 0
    private var depth = 0
    private var values = 0
    private var elements = 0

    init(_ list: Data) { bytes = [UInt8](list) }

    /// - Throws: `ListError` if the list must not be read.
    func run() throws(ListError) {
        // The system's reader crashes on invalid UTF-8 in a number.
        guard String(validating: bytes, as: UTF8.self) != nil else { throw .damaged }
        var walk = self
        while let start = walk.bytes[walk.position...].firstIndex(of: UInt8(ascii: "<")) {
            walk.position = start + 1
            try walk.tag()
        }
        guard walk.depth == 0, walk.values > 0 else { throw .unfinished }
    }

    private mutating func tag() throws(ListError) {
        if stands("!--") { return _ = try content(until: "-->") }
        if stands("![CDATA[") { return _ = try content(until: "]]>") }
        if stands("?") { return try checkEncoding(try content(until: "?>")) }
        if stands("!") {
            // Brackets declare entities.
            if try content(until: ">").contains("[") { throw .damaged }
            return
        }
        try element(try content(until: ">"))
    }

    private func stands(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { bytes[position...].starts(with: $0) }
    }

    /// The text up to `end`, which is consumed too.
    private mutating func content(until end: String) throws(ListError) -> String {
        let end = Array(end.utf8)
        var place = position
        while place + end.count <= bytes.count {
            if bytes[place] == end[0], bytes[place...].starts(with: end) {
                defer { position = place + end.count }
                return String(decoding: bytes[position..<place], as: UTF8.self)
            }
            place += 1
        }
        throw .unfinished
    }

    private func checkEncoding(_ instruction: String) throws(ListError) {
        let words = instruction.lowercased()
        guard !words.contains("encoding") || words.contains("utf-8") || words.contains("us-ascii") else {
            throw .damaged
        }
    }

    /// Only `plist` has attributes, so a tag consists of its name.
    private mutating func element(_ tag: String) throws(ListError) {
        let isEnd = tag.hasPrefix("/")
        let isWhole = tag.hasSuffix("/")
        var name = isEnd ? tag.dropFirst() : tag[...]
        if isWhole { name = name.dropLast() }
        name = name.prefix { !$0.isWhitespace }
        guard Self.names.contains(String(name)), !tag.contains("<"), !(isEnd && isWhole) else { throw .damaged }
        let rest = tag.dropFirst(isEnd ? 1 : 0).dropFirst(name.count).dropLast(isWhole ? 1 : 0)
        guard name == "plist" || rest.allSatisfy(\.isWhitespace) else { throw .damaged }
        if !isEnd, name != "key" {
            values += 1
            if depth == 1 { elements += 1 }
        }
        if name == "array" || name == "dict" { depth += isWhole ? 0 : isEnd ? -1 : 1 }
        guard (0...PropertyListKind.deepest).contains(depth), values <= PropertyListKind.maxValues,
            elements <= PropertyListKind.maxElements
        else { throw .damaged }
    }

    /// The list with integers that do not fit `Int` as strings, because Foundation would refuse the list.
    var withLargeIntegersAsTexts: Data {
        let (start, end) = (Array("<integer>".utf8), Array("</integer>".utf8))
        var (kept, place, copied) = (Data(), 0, 0)
        while let found = bytes[place...].firstRange(of: start) {
            place = found.upperBound
            let digits = bytes[place...].prefix { $0 != UInt8(ascii: "<") }
            let text = String(decoding: digits, as: UTF8.self).trimmed
            guard text.utf8.count > 18, Int(text) == nil, text.drop(while: { $0 == "-" }).allSatisfy(\.isDigit),
                bytes[digits.endIndex...].starts(with: end)
            else { continue }
            kept += bytes[copied..<found.lowerBound] + Array("<string>\(text)</string>".utf8)
            place = digits.endIndex + end.count
            copied = place
        }
        return kept + bytes[copied...]
    }

    private static let names: Set<String> = [
        "plist", "array", "dict", "key", "string", "integer", "real", "true", "false", "date", "data",
    ]
}
