import DirectoryModel

/// The distinct words of a column, and the slots that contain each.
///
/// A text without spaces is in a text exactly if it is in one of its words. Records share most of their words, so there
/// are far fewer words than texts.
struct WordIndex: Sendable {
    /// Every word once, common ones first, after an empty one.
    private let words: TextColumn
    /// The slots of common words.
    private let common: [SlotSet]
    /// The slots with each letter and digit.
    private let letters: [SlotSet]
    /// The slots of rare words, word by word.
    private let slots: [UInt32]
    /// Where the slots of each rare word start, and where the last ones end.
    private let starts: [UInt32]
    /// How many texts there are.
    let count: Int

    /// A word in more than 1/32 of the texts is common, because a bit per slot then takes less memory than a list.
    private static let rareness = 32
    /// If the words are in more than 1/4 of the texts, scanning all of them is faster.
    private static let many = 4
    /// A single core unites the slots of fewer words faster.
    private static let fewestForAll = 1 << 12

    /// Nil if the task is canceled.
    /// - Parameter divider: divides words, besides spaces.
    init?(of texts: TextColumn, dividedBy divider: UInt8 = Self.space) {
        var builder = WordIndexBuilder(divider)
        for slot in 0..<texts.count {
            if slot.isMultiple(of: 4096), Task.isCancelled { return nil }
            texts.withText(at: slot) { builder.count($0, at: slot) }
        }
        let limit = UInt32(max(1, texts.count / Self.rareness))
        let common = builder.counts.indices.filter { builder.counts[$0] > limit }
        let rare = builder.counts.indices.filter { builder.counts[$0] <= limit }
        /// The index for the next slot of each rare word; for a common word, the complement of its number.
        var next = [Int](repeating: 0, count: builder.counts.count)
        for (number, word) in common.enumerated() { next[word] = ~number }
        var starts: [UInt32] = [0]
        starts.reserveCapacity(rare.count + 1)
        for word in rare {
            next[word] = Int(starts[starts.count - 1])
            starts.append(starts[starts.count - 1] + builder.counts[word])
        }
        var sets = common.map { _ in SlotSet(below: texts.count) }
        var letters = (0..<Self.letterCount).map { _ in SlotSet(below: texts.count) }
        let lettersOfWords = builder.letters
        var slots = [UInt32](repeating: 0, count: Int(starts.last ?? 0))
        for slot in 0..<texts.count {
            if slot.isMultiple(of: 4096), Task.isCancelled { return nil }
            var lettersHere: UInt64 = 0
            texts.withText(at: slot) { text in
                builder.eachWord(of: text, at: slot) { word in
                    lettersHere |= lettersOfWords[word]
                    guard next[word] >= 0 else { return sets[~next[word]].insert(slot) }
                    slots[next[word]] = UInt32(slot)
                    next[word] += 1
                }
            }
            while lettersHere != 0 {
                letters[lettersHere.trailingZeroBitCount].insert(slot)
                lettersHere &= lettersHere - 1
            }
        }
        var words = TextColumn(folded: [[]])
        for word in common + rare { words.append(slot: word, of: builder.words) }
        (self.words, self.common, self.letters, count) = (words.compact, sets, letters, texts.count)
        (self.slots, self.starts) = (slots, starts)
    }

    /// The slots of `texts` that contain `needle`; nil if scanning is faster.
    func slots(containing needle: [UInt8], in texts: TextColumn) -> SlotSet? {
        guard needle.contains(Self.space) else {
            guard let first = needle.first else { return nil }
            if needle.count == 1, let letter = Self.letter(first) { return letters[letter] }
            return slots(of: words.slots(containing: needle))
        }
        var candidates: SlotSet?
        for part in needle.split(separator: Self.space) {
            // A space on either side is the end of the word.
            let (isStart, isEnd) = (part.startIndex > needle.startIndex, part.endIndex < needle.endIndex)
            let slots = slots(of: words.slots(with: part, atStart: isStart, atEnd: isEnd))
            candidates?.formIntersection(slots)
            candidates = candidates ?? slots
        }
        guard let candidates, candidates.count <= count / Self.many else { return nil }
        return texts.slots(candidates, containing: needle)
    }

    /// The slots of the texts with a word for which `isWanted` returns true.
    func slots(where isWanted: @Sendable (UnsafeRawBufferPointer) -> Bool) -> SlotSet {
        var wanted = SlotSet(below: words.count)
        let cores = words.count < Self.fewestForAll ? 1 : ConcurrentParts.cores
        wanted.writeParts(on: cores) { found, part in
            words.eachText(at: part.lowerBound * 64..<min(part.upperBound * 64, words.count)) { word, text in
                if isWanted(text) { found[word >> 6] |= 1 << UInt64(word & 63) }
            }
        }
        return slots(of: wanted)
    }

