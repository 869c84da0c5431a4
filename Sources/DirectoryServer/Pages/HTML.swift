import Foundation
import HTTPTypes
import Hummingbird
import Language

/// Text that is HTML. What is put into it with `\( )` is escaped, unless it is HTML itself;
/// only what stands in this program's source goes in as it is.
struct HTML: ExpressibleByStringInterpolation, Sendable {
    private(set) var text: String

    init(stringLiteral value: String) { text = value }
    init(stringInterpolation: Interpolation) { text = stringInterpolation.text }

    /// Several pieces one after the other.
    init(_ parts: [HTML]) { text = parts.map(\.text).joined() }

    static func + (left: HTML, right: HTML) -> HTML { HTML([left, right]) }

    struct Interpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

        mutating func appendLiteral(_ literal: String) { text += literal }
        mutating func appendInterpolation(_ html: HTML) { text += html.text }
        mutating func appendInterpolation(_ number: Int) { text += String(number) }
        mutating func appendInterpolation(_ string: String) { text += HTML.escaped(string) }
    }

    /// `string` as it may stand in text and in quoted attributes.
    static func escaped(_ string: String) -> String {
        var result = ""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

extension Response {
    /// An answer that is a page: no scripts, no pictures but our own, nothing from elsewhere.
    static func page(title: String, _ body: HTML) -> Response {
        let page: HTML = """
            <!doctype html>
            <html lang="\(Localization.tag)"><head><meta charset="utf-8"><title>\(title)</title>
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <style>\(PageStyle.sheet)</style></head>
            <body>\(body)</body></html>
            """
        let policy = """
            default-src 'none'; style-src 'unsafe-inline'; img-src data: 'self'; form-action 'self'; \
            base-uri 'none'; frame-ancestors 'none'
            """
        let headers: HTTPFields = [.contentType: "text/html; charset=utf-8", .contentSecurityPolicy: policy]
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: page.text)))
    }
}
