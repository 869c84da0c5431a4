import GtkKit

/// Reads rows that are out of sight, a few at a time, and leaves time for frames in between. Where many wait, it begins
/// once no more of them come, because a list that scrolls shows others before these are read.
@MainActor
final class RowPrefetcher {
    private var waiting: [ObjectIdentifier: WeakRow] = [:]
    private var isScheduled = false
    /// True where a row came since it was last scheduled.
    private var isGrowing = false
    private var timer: LoopTimer?

    private static let maxAtOnce = 8
    /// So many rows are read without waiting for more.
    private static let few = 32
    /// How long no row must come, in seconds.
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
