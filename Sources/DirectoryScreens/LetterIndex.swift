/// The first letters of the names in a list that is sorted by them, and where each of them begins.
struct LetterIndex: Equatable, Sendable {
    /// The letters, in the order of their script; "#" is for names that do not begin with a letter, and "…" for all
    /// letters after the most there can be.
    let letters: [String]
    /// The first row of each letter in every section, in the order of the list.
    private let starts: [Start]
    /// Where the sections begin.
    private let sections: [Int]

    private struct Start: Equatable, Sendable {
        let letter: String
        let position: Int
        let row: Int64
    }

    static let empty = LetterIndex(letters: [], starts: [], sections: [])
    /// The most letters, "…" among them.
    static var most: Int { 30 }

    private init(letters: [String], starts: [Start], sections: [Int]) {
        (self.letters, self.starts, self.sections) = (letters, starts, sections)
    }

    /// - Parameters:
    ///   - signs: the first sign of the text that each row is sorted by, without case and accents.
    ///   - entries: the rows.
    ///   - pinned: the row before all others, whatever its name is; nil for none.
    init(_ signs: [Unicode.Scalar?], of entries: ListEntries, pinned: Int64? = nil) {
        let sections = entries.headers.map(\.index)
        let runs = Self.runs(of: signs, sections: sections, from: entries.rows.first == pinned ? 1 : 0)
        let keys = Set(runs.map(\.key)).sorted()
        let kept = keys.count > Self.most ? keys.prefix(Self.most - 1) : keys[...]
        let names = Dictionary(uniqueKeysWithValues: kept.map { ($0, Self.name(of: $0)) })
        self.init(
            letters: kept.map(Self.name) + (kept.count < keys.count ? ["…"] : []),
            starts: runs.map { run in
                Start(letter: names[run.key] ?? "…", position: run.position, row: entries.rows[run.position])
            }, sections: sections)
    }

    /// The first row of a letter at a position or after it; after the last row comes the first.
    func row(of letter: String, from position: Int) -> Int64? {
        let wanted = starts.filter { $0.letter == letter }
        return (wanted.first { $0.position >= position } ?? wanted.first)?.row
    }

    /// Where the section of a position begins.
    func section(of position: Int) -> Int { sections.last { $0 <= position } ?? 0 }

    /// Where names begin with another letter than the name before, or with the first of a section.
    private static func runs(
        of signs: [Unicode.Scalar?], sections: [Int], from first: Int
    ) -> [(key: UInt32, position: Int)] {
        var runs: [(key: UInt32, position: Int)] = []
        var (last, section): (Unicode.Scalar?, Int) = (nil, 0)
        for position in signs.indices.dropFirst(first) {
            while section < sections.count, sections[section] <= position {
                if sections[section] == position { last = nil }
                section += 1
            }
            guard let sign = signs[position], sign != last else { continue }
            let isSame = last.map { key(of: $0) == key(of: sign) } ?? false
            if !isSame { runs.append((key(of: sign), position)) }
            last = sign
        }
        return runs
    }

    /// The letter as a number, 0 for what is not a letter.
    private static func key(of sign: Unicode.Scalar) -> UInt32 { sign.properties.isAlphabetic ? sign.value : 0 }

    private static func name(of key: UInt32) -> String {
        key == 0 ? "#" : Unicode.Scalar(key)?.properties.uppercaseMapping ?? ""
    }
}