    private func slots(of words: SlotSet) -> SlotSet {
        var found = SlotSet(below: count)
        words.each { word in
            guard word <= common.count else { return false }
            if word > 0 { found.formUnion(common[word - 1]) }
            return true
        }
        // "in" is in every text, and with it "n".
        if found.isFull { return found }
        let cores = words.count < Self.fewestForAll ? 1 : ConcurrentParts.cores
        let parts = ConcurrentParts.map(of: words.words.count, on: cores) { part in
            var found = SlotSet(below: count)
            insertRare(words, part, into: &found)
            return found
        }
        for part in parts { found.formUnion(part) }
        return found
    }

    /// Inserts the slots of the rare words in a part of a set.
    private func insertRare(_ words: SlotSet, _ part: Range<Int>, into found: inout SlotSet) {
        slots.withUnsafeBufferPointer { slots in
            for place in part {
                var left = words.words[place]
                while left != 0 {
                    let word = place << 6 + left.trailingZeroBitCount - common.count - 1
                    left &= left - 1
                    guard word >= 0 else { continue }
                    for slot in slots[Int(starts[word])..<Int(starts[word + 1])] { found.insert(Int(slot)) }
                }
            }
        }
    }

    static let space = UInt8(ascii: " ")

    fileprivate static let letterCount = 36

    /// The number of an ASCII letter or digit among those, or nil.
    fileprivate static func letter(_ byte: UInt8) -> Int? {
        switch byte {
        case 0x61...0x7A: Int(byte) - 0x61
        case 0x30...0x39: Int(byte) - 0x30 + 26
        default: nil
        }
    }
}

extension WordIndex {
    /// The names without typos, and those with one, of an index of names divided by hyphens.
    func slotsByDistance(from terms: [[UInt8]]) -> [SlotSet] {
        terms.reduce(into: [SlotSet(allBelow: count), SlotSet(below: count)]) { found, word in
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

/// Numbers the distinct words of texts, and counts the texts with each.
struct WordIndexBuilder {
    /// Every word once, in order of appearance.
    private(set) var words = TextColumn()
    /// How many texts contain each word.
    private(set) var counts: [UInt32] = []
    /// The mark of the last text with each word.
    private var last: [Int32] = []
    /// An open-addressing hash table of word numbers; -1 is free.
    private var table = [Int32](repeating: -1, count: 1 << 12)
    private let divider: UInt8

    init(_ divider: UInt8 = WordIndex.space) { self.divider = divider }

    /// Counts each word of a text once.
    mutating func count(_ text: UnsafeRawBufferPointer, at slot: Int) {
        let mark = Int32(slot)
        Self.eachPart(of: text, dividedBy: divider) { part in
            let word = number(of: part)
            if last[word] != mark {
                last[word] = mark
                counts[word] += 1
            }
        }
    }

    /// Passes the number of each word of a counted text to `body` once. Texts must come in order again.
    mutating func eachWord(of text: UnsafeRawBufferPointer, at slot: Int, _ body: (Int) -> Void) {
        // The first pass marks with slots, this one with their complements.
        let mark = ~Int32(slot)
        Self.eachPart(of: text, dividedBy: divider) { part in
            let word = number(of: part)
            guard last[word] != mark else { return }
            last[word] = mark
            body(word)
        }
    }

    private static func eachPart(
        of text: UnsafeRawBufferPointer, dividedBy divider: UInt8, _ body: (UnsafeRawBufferPointer) -> Void
    ) {
        var start = 0
        for place in 0...text.count
        where place == text.count || text[place] == WordIndex.space || text[place] == divider {
            if place > start { body(UnsafeRawBufferPointer(rebasing: text[start..<place])) }
            start = place + 1
        }
    }

    private mutating func number(of part: UnsafeRawBufferPointer) -> Int {
        var place = place(of: part)
        if table[place] >= 0 { return Int(table[place]) }
        if words.count * 2 >= table.count {
            grow()
            place = self.place(of: part)
        }
        table[place] = Int32(words.count)
        words.append(folded: part)
        counts.append(0)
        last.append(-1)
        return words.count - 1
    }

    /// The index of `part` in the table, or of a free place for it.
    private func place(of part: UnsafeRawBufferPointer) -> Int {
        var place = Self.hash(part) & (table.count - 1)
        while table[place] >= 0 {
            let isSame = words.withText(at: Int(table[place])) { word in
                word.count == part.count && word.elementsEqual(part)
            }
            if isSame { break }
            place = (place + 1) & (table.count - 1)
        }
        return place
    }

    private mutating func grow() {
        table = Array(repeating: -1, count: table.count * 2)
        words.eachText(at: 0..<words.count) { number, word in table[place(of: word)] = Int32(number) }
    }

    /// A bit for each letter and digit of each word.
    var letters: [UInt64] {
        var letters: [UInt64] = []
        letters.reserveCapacity(words.count)
        words.eachText(at: 0..<words.count) { _, word in
            letters.append(word.reduce(0) { $0 | (WordIndex.letter($1).map { 1 << UInt64($0) } ?? 0) })
        }
        return letters
    }

    private static func hash(_ bytes: UnsafeRawBufferPointer) -> Int {
        // FNV-1a, whose high bits are better.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return Int(truncatingIfNeeded: hash ^ hash >> 32)
    }
}
