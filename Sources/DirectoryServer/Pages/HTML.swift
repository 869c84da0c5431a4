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

extension String {
    /// The text, escaped for the text and for the quoted attributes of HTML and XML.
    /// - Parameter keepsReturns: true where carriage returns are written as references: readers of XML make one line
    ///   feed of CR and LF otherwise.
    func escapedForMarkup(keepsReturns: Bool = false) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(utf8.count + utf8.count / 32)
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "&"): result += "&amp;".utf8
            case UInt8(ascii: "<"): result += "&lt;".utf8
            case UInt8(ascii: ">"): result += "&gt;".utf8
            case UInt8(ascii: "\""): result += "&quot;".utf8
            case UInt8(ascii: "'"): result += "&#39;".utf8
            case UInt8(ascii: "\r") where keepsReturns: result += "&#13;".utf8
            default: result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}

/// The style of the pages, light and dark, for widths from 360 pixels up.
enum PageStyle {
    static let sheet: HTML = """
        :root { color-scheme: light dark; --ink: #1d2433; --dim: #5b6478; --paper: #f6f7f9; --card: #fff;
          --line: #dfe3ea; --edge: #7f889a; --accent: #1b4f9c; --soft: #e6eefb; --face-l: 88%; --face-ink: 28%; }
        @media (prefers-color-scheme: dark) { :root { --ink: #e9ecf2; --dim: #a3adc0; --paper: #14171d;
          --card: #1d2129; --line: #313744; --edge: #788295; --accent: #8db6f5; --soft: #22304a; --face-l: 28%;
          --face-ink: 85%; } }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, Cantarell,
          "Segoe UI", Roboto, sans-serif; overflow-wrap: anywhere; }
        header, main, footer { max-width: 1080px; margin: 0 auto; padding: 18px; }
        main { padding-top: 0; }
        h1 { font-size: 1.7rem; line-height: 1.2; margin: 6px 0; }
        h2 { font-size: 1.05rem; margin: 30px 0 12px; }
        section:first-child h2 { margin-top: 6px; }
        h2 small, .dim { color: var(--dim); font-weight: 400; }
        h3 { font-size: 1.05rem; line-height: 1.3; margin: 0; }
        p { margin: 6px 0; } a { color: var(--accent); }
        form { display: flex; gap: 8px; margin: 18px 0 6px; max-width: 560px; }
        input, button, .button { font: inherit; color: inherit; padding: 8px 12px; border-radius: 8px;
          border: 1px solid var(--line); background: var(--card); }
        input { flex: 1; min-width: 0; border-color: var(--edge); }
        p + p .button { margin-top: 6px; }
        .column, .column label { display: flex; flex-direction: column; gap: 6px; }
        .column { gap: 12px; } .column button { align-self: flex-start; margin-top: 6px; }
        button, .button { background: var(--accent); border-color: var(--accent); color: var(--card); font-weight: 600;
          text-decoration: none; display: inline-block; cursor: pointer; }
        :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
        .people { display: grid; gap: 12px; grid-template-columns: repeat(auto-fill, minmax(min(100%, 320px), 1fr));
          align-items: start; }
        .card { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 14px; }
        .card.yours { border: 2px solid var(--accent); }
        .top { display: flex; gap: 12px; align-items: center; }
        .top > div { min-width: 0; }
        .face { width: 64px; height: 64px; border-radius: 50%; flex: none; object-fit: cover; display: grid;
          place-items: center; font-weight: 600; font-size: 1.25rem; background: hsl(var(--hue) 45% var(--face-l));
          color: hsl(var(--hue) 45% var(--face-ink)); }
        .pill { background: var(--soft); color: var(--accent); border-radius: 99px; padding: 1px 10px;
          font-size: .85rem; display: inline-block; }
        summary { cursor: pointer; color: var(--accent); margin-top: 8px; }
        dl { margin: 8px 0 0; display: grid; grid-template-columns: auto 1fr; gap: 4px 12px; font-size: .92rem; }
        dt { color: var(--dim); } dd { margin: 0; }
        nav { display: flex; gap: 12px; justify-content: space-between; align-items: center; margin: 24px 0; }
        code { background: var(--soft); border-radius: 6px; padding: 1px 6px; font-size: .92em; }
        .narrow { max-width: 680px; }
        """
}
