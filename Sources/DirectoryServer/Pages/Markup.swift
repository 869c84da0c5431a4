import Foundation
import HTTPTypes
import Hummingbird
import Language

/// HTML or XML. Interpolated values are escaped unless they are markup; only literals in this program’s source are used
/// verbatim.
struct Markup: ExpressibleByStringInterpolation, Sendable {
    private(set) var text: String

    init(stringLiteral value: String) { text = value }
    init(stringInterpolation: Interpolation) { text = stringInterpolation.text }

    init(_ parts: [Markup], separator: Markup = "") { text = parts.map(\.text).joined(separator: separator.text) }

    /// An embedded file.
    private init(embedded bytes: [UInt8]) { text = String(decoding: bytes, as: UTF8.self) }

    struct Interpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

        mutating func appendLiteral(_ literal: String) { text += literal }
        mutating func appendInterpolation(_ markup: Markup) { text += markup.text }
        mutating func appendInterpolation(_ number: Int) { text += String(number) }
        mutating func appendInterpolation(_ string: String) { text += string.allowedInXML.escapedForMarkup() }
    }

    /// The style sheet of all pages.
    private static let style = Markup(embedded: PackageResources.page_css)

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
    /// A page without scripts and external content.
    static func page(title: String, status: HTTPResponse.Status = .ok, _ body: Markup) -> Response {
        let page = ByteBuffer(string: Markup.page(title: title, body).text)
        return Response(status: status, headers: pageHeaders, body: ResponseBody(byteBuffer: page))
    }

    static var pageHeaders: HTTPFields {
        let policy = """
            default-src 'none'; style-src 'unsafe-inline'; img-src data: 'self'; form-action 'self'; \
            base-uri 'none'; frame-ancestors 'none'
            """
        return [.contentType: "text/html; charset=utf-8", .contentSecurityPolicy: policy]
    }
}

extension String {
    /// The values of a form as browsers encode it, in a query or in a body. The first one of a name counts.
    var formValues: [String: String] {
        let pairs = split(separator: "&").map { pair -> (String, String) in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let texts = parts.map { $0.replacing("+", with: " ").removingPercentEncoding ?? "" }
            return (texts[0], texts.count > 1 ? texts[1] : "")
        }
        return Dictionary(pairs) { first, _ in first }
    }

    /// Escapes the text for elements and quoted attributes. Carriage returns become references, because XML parsers
    /// drop them before line feeds.
    fileprivate func escapedForMarkup() -> String {
        var text = self
        // Most of a card is a picture without any of them, so what is between two of them is copied at once.
        return text.withUTF8 { bytes in
            var result: [UInt8] = []
            result.reserveCapacity(bytes.count + bytes.count / 32)
            var start = 0
            for (index, byte) in bytes.enumerated() where byte < 0x3F {
                let reference: StaticString
                switch byte {
                case UInt8(ascii: "&"): reference = "&amp;"
                case UInt8(ascii: "<"): reference = "&lt;"
                case UInt8(ascii: ">"): reference = "&gt;"
                case UInt8(ascii: "\""): reference = "&quot;"
                case UInt8(ascii: "'"): reference = "&#39;"
                case UInt8(ascii: "\r"): reference = "&#13;"
                default: continue
                }
                result += bytes[start..<index]
                reference.withUTF8Buffer { result += $0 }
                start = index + 1
            }
            result += bytes[start...]
            return String(decoding: result, as: UTF8.self)
        }
    }

    /// The text without the control characters that XML or vCards cannot contain.
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

    /// Checks bytes, because a card with a picture is long.
    private var hasForbidden: Bool {
        var text = self
        return text.withUTF8 { bytes in
            bytes.indices.contains { index in
                switch bytes[index] {
                case 0x20..<0x7F, 0x09, 0x0A, 0x0D: false
                case 0..<0x20, 0x7F: true
                case 0x80...0x9F: index > 0 && bytes[index - 1] == 0xC2
                case 0xBE...0xBF: index > 1 && bytes[index - 1] == 0xBF && bytes[index - 2] == 0xEF
                default: false
                }
            }
        }
    }
}
