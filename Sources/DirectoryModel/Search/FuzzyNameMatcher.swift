/// Matches typed words with the words of a name, allowing one typo.
package enum FuzzyNameMatcher {
    private static let shortestForgiven = 3

    /// Typos are forgiven in words of three letters or more, without digits.
    package static func isForgiven(_ word: [UInt8]) -> Bool {
        letterCount(word) >= shortestForgiven && !word.contains { (0x30...0x39).contains($0) }
    }

    private static func letterCount(_ text: some Sequence<UInt8>) -> Int { text.count { !continues($0) } }

    /// True for the bytes of a letter after its first.
    private static func continues(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

    /// The index after the letter that begins at `start`.
    private static func endOfLetter<Text: Collection<UInt8>>(in text: Text, from start: Int) -> Int
    where Text.Index == Int {
        var end = min(start + 1, text.endIndex)
        while end < text.endIndex, continues(text[end]) { end += 1 }
        return end
    }

    /// The most names one typo away that are shown, if fewer records match.
    package static var maxSimilar: Int { 50 }

    /// True if `terms` may be a name with a typo; short ones are one typo away from too many names.
    package static func mayBeMistyped(_ terms: [[UInt8]]) -> Bool {
        letterCount(terms.joined()) >= 4 && terms.count <= 4 && terms.contains(where: isForgiven)
    }

    /// True if no word of a name begins with `word`, because words have only letters and digits.
    package static func beginsNoWord(_ word: [UInt8]) -> Bool { word.first.map(divides) ?? true }

    /// The number of typos if every typed word begins a word of the name; nil for more than one.
    package static func distance(of terms: [[UInt8]], to name: UnsafeRawBufferPointer) -> Int? {
        var total = 0
        for word in terms {
            var best: Int?
            forEachWord(of: name) { nameWord in
                guard best != 0 else { return }
                if begins(nameWord, with: word) {
                    best = 0
                } else if isForgiven(word), isOneErrorAway(word, from: nameWord) {
                    best = 1
                }
            }
            guard let best else { return nil }
            total += best
        }
        return total <= 1 ? total : nil
    }

    /// False if no word of the name can be `word` with one typo, which preserves one of the first two letters.
    package static func mayContain(_ word: [UInt8], in name: UnsafeRawBufferPointer) -> Bool {
        let second = endOfLetter(in: word, from: 0)
        guard second < word.count else { return true }
        // The first bytes of the letters.
        let (one, two) = (word[0], word[second])
        var isStart = true
        for position in name.indices {
            let byte = name[position]
            if isStart {
                let end = endOfLetter(in: name, from: position)
                let next = end < name.count ? name[end] : 0
                if byte == one || byte == two || next == one || next == two { return true }
            }
            isStart = byte == 0x20 || byte == 0x2D
        }
        return false
    }

    private static func forEachWord(of name: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
        var start = 0
        for index in 0...name.count where index == name.count || name[index] == 0x20 || name[index] == 0x2D {
            if index > start { body(UnsafeRawBufferPointer(rebasing: name[start..<index])) }
            start = index + 1
        }
    }

    /// The rank of a name with different words that `terms` begin: lower is better. Whole words come first, then
    /// matches near the start. Nil if a word does not match.
    /// - Parameter terms: sorted by descending length, because a longer word matches fewer words of the name.
    package static func rank(of terms: [[UInt8]], in name: UnsafeRawBufferPointer) -> Int? {
        var taken: [Int] = []
        var (unfinished, first) = (0, Int.max)
        for word in terms {
            var best: (start: Int, isWhole: Bool)?
            forEachStart(of: word, in: name) { start in
                guard best?.isWhole != true, !taken.contains(start), matches(name, from: start, word, from: 0) else {
                    return
                }
                let end = start + word.count
                let isWhole = end == name.count || divides(name[end])
                if best == nil || isWhole { best = (start, isWhole) }
            }
            guard let best else { return nil }
            if terms.count > 1 { taken.append(best.start) }
            unfinished += best.isWhole ? 0 : 1
            first = min(first, best.start)
        }
        return min(unfinished, 7) << 8 | min(first, 255)
    }

    /// Passes each start of a word with the first byte of `word` to `body`.
    private static func forEachStart(of word: [UInt8], in name: UnsafeRawBufferPointer, _ body: (Int) -> Void) {
        guard let first = word.first, !beginsNoWord(word) else { return }
        for position in 0..<name.count where name[position] == first && (position == 0 || divides(name[position - 1])) {
            body(position)
        }
    }

    /// True for ASCII bytes other than letters and digits.
    private static func divides(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x61...0x7A, 0x80...0xFF: false
        default: true
        }
    }

    private static func begins(_ name: UnsafeRawBufferPointer, with word: [UInt8]) -> Bool {
        word.count <= name.count && matches(name, from: 0, word, from: 0)
    }

    private static func matches(
        _ name: UnsafeRawBufferPointer, from position: Int, _ word: [UInt8], from start: Int
    ) -> Bool {
        let left = word.count - start
        guard left <= name.count - position else { return false }
        for offset in 0..<max(0, left) where name[position + offset] != word[start + offset] { return false }
        return true
    }

    /// True if one wrong, missing, extra or swapped letter makes `word` a prefix of `name`.
    private static func isOneErrorAway(_ word: [UInt8], from name: UnsafeRawBufferPointer) -> Bool {
        var same = 0
        while same < word.count, same < name.count, word[same] == name[same] { same += 1 }
        guard same < word.count else { return false }
        // Different letters may begin with the same bytes.
        while same > 0, continues(word[same]) { same -= 1 }
        let typed = endOfLetter(in: word, from: same)
        if same == name.count { return typed == word.count }
        let meant = endOfLetter(in: name, from: same)
        let wrong = matches(name, from: meant, word, from: typed)
        let missing = matches(name, from: meant, word, from: same)
        let extra = matches(name, from: same, word, from: typed)
        let (typedNext, meantNext) = (endOfLetter(in: word, from: typed), endOfLetter(in: name, from: meant))
        let swapped =
            word[same..<typed].elementsEqual(name[meant..<meantNext])
            && word[typed..<typedNext].elementsEqual(name[same..<meant])
            && matches(name, from: meantNext, word, from: typedNext)
        return wrong || missing || extra || swapped
    }
}
