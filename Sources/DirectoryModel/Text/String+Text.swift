import Foundation

extension String {
    /// The text as one lowercase word: "firstname" for "First Name".
    var asWord: String { lowercased().filter { $0.isLetter || $0.isNumber } }

    /// The text without leading and trailing white space.
    package var trimmed: String {
        // A fast path. Scalars are compared because combining marks merge with the space or comma before them.
        if let first = unicodeScalars.first, let last = unicodeScalars.last, !first.isSpace, !last.isSpace {
            return self
        }
        return trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// The nonempty parts between commas, trimmed.
    package var commaSeparated: [String] {
        unicodeScalars.split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty }
    }

    /// The nonempty parts between list separators, trimmed.
    package var listItems: [String] {
        unicodeScalars.split(whereSeparator: \.dividesLists).map { String($0).trimmed }.filter { !$0.isEmpty }
    }

    /// The text as one line: control, invisible, and bidirectional formatting characters are removed, white space is
    /// collapsed, and ends are trimmed. Empty if no visible character is left.
    package var plain: String {
        if utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) { return self }
        var result = String.UnicodeScalarView()
        var (marks, isFlag, isVisible) = (MarkCount(), false, false)
        for scalar in unicodeScalars where !scalar.isInvisibleFormatting {
            // Tag characters belong only into flags.
            let isTag = (0xE0000...0xE007F).contains(scalar.value)
            if isTag && !isFlag { continue }
            isFlag = isTag || scalar.value == 0x1F3F4
            guard marks.leavesRoom(for: scalar) else { continue }
            isVisible = isVisible || scalar.isSeen
            result.append(scalar.breaksLine || scalar.isSpace ? " " : scalar)
        }
        return isVisible ? result.split(separator: " ").map { String($0) }.joined(separator: " ") : ""
    }

    /// The text without invisible characters that have no meaning; line breaks are unchanged.
    var seen: String {
        guard unicodeScalars.contains(where: \.isUnseen) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.filter { !$0.isUnseen }))
    }

    /// The text of a file or a server as one printable line without invisible characters; empty if it has only those.
    var received: String {
        if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return self }
        let text = String(UnicodeScalarView(unicodeScalars.filter { !$0.isInvisibleFormatting })).printable
        return text.utf8.allSatisfy { $0 < 0x80 } || text.unicodeScalars.contains(where: \.isSeen) ? text : ""
    }

    /// The text as one line that is safe to print: no cursor movements, bidirectional overrides, or excessive combining
    /// marks.
    package var printable: String {
        var marks = MarkCount()
        let isHarmless = unicodeScalars.allSatisfy {
            !$0.breaksLine && !$0.turnsDirection && marks.leavesRoom(for: $0)
        }
        guard !isHarmless else { return self }
        marks = MarkCount()
        let result = unicodeScalars.filter { !$0.turnsDirection && $0.value != 0 && marks.leavesRoom(for: $0) }
        return String(String.UnicodeScalarView(result.map { $0.breaksLine ? " " : $0 }))
    }

    /// The text as one printable line of at most `limit` scalars, because drawing a megabyte takes seconds.
    package func line(cutAt limit: Int) -> String {
        guard let end = unicodeScalars.index(startIndex, offsetBy: limit, limitedBy: endIndex), end < endIndex else {
            return printable
        }
        return String(self[..<end]).printable + "…"
    }

    /// The text without the scheme of a phone or email link, even if it is repeated.
    var withoutScheme: String {
        guard utf8.contains(UInt8(ascii: ":")) else { return self }
        var rest = self[...]
        while let scheme = rest.prefixMatch(of: /\s*(?i:tel|mailto):\s*/) { rest = rest[scheme.range.upperBound...] }
        return String(rest)
    }

    /// The text, left-padded with zeros to `width` characters.
    package func leftPadded(to width: Int) -> String { String(repeating: "0", count: max(0, width - count)) + self }

    /// True if all letters are Chinese, Japanese, or Korean.
    package var isEastAsian: Bool {
        !isEmpty
            && unicodeScalars.allSatisfy { scalar in
                switch scalar.value {
                case 0x20, 0x3005, 0x3040...0x30FF, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3,
                    0xF900...0xFAFF, 0x20000...0x3FFFF:
                    true
                default: false
                }
            }
    }

    /// The name in the order of its language: "Ana Li", but "王小明", family name first and without a space.
    static func name(first: String, last: String) -> String {
        if !first.isEmpty, last.isEastAsian, first.isEastAsian { return last + first }
        return [first, last].filter { !$0.isEmpty }.joined(separator: " ")
    }

    package func caseInsensitiveEquals(_ other: String) -> Bool {
        asciiEquals(other) ?? (self == other || lowercased() == other.lowercased())
    }

    /// Nil if ASCII does not suffice to decide.
    private func asciiEquals(_ other: String) -> Bool? {
        var (bytes, others) = (utf8.makeIterator(), other.utf8.makeIterator())
        while true {
            let (byte, other) = (bytes.next(), others.next())
            if max(byte ?? 0, other ?? 0) >= 0x80 { return nil }
            guard let byte, let other else { return byte == other }
            let isLetter = (0x61...0x7A).contains(byte | 0x20)
            guard byte == other || isLetter && byte | 0x20 == other | 0x20 else { return false }
        }
    }
}

/// Counts consecutive combining marks.
struct MarkCount {
    private var marks = 0
    private static let max = 15

    /// False for a mark beyond the number that any script uses.
    mutating func leavesRoom(for scalar: Unicode.Scalar) -> Bool {
        let isMark = scalar.value >= 0x300 && (scalar.properties.isGraphemeExtend || scalar.value == 0x200D)
        marks = isMark ? marks + 1 : 0
        return marks <= Self.max
    }
}

extension Unicode.Scalar {
    /// True for list separators and line breaks.
    fileprivate var dividesLists: Bool {
        switch self {
        case ",", ";", "|", "\t", "，", "；", "、", "•": true
        case "\n"..."\r", "\u{85}", "\u{2028}", "\u{2029}": true
        default: false
        }
    }

    /// True for bidirectional embeddings, overrides, and isolates.
    var turnsDirection: Bool { (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value) }

    /// True for control characters, and separators of lines and paragraphs.
    var breaksLine: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
        default: false
        }
    }

    /// True for white space; faster than looking up the property.
    fileprivate var isSpace: Bool {
        switch value {
        case 0x9...0xD, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: true
        default: false
        }
    }

    /// True for invisible characters without meaning. Joiners are excluded, because emoji and some scripts need them.
    fileprivate var isInvisibleFormatting: Bool {
        turnsDirection || value == 0x200B || (0x2060...0x206F).contains(value) || value == 0xFEFF
            || (0xFFF9...0xFFFB).contains(value) || value == 0
    }

    /// True for invisible characters without meaning, and for control characters except white space.
    var isUnseen: Bool {
        isInvisibleFormatting || value < 0xA0 && breaksLine && !isSpace
    }

    /// True for characters with a visible glyph.
    fileprivate var isSeen: Bool {
        value != 0x2800 && !isSpace && !properties.isDefaultIgnorableCodePoint && !breaksLine
            && properties.generalCategory != .format
    }
}
