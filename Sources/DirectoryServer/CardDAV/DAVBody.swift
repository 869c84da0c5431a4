import Foundation

/// The body of a request, checked before it is parsed: a parser takes long for many attributes of one element, and
/// expands the entities that a document declares.
struct DAVBody {
    /// The XML in UTF-8, without its first line, so that a parser cannot take it for another encoding.
    let xml: Data

    /// The most attributes of an element.
    private static let mostAttributes = 64
    /// The most bytes of a tag, or of a text between two.
    private static let longestPart = 16 << 10
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// - Throws: `DAVRequest.Unreadable` where it is not XML in UTF-8, or more than a client sends.
    init(_ body: Data) throws {
        guard !body.contains(0), let text = String(validating: body, as: UTF8.self) else {
            throw DAVRequest.Unreadable()
        }
        var rest = Data(text.utf8)
        if rest.starts(with: Self.mark) { rest = rest.dropFirst(Self.mark.count) }
        xml = try Self.withoutDeclaration(rest)
        try Self.check(xml)
    }

    /// The XML without `<?xml … ?>`, which may name no encoding but UTF-8.
    private static func withoutDeclaration(_ xml: Data) throws -> Data {
        guard xml.starts(with: "<?xml".utf8) else { return Data(xml) }
        let declaration =
            #/
            <\?xml \s+ version \s*=\s* ["']1\.\d["']
            (\s+ encoding \s*=\s* ["']utf-8["'])? (\s+ standalone \s*=\s* ["']\w+["'])? \s* \?>
            /#
            .ignoresCase()
        let start = String(decoding: xml.prefix(256), as: UTF8.self)
        guard let found = start.prefixMatch(of: declaration) else { throw DAVRequest.Unreadable() }
        return Data(xml.dropFirst(found.0.utf8.count))
    }

    /// Looks at what is between one `<` and the next: a tag with the text behind it. Where that has few equal signs, so
    /// many attributes at most are in the tag, whatever a parser makes of its quotation marks.
    private static func check(_ xml: Data) throws {
        let equals = UInt8(ascii: "=")
        for part in xml.split(separator: UInt8(ascii: "<")) {
            let isDeclaration =
                part.first == UInt8(ascii: "!") && !part.starts(with: "!--".utf8) && !part.starts(with: "![CDATA[".utf8)
            guard !isDeclaration, part.count <= longestPart,
                part.reduce(0, { $1 == equals ? $0 + 1 : $0 }) <= mostAttributes
            else { throw DAVRequest.Unreadable() }
        }
    }
}
