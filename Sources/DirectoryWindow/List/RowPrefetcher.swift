import GtkKit

/// Reads rows out of sight, a few at a time between frames. If many wait, it starts once no more are added, because a
/// scrolling list shows others first.
final class RowPrefetcher {
    private var waiting: [ObjectIdentifier: WeakRow] = [:]
    private var isScheduled = false
    /// True if a row was added since the last schedule.
    private var isGrowing = false
    private var timer: LoopTimer?

    private static let maxAtOnce = 8
    /// Up to this many rows are read at once.
    private static let few = 32
    /// The pause to wait for, in seconds.
    private static let pause = 0.06
    /// The time between two reads, in seconds.
    private static let gap = 0.004

    private struct WeakRow {
        weak var row: RecordRow?
    }

    var isDone: Bool { waiting.isEmpty }

    func add(_ row: RecordRow) {
        waiting[ObjectIdentifier(row)] = WeakRow(row: row)
        isGrowing = true
        schedule()
    }

    private func schedule() {
        guard !isScheduled, !waiting.isEmpty else { return }
        isScheduled = true
        let waitsForMore = isGrowing && waiting.count > Self.few
        timer = MainLoop.after(seconds: waitsForMore ? Self.pause : Self.gap) { [weak self] in self?.pauseEnded() }
        isGrowing = false
    }

    private func pauseEnded() {
        guard isGrowing else { return readSome() }
        isScheduled = false
        schedule()
    }

    private func readSome() {
        isScheduled = false
        isGrowing = false
        var count = 0
        while count < Self.maxAtOnce, let (key, next) = waiting.first {
            waiting[key] = nil
            guard let row = next.row, row.isUnread else { continue }
            row.read()
            count += 1
        }
        schedule()
    }
}
