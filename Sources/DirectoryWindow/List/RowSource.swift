import PictureKit
import DirectoryScreens
import Foundation
import GtkKit

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
