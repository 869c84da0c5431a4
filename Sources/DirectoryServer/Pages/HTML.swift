import Foundation
import HTTPTypes
import Hummingbird
import Language

/// Text that is HTML. Values interpolated with `\( )` are escaped, unless they are HTML themselves; only literals of
/// this program's source are used verbatim.
struct HTML: ExpressibleByStringInterpolation, Sendable {
    private(set) var text: String

    init(stringLiteral value: String) { text = value }
    init(stringInterpolation: Interpolation) { text = stringInterpolation.text }

    /// Several pieces, joined.
    init(_ parts: [HTML]) { text = parts.map(\.text).joined() }

    static func + (left: HTML, right: HTML) -> HTML { HTML([left, right]) }

    /// A whole page.
    static func document(title: String, _ body: HTML) -> HTML {
        """
        <!doctype html>
        <html lang="\(Localization.tag)"><head><meta charset="utf-8"><title>\(title)</title>
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <style>\(PageStyle.sheet)</style></head>
        <body>\(body)</body></html>
        """
    }

    struct Interpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

        mutating func appendLiteral(_ literal: String) { text += literal }
        mutating func appendInterpolation(_ html: HTML) { text += html.text }
        mutating func appendInterpolation(_ number: Int) { text += String(number) }
        mutating func appendInterpolation(_ string: String) { text += string.escapedForMarkup() }
    }
}

extension Response {
    /// An answer that is a page: without scripts, with pictures of this server only, and without external content.
    static func page(title: String, status: HTTPResponse.Status = .ok, _ body: HTML) -> Response {
        let page = ByteBuffer(string: HTML.document(title: title, body).text)
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
