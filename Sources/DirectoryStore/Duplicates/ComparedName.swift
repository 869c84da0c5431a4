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

    /// The words without titles and generations, sorted.
    let words: [Word]
    /// The word that distinguishes parent and child, such as "jr".
    let generation: Word?

    init(_ name: NameWords) {
        words = name.words.filter { !Self.titles.contains($0) && !Self.generations.contains($0) }
            .sorted { $0.lexicographicallyPrecedes($1) }
        generation = name.words.first(where: Self.generations.contains)
    }

    private static let generations = Set(["jr", "junior", "sr", "senior", "ii", "iii", "iv"].map(word))
    private static let titles = Set(["dr", "mr", "mrs", "ms", "miss", "prof", "professor"].map(word))
    private static func word(_ text: String) -> Word { Array(text.unicodeScalars) }

    func agreement(with other: ComparedName) -> Agreement {
        if let generation, let another = other.generation, generation != another { return .different }
        if words == other.words {
            if words.count < 2 { return .unknown }
            return generation == other.generation ? .same : .alike
        }
        let (short, long) = words.count < other.words.count ? (words, other.words) : (other.words, words)
        guard let word = short.first else { return .unknown }
        if short.count == 1 { return long.contains { Self.mayBe(word, $0) } ? .unknown : .different }
        return Self.areAlike(short, long) ? .alike : .different
    }

    /// True if every word of `short` is a different one of `long`, with initials and at most one typing error, and they
    /// have more in common than initials.
    private static func areAlike(_ short: [Word], _ long: [Word]) -> Bool {
        var (short, long, isWhole) = (short, long, false)
        func match(atMost limit: Int = .max, _ isMatch: (Word, Word) -> Bool) -> Int {
            var matched = 0
            short.removeAll { word in
                guard matched < limit, let place = long.firstIndex(where: { isMatch(word, $0) }) else { return false }
                long.remove(at: place)
                matched += 1
                return true
            }
            return matched
        }
        isWhole = match { $0 == $1 } > 0
        _ = match { isInitial($0, of: $1) || isInitial($1, of: $0) }
        isWhole = match(atMost: 1) { NameWords.isForgiven($0, for: $1) } > 0 || isWhole
        return isWhole && short.isEmpty
    }

    private static func mayBe(_ word: Word, _ other: Word) -> Bool {
        word == other || isInitial(word, of: other) || NameWords.isForgiven(word, for: other)
    }

    private static func isInitial(_ word: Word, of other: Word) -> Bool {
        word.count == 1 && word.first == other.first && word.first?.properties.isIdeographic == false
    }

    // MARK: Hashes

    /// The hashes of two words, of which the second may lack a letter or be reduced to its initial. Names that agree
    /// have one in common.
    /// - Parameter body: called with a hash, and whether names with this hash may agree even if the other name's initial
    ///   is not all that it has.
    func eachHash(_ body: (_ hash: UInt64, _ isExact: Bool) -> Void) {
        let some = words.count > 4 ? Array(words.sorted { $0.count > $1.count }.prefix(4)) : words
        for (place, word) in some.enumerated() {
            let start = Self.hash(word + [" "], from: 0xcbf2_9ce4_8422_2325)
            for (other, second) in some.enumerated() where other != place {
                body(Self.hash(second, from: start), true)
                body(Self.hash(second.prefix(1), from: ~start), second.count == 1)
                // Typing errors are forgiven only in these.
                guard second.count >= 3, !second.contains(where: { ("0"..."9").contains($0) }) else { continue }
                for index in second.indices {
                    body(Self.hash(second[(index + 1)...], from: Self.hash(second[..<index], from: start)), true)
                }
            }
        }
    }

    private static func hash(_ word: some Sequence<Unicode.Scalar>, from start: UInt64) -> UInt64 {
        word.reduce(start) { ($0 ^ UInt64($1.value)) &* 0x100_0000_01b3 }
    }
}
