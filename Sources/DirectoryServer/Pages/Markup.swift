import Foundation
import HTTPTypes
import Hummingbird
import Language

/// HTML or XML. Values interpolated with `\( )` are escaped, unless they are markup themselves; only literals of this
/// program's source are used verbatim.
struct Markup: ExpressibleByStringInterpolation, Sendable {
    private(set) var text: String

    init(stringLiteral value: String) { text = value }
    init(stringInterpolation: Interpolation) { text = stringInterpolation.text }

    /// Several pieces, joined.
    init(_ parts: [Markup]) { text = parts.map(\.text).joined() }

    /// A file that is compiled in.
    private init(embedded bytes: [UInt8]) { text = String(decoding: bytes, as: UTF8.self) }

    struct Interpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

        mutating func appendLiteral(_ literal: String) { text += literal }
        mutating func appendInterpolation(_ markup: Markup) { text += markup.text }
        mutating func appendInterpolation(_ number: Int) { text += String(number) }
        mutating func appendInterpolation(_ string: String) { text += string.allowedInXML.escapedForMarkup() }
    }

    /// The style of the pages, light and dark, for widths from 360 pixels up.
    private static let style = Markup(embedded: PackageResources.page_css)

    /// A whole page.
    static func page(title: String, _ body: Markup) -> Markup {
        """
        <!doctype html>
        <html lang="\(Localization.tag)"><head><meta charset="utf-8"><title>\(title)</title>
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <style>\(style)</style></head>
        <body>\(body)</body></html>
        """
    }
}

extension Response {
    /// An answer that is a page: without scripts, with pictures of this server only, and without external content.
    static func page(title: String, status: HTTPResponse.Status = .ok, _ body: Markup) -> Response {
        let page = ByteBuffer(string: Markup.page(title: title, body).text)
        return Response(status: status, headers: pageHeaders, body: ResponseBody(byteBuffer: page))
    }

    /// The headers of a page.
    static var pageHeaders: HTTPFields {
        let policy = """
            default-src 'none'; style-src 'unsafe-inline'; img-src data: 'self'; form-action 'self'; \
            base-uri 'none'; frame-ancestors 'none'
            """
        return [.contentType: "text/html; charset=utf-8", .contentSecurityPolicy: policy]
    }
}

extension String {
    /// The text, escaped for the text and for the quoted attributes of HTML and XML. Carriage returns are written as
    /// references, because readers of XML replace CR and LF by one line feed.
    fileprivate func escapedForMarkup() -> String {
        var result: [UInt8] = []
        result.reserveCapacity(utf8.count + utf8.count / 32)
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "&"): result += "&amp;".utf8
            case UInt8(ascii: "<"): result += "&lt;".utf8
            case UInt8(ascii: ">"): result += "&gt;".utf8
            case UInt8(ascii: "\""): result += "&quot;".utf8
            case UInt8(ascii: "'"): result += "&#39;".utf8
            case UInt8(ascii: "\r"): result += "&#13;".utf8
            default: result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

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
