import DirectoryModel

/// A name to compare with other people's names.
struct ComparedName {
    typealias Word = [Unicode.Scalar]

    /// How well two names agree, regardless of order, accents, and titles.
    enum Agreement: Comparable {
        case different
        /// A name is missing, or is a single word, which many people share.
        case unknown
        /// One has more words, initials, or a typing error; or only one of them is a junior.
        case alike
        case same
    }

    /// The words without titles and generations, sorted, in each spelling of the name: "muller" and "mueller" for Müller.
    private let spellings: [[Word]]
    /// The word that distinguishes parent and child, such as "jr".
    let generation: Word?

    init(_ text: String) {
        let names = Self.spellings(of: text).map(NameParts.init)
        spellings = names.map(Self.identifying)
        generation = names.first?.parts.first(where: Self.generations.contains)
    }

    /// The text first, and then with the other spelling of some or all of its words.
    private static func spellings(of text: String) -> [String] {
        guard Folding.otherSpelling(of: text) != nil else { return [text] }
        return text.split(separator: " ").reduce([""]) { texts, word -> [String] in
            guard let bytes = Folding.otherSpelling(of: String(word)) else { return texts.map { "\($0) \(word)" } }
            let other = String(decoding: bytes, as: UTF8.self)
            // Of many words, those up to here are all spelled one way or all the other.
            let few = texts.count < 8 ? texts : [texts[0], texts[texts.count - 1]]
            return few.flatMap { ["\($0) \(word)", "\($0) \(other)"] }
        }
    }

    private static func identifying(_ name: NameParts) -> [Word] {
        name.parts.filter { !titles.contains($0) && !generations.contains($0) }
            .sorted { $0.lexicographicallyPrecedes($1) }
    }

    private static let generations = Set(["jr", "junior", "sr", "senior", "ii", "iii", "iv"].map(word))
    private static let titles = Set(["dr", "mr", "mrs", "ms", "miss", "prof", "professor"].map(word))
    private static func word(_ text: String) -> Word { Array(text.unicodeScalars) }

    func agreement(with other: ComparedName) -> Agreement {
        if let generation, let another = other.generation, generation != another { return .different }
        let isSameGeneration = generation == other.generation
        var best = Agreement.different
        for some in spellings {
            for others in other.spellings where best != .same {
                best = max(best, Self.agreement(some, others, isSameGeneration))
            }
        }
        return best
    }

    private static func agreement(_ some: [Word], _ others: [Word], _ isSameGeneration: Bool) -> Agreement {
        if some == others {
            if some.count < 2 { return .unknown }
            return isSameGeneration ? .same : .alike
        }
        let (short, long) = some.count < others.count ? (some, others) : (others, some)
        guard let word = short.first else { return .unknown }
        if short.count == 1 { return long.contains { mayBe(word, $0) } ? .unknown : .different }
        return areAlike(short, long) ? .alike : .different
    }

    /// True if every word of `short` is a different one of `long`, with initials and at most one typing error, and they
    /// have more in common than initials.
    private static func areAlike(_ short: [Word], _ long: [Word]) -> Bool {
        var (short, long, isWhole) = (short, long, false)
        func match(atMost limit: Int = .max, _ isMatch: (Word, Word) -> Bool) -> Int {
            var matched = 0
            short.removeAll { word in
                guard matched < limit, let index = long.firstIndex(where: { isMatch(word, $0) }) else { return false }
                long.remove(at: index)
                matched += 1
                return true
            }
            return matched
        }
        isWhole = match { $0 == $1 } > 0
        _ = match { isInitial($0, of: $1) || isInitial($1, of: $0) }
        isWhole = match(atMost: 1) { NameParts.isForgiven($0, for: $1) } > 0 || isWhole
        return isWhole && short.isEmpty
    }

    private static func mayBe(_ word: Word, _ other: Word) -> Bool {
        word == other || isInitial(word, of: other) || NameParts.isForgiven(word, for: other)
    }

    private static func isInitial(_ word: Word, of other: Word) -> Bool {
        word.count == 1 && word.first == other.first && word.first?.properties.isIdeographic == false
    }

    // MARK: Finding

    /// Names that agree have one of these in common: a word with the first or the last letter of another, because one
    /// typing error leaves one of the two.
    var keys: Set<Word> {
        var keys: Set<Word> = []
        for parts in spellings {
            let long = parts.sorted { $0.count > $1.count }.prefix(4)
            for (index, word) in long.enumerated() {
                for (other, second) in long.enumerated() where other != index {
                    keys.insert(word + ["^"] + second.prefix(1))
                    keys.insert(word + ["$"] + second.suffix(1))
                }
            }
        }
        return keys
    }
}

extension ComparedName: Comparable {
    /// By words in alphabetical order.
    static func < (one: ComparedName, other: ComparedName) -> Bool {
        let (words, others) = (one.spellings.first ?? [], other.spellings.first ?? [])
        return words.lexicographicallyPrecedes(others) { $0.lexicographicallyPrecedes($1) }
    }
}
