/// The emoji and the kind of picture for a hobby; read from the curated table in Resources.
public struct HobbyEmojis: Sendable {
    /// One hobby with its emoji.
    public struct Chip: Equatable, Sendable {
        /// The emoji, a star for an unknown hobby.
        public let emoji: String
        /// The hobby, as it was written.
        public let text: String
        /// The family of drawn scenes it belongs to: ball, wheel, water, music, book, food, code, mountain, game, other.
        public let family: String
    }

    private let entries: [String: (emoji: String, family: String)]
    private let maxEntryLength: Int

    /// The table's text: a line per hobby, `emoji TAB family TAB word,word form,…`; lines that start with # are notes.
    public init(table: String) {
        var entries: [String: (emoji: String, family: String)] = [:]
        for line in table.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
            let columns = line.split(separator: "\t").map(String.init)
            guard columns.count == 3 else { continue }
            for word in columns[2].commaSeparated { entries[Folding.text(word)] = (columns[0], columns[1]) }
        }
        self.entries = entries
        maxEntryLength = entries.keys.map { $0.split(separator: " ").count }.max() ?? 1
    }

    /// How many words and word forms the table knows.
    public var wordCount: Int { entries.count }

    /// One chip per hobby; an unknown hobby gets a star.
    public func chips(for hobbies: [String]) -> [Chip] {
        hobbies.map { hobby in
            let entry = entry(for: hobby)
            return Chip(emoji: entry?.emoji ?? "⭐", text: hobby, family: entry?.family ?? "other")
        }
    }

    /// The whole hobby if the table has it, otherwise the longest run of its words that the table has.
    private func entry(for hobby: String) -> (emoji: String, family: String)? {
        let words = Folding.text(hobby).split { !$0.isLetter && !$0.isNumber && $0 != "'" }.map(String.init)
        for length in stride(from: min(maxEntryLength, words.count), through: 1, by: -1) {
            for start in 0...(words.count - length) {
                if let entry = entries[words[start..<start + length].joined(separator: " ")] { return entry }
            }
        }
        return nil
    }
}
