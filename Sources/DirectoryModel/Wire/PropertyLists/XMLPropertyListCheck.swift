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
        if isNext("!--") { return _ = try content(until: "-->") }
        if isNext("![CDATA[") { return _ = try content(until: "]]>") }
        if isNext("?") { return try checkEncoding(try content(until: "?>")) }
        if isNext("!") {
            // Brackets declare entities.
            if try content(until: ">").contains("[") { throw .damaged }
            return
        }
        try element(try content(until: ">"))
    }

    private func isNext(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { bytes[position...].starts(with: $0) }
    }

    /// The text up to `end`, which is consumed too.
    private mutating func content(until end: String) throws(ListError) -> String {
        let end = Array(end.utf8)
        var index = position
        while index + end.count <= bytes.count {
            if bytes[index] == end[0], bytes[index...].starts(with: end) {
                defer { position = index + end.count }
                return String(decoding: bytes[position..<index], as: UTF8.self)
            }
            index += 1
        }
        throw .unfinished
    }

    private func checkEncoding(_ instruction: String) throws(ListError) {
        let text = instruction.lowercased()
        guard !text.contains("encoding") || text.contains("utf-8") || text.contains("us-ascii") else {
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
        var (result, index, copied) = (Data(), 0, 0)
        while let found = bytes[index...].firstRange(of: start) {
            index = found.upperBound
            let digits = bytes[index...].prefix { $0 != UInt8(ascii: "<") }
            let text = String(decoding: digits, as: UTF8.self).trimmed
            guard text.utf8.count > 18, Int(text) == nil, text.drop(while: { $0 == "-" }).allSatisfy(\.isDigit),
                bytes[digits.endIndex...].starts(with: end)
            else { continue }
            result += bytes[copied..<found.lowerBound] + Array("<string>\(text)</string>".utf8)
            index = digits.endIndex + end.count
            copied = index
        }
        return result + bytes[copied...]
    }

    private static let names: Set<String> = [
        "plist", "array", "dict", "key", "string", "integer", "real", "true", "false", "date", "data",
    ]
}
