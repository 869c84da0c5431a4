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
        isFinding = count > Self.mostFoundAtOnce
        guard isFinding else { return take((try? read()) ?? .empty) }
        finding = Task { [weak self] in
            let found = await runInBackground(read)
            guard !Task.isCancelled, let self else { return }
            isFinding = false
            take((try? found.get()) ?? .empty)
        }
    }

    /// Reading the signs of so many takes about a millisecond.
    private static var mostFoundAtOnce: Int { 1000 }

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
