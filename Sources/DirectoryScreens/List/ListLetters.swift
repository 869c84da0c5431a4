import DirectoryModel
import DirectoryStore
import Observation

/// Finds the letters that names in a list begin with, and where a click on one leads.
@MainActor @Observable
final class ListLetters {
    private(set) var index = LetterIndex.empty
    /// True while the letters of a long list are being read.
    @ObservationIgnored private(set) var isFinding = false
    @ObservationIgnored private var finding: Task<Void, Never>?
    @ObservationIgnored private var last: (letter: String, row: Int64)?

    /// A list without letters to jump to.
    func clear() {
        finding?.cancel()
        isFinding = false
        if index != .empty { index = .empty }
    }

    /// Finds the letters of so many rows, those of a long list off the main thread.
    func find(in count: Int, _ read: @escaping @Sendable () throws(StoreError) -> LetterIndex) {
        finding?.cancel()
        isFinding = count > Self.maxFoundAtOnce
        guard isFinding else { return take((try? read()) ?? .empty) }
        finding = Task { [weak self] in
            let found = await runInBackground(read)
            guard !Task.isCancelled, let self else { return }
            isFinding = false
            take((try? found.get()) ?? .empty)
        }
    }

    /// Reading the signs of so many takes about a millisecond.
    private static var maxFoundAtOnce: Int { 1000 }

    private func take(_ found: LetterIndex) {
        last = nil
        if found != index { index = found }
    }

    /// The row that a letter leads to: the first with it in the section in view, else in the next one. The same letter
    /// again leads on to the next section, while the row it led to is in view.
    func row(of letter: String, seen: [Int64], in rows: [Int64]) -> Int64? {
        let first = seen.first.flatMap { rows.firstIndex(of: $0) } ?? 0
        var start = index.section(of: first)
        if let last, last.letter == letter, seen.contains(last.row), let place = rows.firstIndex(of: last.row) {
            start = place + 1
        }
        guard let row = index.row(of: letter, from: start) else { return nil }
        last = (letter, row)
        return row
    }
}

/// The first letters of the names in a list that is sorted by them, and where each of them begins.
struct LetterIndex: Equatable, Sendable {
    /// The letters, in the order of their script; "#" is for names that do not begin with a letter, and "…" for all
    /// letters after the most there can be.
    let letters: [String]
    /// The first row of each letter in every section, in the order of the list.
    private let starts: [Start]
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

/// The letters beside the list.
extension ListScreen {
    /// The letters that names in the list begin with, in order; empty where the list is short, searched, a table, or
    /// not sorted by a name.
    public var letters: [String] {
        looks.look == .table || !searchText.isEmpty || emptyState != nil ? [] : letterFinder.index.letters
    }

    /// A letter was clicked.
    /// - Parameter seen: the rows in view, first to last.
    /// - Returns: the row to bring to the top of the view.
    public func letterTapped(_ letter: String, seen: [Int64]) -> Int64? {
        letterFinder.row(of: letter, seen: seen, in: entries.rows)
    }

    /// Finds the letters of what the list shows now.
    func findLetters() {
        guard searchText.isEmpty, !isPartial, entries.rows.count > Self.maxWithoutLetters, isSortedByName else {
            return letterFinder.clear()
        }
        let (store, recordType, entries, order, own) = (store, recordType, entries, orderID, own?.row)
        letterFinder.find(in: entries.rows.count) { () throws(StoreError) in
            LetterIndex(
                try store.firstSigns(recordType, inOrder: order, of: entries.rows), of: entries, pinned: own)
        }
    }

    /// A list of more rows has letters beside it.
    private static var maxWithoutLetters: Int { 40 }

    private var isSortedByName: Bool {
        ["last", "first", "name"].contains(orderID) && recordType.keepsOrder(wantedArrangement.query)
    }
}
