/// HTML markup in pasted text.
public enum Markup {
    /// `text` without its HTML markup, or nil if it contains none.
    ///
    /// Only real markup counts: the text begins or ends with a tag, every tag is a known HTML element, and tags are
    /// balanced. `List<Int>`, `<stdio.h>`, `Tom <tom@x.y>`, and `a < b` are text.
    public static func removed(from text: String) -> String? {
        guard text.utf8.count <= maxLength, text.contains("<"), let parts = parts(of: text.trimmed) else { return nil }
        guard parts.first?.isTag == true || parts.last?.isTag == true, isBalanced(parts) else { return nil }
        let plain = parts.map(\.plainText).joined().replacingEntities.plain
        return plain.isEmpty ? nil : plain
    }

    /// The most bytes of a text that is checked.
    private static let maxLength = 10_000

    private enum Part {
        case text(Substring)
        case tag(name: String, isEnd: Bool)

        var isTag: Bool { if case .tag = self { true } else { false } }

        var plainText: String {
            switch self {
            case .text(let text): String(text)
            case .tag(let name, _): Markup.dividing.contains(name) ? " " : ""
            }
        }
    }

    /// Nil if a `<` does not begin an HTML tag.
    private static func parts(of text: String) -> [Part]? {
        var parts: [Part] = []
        var rest = text[...]
        while let start = rest.firstIndex(of: "<") {
            if start > rest.startIndex { parts.append(.text(rest[..<start])) }
            guard let found = tag(in: rest[start...]), known.contains(found.name) else { return nil }
            parts.append(.tag(name: found.name, isEnd: found.isEnd))
            rest = rest[found.end...]
        }
        return rest.isEmpty ? parts : parts + [.text(rest)]
    }

    private static func isBalanced(_ parts: [Part]) -> Bool {
        var open: [String] = []
        for case .tag(let name, let isEnd) in parts where !void.contains(name) {
            guard isEnd else {
                open.append(name)
                continue
            }
            while let last = open.last, last != name, endsByItself.contains(last) { open.removeLast() }
            guard open.popLast() == name else { return false }
        }
        return open.allSatisfy(endsByItself.contains)
    }

    /// The tag that `text` begins with, or nil.
    private static func tag(in text: Substring) -> (name: String, isEnd: Bool, end: Substring.Index)? {
        let tag = /<(\/?)([A-Za-z][A-Za-z0-9]*)(?:\s+[A-Za-z-]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>=]+))?)*\s*\/?>/
        guard let match = text.prefixMatch(of: tag) else { return nil }
        return (match.output.2.lowercased(), !match.output.1.isEmpty, match.range.upperBound)
    }

    private static let void: Set = ["br", "hr", "img", "wbr", "meta", "link", "input", "col"]
    private static let endsByItself: Set = ["p", "li", "td", "th", "tr", "dt", "dd", "html", "body", "option"]
    /// Elements that are replaced by a space.
    private static let dividing: Set = [
        "br", "hr", "p", "div", "li", "ul", "ol", "tr", "td", "th", "table", "h1", "h2", "h3", "h4", "h5", "h6", "dt",
        "dd", "dl", "blockquote", "pre", "section", "article", "header", "footer", "title",
    ]
    private static let known = void.union(endsByItself).union(dividing).union([
        "a", "abbr", "address", "b", "big", "button", "center", "cite", "code", "del", "em", "figure", "font", "form",
        "head", "i", "ins", "kbd", "label", "main", "mark", "nav", "q", "s", "samp", "small", "span", "strike",
        "strong", "style", "sub", "sup", "tbody", "tfoot", "thead", "time", "tt", "u", "var",
    ])
}

extension String {
    fileprivate var replacingEntities: String {
        guard contains("&") else { return self }
        let entities = [("lt", "<"), ("gt", ">"), ("quot", "\""), ("#39", "'"), ("nbsp", " "), ("amp", "&")]
        return entities.reduce(self) { text, entity in
            text.split(separator: "&\(entity.0);", omittingEmptySubsequences: false).joined(separator: entity.1)
        }
    }
}
