/// Numbers the distinct words of texts, and counts the texts that contain each.
struct WordIndexBuilder {
    /// Every word once, in the order in which it was met.
    private(set) var words = TextColumn()
    /// How many texts contain each word.
    private(set) var counts: [UInt32] = []
    /// The last text in which each word was met.
    private var last: [Int32] = []
    /// A hash table: each place has the number of a word, or -1; the next place is taken where one is.
    private var table = [Int32](repeating: -1, count: 1 << 12)

    /// Counts each word of the text at `slot` once.
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

    /// Hands the number of each word of a counted text to `body`, once; all texts are walked in their order again.
    mutating func eachWord(of text: UnsafeRawBufferPointer, at slot: Int, _ body: (Int) -> Void) {
        // The marks of the first walk are the slots themselves, of this one their complements.
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

    /// Where the table has `part`, or has a free place for it.
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
        // FNV-1a; its high bits are the better ones.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return Int(truncatingIfNeeded: hash ^ hash >> 32)
    }
}
