/// The XML of answers. Values interpolated with `\( )` are escaped, unless they are XML themselves.
struct DAVXML: ExpressibleByStringInterpolation, Sendable {
    private(set) var text: String

    init(stringLiteral value: String) { text = value }
    init(stringInterpolation: Interpolation) { text = stringInterpolation.text }

    /// Several pieces, joined.
    init(_ parts: [DAVXML]) { text = parts.map(\.text).joined() }

    struct Interpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

        mutating func appendLiteral(_ literal: String) { text += literal }
        mutating func appendInterpolation(_ xml: DAVXML) { text += xml.text }
        mutating func appendInterpolation(_ number: Int) { text += String(number) }
        mutating func appendInterpolation(_ string: String) {
            text += string.allowedInXML.escapedForMarkup(keepsReturns: true)
        }
    }

    /// The error of a precondition that is not fulfilled.
    static func error(_ condition: DAVXML) -> DAVXML {
        """
        <?xml version="1.0" encoding="utf-8"?>
        <D:error xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:carddav">\(condition)</D:error>

        """
    }
}

extension String {
    /// The text without the characters that neither XML nor a line of a vCard can contain.
    var allowedInXML: String {
        guard hasForbidden else { return self }
        return String(
            String.UnicodeScalarView(
                unicodeScalars.filter {
                    switch $0.value {
                    case 0x09, 0x0A, 0x0D: true
                    case 0..<0x20, 0x7F...0x9F, 0xFFFE, 0xFFFF: false
                    default: true
                    }
                }))
    }

    /// True where one of those characters is in the text. A card with a picture has a hundred thousand others.
    private var hasForbidden: Bool {
        var (first, second): (UInt8, UInt8) = (0, 0)
        for byte in utf8 {
            switch byte {
            case 0x09, 0x0A, 0x0D: break
            case 0..<0x20, 0x7F: return true
            case 0x80...0x9F where second == 0xC2: return true
            case 0xBE...0xBF where first == 0xEF && second == 0xBF: return true
            default: break
            }
            (first, second) = (second, byte)
        }
        return false
    }
}
