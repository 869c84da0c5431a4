/// The emojis of hobbies, from a table in Resources.
public struct HobbyEmojis: Sendable {
    /// A hobby with its emoji.
    public struct Chip: Equatable, Sendable {
        /// A star for unknown hobbies.
        public let emoji: String
        public let text: String
        /// The family of its drawn scene: ball, wheel, water, music, book, food, code, mountain, game, or other.
        public let family: String

        /// The emoji and the text, as shown.
        public var label: String { text.isEmpty ? emoji : "\(emoji) \(text)" }
    }

    private(set) var entries: [String: (emoji: String, family: String)] = [:]
    /// The most words of an entry.
    private let maxLength: Int

    /// - Parameter table: a line per hobby, `emoji TAB family TAB word,word form,…`; lines that start with # are
    ///   comments.
    public init(table: String) {
        for line in table.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
            let columns = line.split(separator: "\t").map(String.init)
            guard columns.count == 3 else { continue }
            for word in columns[2].commaSeparated { entries[Folding.text(word)] = (columns[0], columns[1]) }
        }
        maxLength = entries.keys.map { $0.split(separator: " ").count }.max() ?? 1
    }

    /// A chip for each hobby. One that begins with an emoji has no other.
    public func chips(for hobbies: [String]) -> [Chip] {
        hobbies.map { hobby in
            let typed = hobby.first?.isEmoji == true ? String(hobby.prefix(1)) : nil
            let text = typed == nil ? hobby : String(hobby.dropFirst()).trimmed
            let entry = entry(for: text)
            return Chip(emoji: typed ?? entry?.emoji ?? "⭐", text: text, family: entry?.family ?? "other")
        }
    }

    /// The entry of the whole hobby, or else of as many successive words of it as possible.
    private func entry(for hobby: String) -> (emoji: String, family: String)? {
        let words = Folding.text(hobby).split { !$0.isLetter && !$0.isNumber && $0 != "'" }.map(String.init)
        for length in stride(from: min(maxLength, words.count), through: 1, by: -1) {
            for start in 0...(words.count - length) {
                if let entry = entries[words[start..<start + length].joined(separator: " ")] { return entry }
            }
        }
        return nil
    }
}

extension Character {
    /// True for emojis, but not for digits and "#", which begin some.
    fileprivate var isEmoji: Bool {
        unicodeScalars.first.map { $0.value > 0x2000 && $0.properties.isEmoji } ?? false
    }
}
