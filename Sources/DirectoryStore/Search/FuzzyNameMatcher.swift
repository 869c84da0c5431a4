/// Matches typed words with the words of a name, allowing one typo.
enum FuzzyNameMatcher {
    private static let shortestForgiven = 3

    /// Typos are forgiven in words of three letters or more, without digits.
    static func isForgiven(_ word: [UInt8]) -> Bool {
        word.count >= shortestForgiven && !word.contains { (0x30...0x39).contains($0) }
    }

    /// True if no word of a name begins with `word`, because words have only letters and digits.
    static func beginsNoWord(_ word: [UInt8]) -> Bool { word.first.map(divides) ?? true }

    /// The number of typos if every typed word begins a word of the name; nil for more than one.
    static func distance(of words: [[UInt8]], to name: UnsafeRawBufferPointer) -> Int? {
        var total = 0
        for word in words {
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

    /// False if no word of the name can be `word` with one typo, which keeps one of the first two letters.
    static func mayContain(_ word: [UInt8], in name: UnsafeRawBufferPointer) -> Bool {
        guard word.count > 1 else { return true }
        let (one, two) = (word[0], word[1])
        var isStart = true
        for place in name.indices {
            let byte = name[place]
            if isStart {
                let next = place + 1 < name.count ? name[place + 1] : 0
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

    /// How well `words` begin different words of the name: lower is better. Whole words come first, then matches near
    /// the start. Nil if a word does not match.
    /// - Parameter words: sorted by length, longest first, because a longer word matches fewer words of the name.
    static func rank(of words: [[UInt8]], in name: UnsafeRawBufferPointer) -> Int? {
        var taken: [Int] = []
        var (unfinished, first) = (0, Int.max)
        for word in words {
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
            if words.count > 1 { taken.append(best.start) }
            unfinished += best.isWhole ? 0 : 1
            first = min(first, best.start)
        }
        return min(unfinished, 7) << 8 | min(first, 255)
    }

    /// Passes each start of a word with the first byte of `word` to `body`.
    private static func forEachStart(of word: [UInt8], in name: UnsafeRawBufferPointer, _ body: (Int) -> Void) {
        guard let first = word.first, !beginsNoWord(word) else { return }
        for place in 0..<name.count where name[place] == first && (place == 0 || divides(name[place - 1])) {
            body(place)
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
        _ name: UnsafeRawBufferPointer, from place: Int, _ word: [UInt8], from start: Int
    ) -> Bool {
        let left = word.count - start
        guard left <= name.count - place else { return false }
        for offset in 0..<max(0, left) where name[place + offset] != word[start + offset] { return false }
        return true
    }

    /// True if one wrong, missing, extra or swapped letter makes `word` a prefix of `name`.
    private static func isOneErrorAway(_ word: [UInt8], from name: UnsafeRawBufferPointer) -> Bool {
        var same = 0
        while same < word.count, same < name.count, word[same] == name[same] { same += 1 }
        guard same < word.count, same < name.count || same + 1 == word.count else { return false }
        if same >= name.count { return true }
        let wrong = matches(name, from: same + 1, word, from: same + 1)
        let missing = matches(name, from: same + 1, word, from: same)
        let extra = matches(name, from: same, word, from: same + 1)
        let swapped =
            same + 1 < word.count && same + 1 < name.count && word[same] == name[same + 1]
            && word[same + 1] == name[same] && matches(name, from: same + 2, word, from: same + 2)
        return wrong || missing || extra || swapped
    }
}

extension WordIndex {
    /// The names without typos, and those with one, of an index of names divided by hyphens.
    func slotsByDistance(from words: [[UInt8]]) -> [SlotSet] {
        words.reduce(into: [SlotSet(allBelow: count), SlotSet(below: count)]) { found, word in
            let exact = slots { FuzzyNameMatcher.distance(of: [word], to: $0) == 0 }
            var inexact = slots { FuzzyNameMatcher.distance(of: [word], to: $0) == 1 }
            inexact.subtract(exact)
            inexact.formIntersection(found[0])
            found[0].formIntersection(exact)
            found[1].formIntersection(exact)
            found[1].formUnion(inexact)
        }
    }
}

/// How well names match a query, by row: 0 is best.
public struct NameRanks: Sendable {
    /// The rank plus 1, or 0 for no match, by row from `first` on.
    private var places: [UInt16] = []
    private var first: Int64 = 0
    /// Rows of a damaged file that are too large for the array.
    private var others: [Int64: UInt16] = [:]
    let isEmpty: Bool

    /// No ranks.
    init() { isEmpty = true }

    /// - Parameters:
    ///   - slots: the slots with a rank.
    ///   - ranks: the rank plus 1 by slot.
    ///   - rows: the rows of the slots, sorted.
    ///   - largest: the largest row to have space for.
    init(of slots: SlotSet, _ ranks: [UInt16], rows: [Int64], upTo largest: Int64) {
        isEmpty = slots.isEmpty
        if let first = rows.first, let last = rows.last, last &- first == Int64(rows.count) - 1 {
            (places, self.first) = (ranks, first)
            return
        }
        places = Array(repeating: 0, count: Int(max(largest, -1)) + 1)
        slots.each { slot in
            let row = rows[slot]
            if row >= 0, row < Int64(places.count) { places[Int(row)] = ranks[slot] } else { others[row] = ranks[slot] }
            return true
        }
    }

    /// The rank plus 1, or 0 for no match.
    func place(of row: Int64) -> Int {
        let index = row &- first
        guard index >= 0, index < Int64(places.count) else { return others.isEmpty ? 0 : Int(others[row] ?? 0) }
        return Int(places[Int(index)])
    }

    /// No place is larger.
    static var maxPlace: Int { 8 << 8 }
}
