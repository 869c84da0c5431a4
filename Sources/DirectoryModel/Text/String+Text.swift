import Foundation

extension String {
    /// The text without white space at either end.
    package var trimmed: String {
        // Most texts do not need trimming, and this check must not cost what trimming does. Scalars are compared, here
        // and below, because some marks form one character with the space or comma before them.
        if let first = utf8.first, let last = utf8.last, (0x21...0x7E).contains(first), (0x21...0x7E).contains(last) {
            return self
        }
        if let first = unicodeScalars.first, let last = unicodeScalars.last, !first.properties.isWhitespace,
            !last.properties.isWhitespace
        {
            return self
        }
        return trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// The parts between commas, trimmed, empty ones left out.
    package var commaSeparated: [String] {
        unicodeScalars.split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty }
    }

    /// The parts between the signs that people and programs put between the words of a list, trimmed, empty ones left
    /// out.
    package var listItems: [String] {
        unicodeScalars.split(whereSeparator: \.dividesLists).map { String($0).trimmed }.filter { !$0.isEmpty }
    }

    /// The text as one line: control characters, invisible characters and marks that change the writing direction are
    /// removed, runs of white space become one space, ends are trimmed. Empty where it does not contain a visible
    /// character.
    package var plain: String {
        if utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) { return self }
        let text = TextSanitizer(self).text
        return text.unicodeScalars.split(separator: " ").map { String($0) }.joined(separator: " ")
    }

    /// The text without the characters that cannot be seen and have no meaning; its lines stay.
    var seen: String {
        guard unicodeScalars.contains(where: \.isUnseen) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.filter { !$0.isUnseen }))
    }

    /// The text as one line, without characters that could move a terminal's cursor or hide other text, and with no
    /// more marks on one letter than `TextSanitizer` leaves.
    package var printable: String {
        var marks = MarkCount()
        let isHarmless = unicodeScalars.allSatisfy {
            !$0.breaksLine && !$0.turnsDirection && marks.leavesRoom(for: $0)
        }
        guard !isHarmless else { return self }
        marks = MarkCount()
        let kept = unicodeScalars.filter { !$0.turnsDirection && $0.value != 0 && marks.leavesRoom(for: $0) }
        return String(String.UnicodeScalarView(kept.map { $0.breaksLine ? " " : $0 }))
    }

    /// The text as one line, cut where it is longer than `limit`, because a text of a megabyte takes seconds to draw.
    package func line(cutAt limit: Int) -> String {
        // Counted in scalars, because a single character may be of any length.
        guard let end = unicodeScalars.index(startIndex, offsetBy: limit, limitedBy: endIndex), end < endIndex else {
            return printable
        }
        return String(self[..<end]).printable + "…"
    }

    /// The text with zeros before it, at least `width` characters long.
    package func leftPadded(to width: Int) -> String { String(repeating: "0", count: max(0, width - count)) + self }

    /// True where both are the same but for case.
    package func caseInsensitiveEquals(_ other: String) -> Bool {
        asciiEquals(other) ?? (self == other || lowercased() == other.lowercased())
    }

    /// Whether both are the same but for case, or nil where that takes more than ASCII to tell.
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

extension Unicode.Scalar {
    /// True for the separators between the words of a list, line breaks included.
    fileprivate var dividesLists: Bool {
        switch self {
        case ",", ";", "|", "\t", "，", "；", "、", "•": true
        case "\n"..."\r", "\u{85}", "\u{2028}", "\u{2029}": true
        default: false
        }
    }
}
