/// The distinct words of a column, and the slots that contain each.
///
/// A text without spaces is in a text exactly if it is in one of its words. Records share most of their words, so there
/// are far fewer words than texts.
struct WordIndex: Sendable {
    /// Every word once.
    private let words: TextColumn
    /// The slots of rare words, word by word.
    private let slots: [UInt32]
    /// Where the slots of each word start, and where the last ones end.
    private let starts: [UInt32]
    /// The slots of common words.
    private let common: [Int: SlotSet]
    private let count: Int

    /// A word in more than 1/32 of the texts is common, because a bit per slot then takes less memory than a list.
    private static let rareness = 32
    /// If the longest word is in more than 1/4 of the texts, scanning all of them is faster.
    private static let many = 4

    /// Nil if the task is canceled.
    init?(of texts: TextColumn) {
        var builder = WordIndexBuilder()
        for slot in 0..<texts.count {
            if slot.isMultiple(of: 4096), Task.isCancelled { return nil }
            texts.withText(at: slot) { builder.count($0, at: slot) }
        }
        let limit = UInt32(max(1, texts.count / Self.rareness))
        let isCommon = builder.counts.map { $0 > limit }
        var starts: [UInt32] = [0]
        starts.reserveCapacity(builder.counts.count + 1)
        var commonSlots: [SlotSet] = []
        /// The index for the next slot of each word; for a common word, its index among those.
        var next: [UInt32] = []
        next.reserveCapacity(builder.counts.count)
        for (word, count) in builder.counts.enumerated() {
            next.append(isCommon[word] ? UInt32(commonSlots.count) : starts[word])
            starts.append(starts[word] + (isCommon[word] ? 0 : count))
            if isCommon[word] { commonSlots.append(SlotSet(below: texts.count)) }
        }
        var slots = [UInt32](repeating: 0, count: Int(starts.last ?? 0))
        for slot in 0..<texts.count {
            if slot.isMultiple(of: 4096), Task.isCancelled { return nil }
            texts.withText(at: slot) { text in
                builder.eachWord(of: text, at: slot) { word in
                    guard !isCommon[word] else { return commonSlots[Int(next[word])].insert(slot) }
                    slots[Int(next[word])] = UInt32(slot)
                    next[word] += 1
                }
            }
        }
        (words, count, self.slots, self.starts) = (builder.words.compact, texts.count, slots, starts)
        let common = isCommon.indices.filter { isCommon[$0] }
        self.common = Dictionary(uniqueKeysWithValues: zip(common, commonSlots))
    }

    /// The slots of `texts` that contain `needle`, in order; nil if scanning is faster.
    func slots(containing needle: [UInt8], in texts: TextColumn) -> [Int]? {
        let parts = needle.split(separator: Self.space)
        guard let longest = parts.max(by: { $0.count < $1.count }) else { return nil }
        let found = words.slots(containing: Array(longest))
        guard needle.contains(Self.space) else { return slots(of: found).slots }
        let most = count / Self.many
        guard found.count <= most else { return nil }
        let candidates = slots(of: found)
        return candidates.count > most ? nil : texts.slots(candidates.slots, containing: needle)
    }

    private func slots(of words: [Int]) -> SlotSet {
        var found = SlotSet(below: count)
        for word in words {
            let (start, end) = (starts[word], starts[word + 1])
            if start == end, let slots = common[word] { found.formUnion(slots) }
            for place in start..<end { found.insert(Int(slots[Int(place)])) }
        }
        return found
    }

    static let space = UInt8(ascii: " ")
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

    /// Counts each word of a text once.
    mutating func count(_ text: UnsafeRawBufferPointer, at slot: Int) {
        let mark = Int32(slot)
        Self.eachPart(of: text) { part in
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
        Self.eachPart(of: text) { part in
            let word = number(of: part)
            guard last[word] != mark else { return }
            last[word] = mark
            body(word)
        }
    }

    private static func eachPart(of text: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
        var start = 0
        for place in 0...text.count where place == text.count || text[place] == WordIndex.space {
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

    private static func hash(_ bytes: UnsafeRawBufferPointer) -> Int {
        // FNV-1a, whose high bits are better.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return Int(truncatingIfNeeded: hash ^ hash >> 32)
    }
}
