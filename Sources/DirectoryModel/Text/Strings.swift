import Foundation

extension String {
    /// The text without white space at either end.
    package var trimmed: String {
        // Most texts need nothing, and finding that out must not cost what trimming does.
        if let first, let last, !first.isWhitespace, !last.isWhitespace { return self }
        return trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// The parts between commas, trimmed, empty ones left out.
    package var commaSeparated: [String] {
        split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty }
    }

    /// The text as one line without formatting: tags, control characters and marks that turn the direction of
    /// writing are gone, runs of white space are one space, ends are trimmed.
    package var plain: String {
        if utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "<") }) { return self }
        let scalars = unicodeScalars.lazy.filter { !$0.isInvisibleFormatting }
            .map { $0.properties.generalCategory == .control || $0.properties.isWhitespace ? " " : $0 }
        var text = String(String.UnicodeScalarView(scalars))
        if text.contains("<") { text.replace(/<\/?[A-Za-z!][^<>]*>/, with: "") }
        return text.split(separator: " ").joined(separator: " ")
    }

    /// The text without what could move a terminal's cursor or hide other text.
    package var printable: String {
        let isHarmless = unicodeScalars.allSatisfy { $0.properties.generalCategory != .control && !$0.turnsDirection }
        guard !isHarmless else { return self }
        return String(
            String.UnicodeScalarView(
                unicodeScalars.filter { !$0.turnsDirection }
                    .map { $0.properties.generalCategory == .control ? " " : $0 }))
    }

    /// Zeros before it until it has `width` characters.
    package func leftPadded(to width: Int) -> String { String(repeating: "0", count: max(0, width - count)) + self }

    /// True where both are the same but for case.
    package func caseInsensitiveEquals(_ other: String) -> Bool {
        self == other || lowercased() == other.lowercased()
    }
}

extension Unicode.Scalar {
    /// True for embeddings, overrides and isolates, which turn the direction of the text after them.
    fileprivate var turnsDirection: Bool {
        (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
    }

    /// True for what is not seen and says nothing; joiners, which emoji and some scripts need, stay.
    fileprivate var isInvisibleFormatting: Bool {
        turnsDirection || value == 0x200B || value == 0x2060 || value == 0xFEFF || value == 0
    }
}
