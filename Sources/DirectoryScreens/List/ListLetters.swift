import DirectoryModel
import DirectoryStore
import Observation

/// The letters that names in a list begin with, for jumping there.
@MainActor @Observable
final class ListLetters {
    private(set) var index = LetterIndex.empty
    @ObservationIgnored private(set) var isFinding = false
    @ObservationIgnored private var finding: Task<Void, Never>?
    @ObservationIgnored private var last: (letter: String, row: Int64)?
    /// What was found last. After a search the same list is shown again.
    @ObservationIgnored private var kept: (list: SortedList, index: LetterIndex)?

    /// A list whose letters are found.
    struct SortedList: Equatable {
        let listing: Listing
        let order: String
        /// The row before all others, or nil.
        let pinned: Int64?
    }

    func clear() {
        finding?.cancel()
        isFinding = false
        if index != .empty { index = .empty }
    }

    /// Finds the letters, off the main thread for a long list.
    func find(in list: SortedList, _ read: @escaping @Sendable () throws(StoreError) -> LetterIndex) {
        finding?.cancel()
        isFinding = false
        if let kept, kept.list == list { return take(kept.index) }
        guard list.listing.rows.count > Self.maxFoundAtOnce else { return take((try? read()) ?? .empty) }
        isFinding = true
        finding = Task { [weak self] in
            let found = await runInBackground(read)
            guard !Task.isCancelled, let self else { return }
            isFinding = false
            kept = (try? found.get()).map { (list, $0) }
            take((try? found.get()) ?? .empty)
        }
    }

    /// Reading this many takes about a millisecond.
    private static var maxFoundAtOnce: Int { 1000 }

    private func take(_ found: LetterIndex) {
        last = nil
        if found != index { index = found }
    }

    /// The row for a letter: in the section in view, else in the next one. The same letter again goes to the next
    /// section while its row is in view.
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

/// The first letters of names in a sorted list, and where each begins.
struct LetterIndex: Equatable, Sendable {
    /// In the script's order; "#" for other characters, and "…" for letters beyond the maximum.
    let letters: [String]
    /// The first row of each letter in every section.
    private let starts: [Start]
    private let sections: [Int]

    private struct Start: Equatable, Sendable {
        let letter: String
        let position: Int
        let row: Int64
    }

    static let empty = LetterIndex(letters: [], starts: [], sections: [])
    /// The maximum, including "…".
    static var most: Int { 30 }

    private init(letters: [String], starts: [Start], sections: [Int]) {
        (self.letters, self.starts, self.sections) = (letters, starts, sections)
    }

    /// - Parameters:
    ///   - signs: the first folded character of each row's sort text.
    ///   - entries: the rows.
    ///   - pinned: the row before all others, or nil.
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

    /// The first row of a letter at or after a position, wrapping around.
    func row(of letter: String, from position: Int) -> Int64? {
        let wanted = starts.filter { $0.letter == letter }
        return (wanted.first { $0.position >= position } ?? wanted.first)?.row
    }

    func section(of position: Int) -> Int { sections.last { $0 <= position } ?? 0 }

    /// Where the first letter changes, or a section begins.
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

    /// 0 for anything but a letter.
    private static func key(of sign: Unicode.Scalar) -> UInt32 { sign.properties.isAlphabetic ? sign.value : 0 }

    private static func name(of key: UInt32) -> String {
        key == 0 ? "#" : Unicode.Scalar(key)?.properties.uppercaseMapping ?? ""
    }
}

extension ListScreen {
    /// The letters to jump to; empty if the list is short, searched, a table, or not sorted by name.
    public var letters: [String] {
        looks.look == .table || !searchText.isEmpty || emptyState != nil ? [] : letterFinder.index.letters
    }

    /// - Parameter seen: the visible rows, in order.
    /// - Returns: the row to scroll to.
    public func letterTapped(_ letter: String, seen: [Int64]) -> Int64? {
        letterFinder.row(of: letter, seen: seen, in: entries.rows)
    }

    func findLetters() {
        guard searchText.isEmpty, !isPartial, entries.rows.count > Self.maxWithoutLetters, isSortedByName else {
            return letterFinder.clear()
        }
        let (collection, entries, order, own) = (collection, entries, looks.orderID, own?.row)
        let list = ListLetters.SortedList(listing: listing, order: order, pinned: own)
        letterFinder.find(in: list) { () throws(StoreError) in
            LetterIndex(try collection.firstSigns(inOrder: order, of: entries.rows), of: entries, pinned: own)
        }
    }

    /// Longer lists have letters.
    private static var maxWithoutLetters: Int { 40 }

    private var isSortedByName: Bool {
        ["last", "first", "name"].contains(looks.orderID) && definition.keepsOrder(looks.arrangement.query)
    }
}
