import DirectoryScreens
import Foundation
import GtkKit
import PictureKit

/// The source of a row's content.
@MainActor
protocol RowSource: AnyObject {
    var pictures: TextureLoader { get }
    var marker: TextMarker { get }
    /// The columns, where the list is a table.
    var table: TableMetrics? { get }
    /// The style of the rows now.
    var style: RowStyle { get }
    /// The heights of lines, of which a list needs only one.
    var lineHeights: LineHeights { get }
    /// The buttons of rows that are touched.
    var buttons: RowButtonPool { get }
    /// Whether clicks add rows to the selection and take them away.
    var isSelecting: Bool { get }
    /// Whether rows have a check button.
    var hasChecks: Bool { get }
    /// The actions at the end of a row that is touched.
    var actions: [RowAction] { get }
    /// Those of them that one's own row, or another, offers.
    func actions(isOwn: Bool) -> [RowAction]
    /// The label for deleting a row.
    var deleteLabel: String { get }
    /// The actions of a row for assistive programs, besides opening it.
    var spokenActions: [RowAction] { get }
    func entry(of id: UInt64) -> ListEntry
    func content(of row: Int64) -> RowContent?
    func pictureData(of row: Int64) -> @Sendable () throws -> Data?
    /// The file for dragging a row to other programs, or nil.
    func card(of row: Int64) -> DraggedFile?
    func act(_ action: RowAction, on row: Int64)
    func open(_ row: Int64)
    /// Adds a row to the selection, or takes it away.
    func select(_ row: Int64)
    /// Reads the content of a row that is out of sight when other work is done.
    func readLater(_ row: RecordRow)
}

/// Reads rows that are out of sight, a few at a time, and leaves time for frames in between. Where many wait, it begins
/// once no more of them come, because a list that scrolls shows others before these are read.
@MainActor
final class RowReading {
    private var waiting: [ObjectIdentifier: WeakRow] = [:]
    private var isScheduled = false
    /// True where a row came since it was last scheduled.
    private var isGrowing = false
    private var timer: LoopTimer?

    private static let mostAtOnce = 8
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
        while count < Self.mostAtOnce, let (key, next) = waiting.first {
            waiting[key] = nil
            guard let row = next.row, row.isUnread else { continue }
            row.read()
            count += 1
        }
        schedule()
    }
}
