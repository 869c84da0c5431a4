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

    /// Zeros before it until it has `width` characters.
    package func leftPadded(to width: Int) -> String { String(repeating: "0", count: max(0, width - count)) + self }

    /// True where both are the same but for case.
    package func caseInsensitiveEquals(_ other: String) -> Bool {
        self == other || lowercased() == other.lowercased()
    }
}
