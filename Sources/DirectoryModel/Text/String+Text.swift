import Foundation

extension String {
    /// The text without white space at either end.
    package var trimmed: String {
        // Most texts need nothing, and finding that out must not cost what trimming does.
        // Scalars are looked at, here and below, for some marks make one character of a space or a comma and themselves.
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

    /// The text as one line: control characters, characters that are not seen and marks that turn the direction of
    /// writing are gone, runs of white space are one space, ends are trimmed. Empty where nothing of it can be seen.
    package var plain: String {
        if utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) { return self }
        let text = Plain(self).text
        return text.unicodeScalars.split(separator: " ").map { String($0) }.joined(separator: " ")
    }

    /// The text as one line, without what could move a terminal's cursor or hide other text, and with no more marks on
    /// one letter than `Plain` leaves.
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

    /// The text as one line, cut where it is longer than `limit`, for a text of a megabyte takes seconds to draw.
    package func line(cutAt limit: Int) -> String {
        // Counted in scalars, for a single character may be of any length.
        guard let end = unicodeScalars.index(startIndex, offsetBy: limit, limitedBy: endIndex), end < endIndex else {
            return printable
        }
        return String(self[..<end]).printable + "…"
    }

    /// Zeros before it until it has `width` characters.
    package func leftPadded(to width: Int) -> String { String(repeating: "0", count: max(0, width - count)) + self }

    /// True where both are the same but for case.
    package func caseInsensitiveEquals(_ other: String) -> Bool {
        self == other || lowercased() == other.lowercased()
    }
}

extension Unicode.Scalar {
    /// True for what stands between the words of a list, a line break among it.
    fileprivate var dividesLists: Bool {
        switch self {
        case ",", ";", "|", "\t", "，", "；", "、", "•": true
        case "\n"..."\r", "\u{85}", "\u{2028}", "\u{2029}": true
        default: false
        }
    }
}
