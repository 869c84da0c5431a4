/// Compares a typed text with a name: every typed word must begin a word of the name, with one typing error allowed.
enum FuzzyNameMatcher {
    /// The least typed letters for which a typing error is forgiven.
    private static let shortestForgiven = 3

    /// Typing errors are forgiven in words of three letters or more, and not in numbers.
    static func isForgiven(_ word: [UInt8]) -> Bool {
        word.count >= shortestForgiven && !word.contains { (0x30...0x39).contains($0) }
    }

    /// 0 where every word begins a word of the name, one more for each typing error; nil where the name is not similar.
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

    /// True where a word of the name may be `word` with one typing error: the first two letters tell, because an error
    /// leaves one of them.
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

    /// How well `words` begin words of the name, the lowest is best, or nil where one of them does not begin a word.
    ///
    /// Each typed word must match a different word. Whole words count before beginnings, then words at the start of the
    /// name.
    /// - Parameter words: the longest first, because a name that begins with it also begins with the shorter ones.
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

    /// Hands each place to `body` where a word of the name begins with the first byte of `word`.
    private static func forEachStart(of word: [UInt8], in name: UnsafeRawBufferPointer, _ body: (Int) -> Void) {
        guard let first = word.first, !divides(first) else { return }
        for place in 0..<name.count where name[place] == first && (place == 0 || divides(name[place - 1])) {
            body(place)
        }
    }

    /// True for bytes between words: neither a letter nor a digit; folded letters of other scripts have more than one
    /// byte.
    private static func divides(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x61...0x7A, 0x80...0xFF: false
        default: true
        }
    }

    private static func begins(_ name: UnsafeRawBufferPointer, with word: [UInt8]) -> Bool {
        word.count <= name.count && matches(name, from: 0, word, from: 0)
    }

    /// True where the remaining part of `word` is in `name` at that place.
    private static func matches(
        _ name: UnsafeRawBufferPointer, from place: Int, _ word: [UInt8], from start: Int
    ) -> Bool {
        let left = word.count - start
        guard left <= name.count - place else { return false }
        for offset in 0..<max(0, left) where name[place + offset] != word[start + offset] { return false }
        return true
    }

    /// True where one wrong, missing, extra or swapped letter makes `word` the beginning of `name`.
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

/// How well the names of rows match a typed text: 0 is best.
public struct NameRanks: Sendable {
    /// By row: the rank and one more, or 0 where the name does not match.
    private var places: [UInt16] = []
    /// The rows that a damaged file contains, beyond those that have a place.
    private var others: [Int64: Int] = [:]
    /// The rows that match.
    private(set) var rows: [Int64] = []

    /// The largest row that has a place.
    private static var largest: Int64 { 1 << 28 }
    /// The worst rank.
    static var worst: Int { 1 << 12 }

    /// Ranks to which rows are added, quickly up to `largest`.
    init(upTo largest: Int64 = -1) {
        places = Array(repeating: 0, count: Int(min(max(largest, -1), Self.largest)) + 1)
    }

    /// The rank of a row, or nil where its name does not match.
    subscript(row: Int64) -> Int? {
        guard row >= 0, row < Int64(places.count) else { return others[row] }
        let place = places[Int(row)]
        return place == 0 ? nil : Int(place) - 1
    }

    /// Gives `row`, which has none yet, a rank from 0 to `worst`.
    mutating func append(_ rank: Int, for row: Int64) {
        let rank = min(max(rank, 0), Self.worst)
        rows.append(row)
        if row >= 0, row < Int64(places.count) { places[Int(row)] = UInt16(rank + 1) } else { others[row] = rank }
    }

    /// True where no name matches.
    var isEmpty: Bool { rows.isEmpty }
}
