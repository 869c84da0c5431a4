import DirectoryModel
import DirectoryScreens
import Foundation
import GtkKit
import PictureKit

/// What the user does with rows, and what rows show.
extension ListPane {
    func activated(_ id: UInt64) {
        screen.rowActivated(Self.row(id))
    }

    func selected(_ ids: [UInt64]) {
        screen.rowsSelected(ids.map(Self.row))
        // A form with changes keeps the selection as it was.
        list?.select(selectedIDs)
    }

    func menuWanted(_ id: UInt64, _ x: Double, _ y: Double) {
        let row = Self.row(id)
        if !screen.list.selectedRows.contains(row) { screen.menuOpened(on: row) }
        list?.select(selectedIDs)
        // A form with changes kept the selection as it was; the menu would belong to another record.
        guard screen.list.selectedRows.contains(row) else { return }
        let sections = menuSections
        if sections.contains(where: { !$0.isEmpty }) {
            list?.showMenu(sections.map { .section(nil, $0) }, at: x, y)
        }
    }

    private var menuSections: [[Menu.Part]] {
        let isOne = screen.list.selectedRows.count == 1 && !isSelecting
        return [
            DirectoryActions.items(at: isOne ? .row : .several, of: screen),
            DirectoryActions.items(at: .rows, of: screen),
        ]
    }
}

extension ListPane: RowSource {
    /// Those of large faces are larger than rows need.
    var pictures: TextureLoader { style.avatar > 96 ? largePictures : smallPictures }

    var hasChecks: Bool { R.definition.toggle != nil }

    func readLater(_ row: RecordRow) { reading.add(row) }

    var actions: [RowAction] { (R.home.canEdit ? [.edit] : []) + (R.home.canDelete ? [.delete] : []) }

    func actions(isOwn: Bool) -> [RowAction] { isOwn ? actions.filter { $0 != .delete } : actions }

    var deleteLabel: String { R.home.deleteLabel }

    var spokenActions: [RowAction] { (R.definition.toggle == nil ? [] : [.toggle]) + actions }

    var marker: TextMarker { screen.list.marker }
    var style: RowStyle { RowStyle(screen.list.looks, isSearched: !screen.list.answeredSearch.isEmpty) }
    func entry(of id: UInt64) -> ListEntry { ListEntry(row: Self.row(id), header: headers[Self.row(id)]) }
    func content(of row: Int64) -> RowContent? { screen.list.content(of: row) }

    func act(_ action: RowAction, on row: Int64) {
        switch action {
        case .edit: screen.editing.editTapped(row)
        case .toggle: screen.remote.toggled(row)
        case .delete: screen.deleting.deleteTapped(row)
        }
    }

    func open(_ row: Int64) { screen.rowActivated(row) }
    func card(of row: Int64) -> DraggedFile? {
        screen.files.card(ofRow: row).map(DraggedFile.init)
    }

    func pictureData(of row: Int64) -> @Sendable () throws -> Data? {
        let list = screen.list
        return { try list.pictureData(of: row) }
    }
}
