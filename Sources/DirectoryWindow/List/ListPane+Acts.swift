import DirectoryModel
import DirectoryScreens
import Foundation
import GtkKit
import Language
import PictureKit

extension ListPane {
    func activated(_ id: UInt64) {
        screen.rowActivated(Self.row(id))
    }

    func selected(_ ids: [UInt64]) {
        screen.rowsSelected(ids.map(Self.row))
        // A form with changes keeps the selection.
        list?.select(selectedIDs)
    }

    func menuWanted(_ id: UInt64, _ x: Double, _ y: Double) {
        let row = Self.row(id)
        if !screen.list.selectedRows.contains(row) { screen.menuOpened(on: row) }
        list?.select(selectedIDs)
        // A form with changes kept the selection, so the menu would belong to another record.
        guard screen.list.selectedRows.contains(row) else { return }
        let sections = menuSections
        if sections.contains(where: { !$0.isEmpty }) {
            list?.showMenu(sections.map { .section(nil, $0) }, at: x, y)
        }
    }

    private var menuSections: [[Menu.Part]] {
        let isOne = screen.list.selectedRows.count == 1 && !isSelecting
        let groups = DirectoryActions.items(screen.groups.canEdit ? screen.groups.handPicked : [], .addToGroup)
        return [
            DirectoryActions.items(at: isOne ? .row : .several, of: screen),
            groups.isEmpty ? [] : [.submenu(translated("Add to Group"), groups)],
            DirectoryActions.items(at: .rows, of: screen),
        ]
    }
}

extension ListPane {
    /// Large faces need larger pictures.
    var pictures: TextureLoader { style.avatar > 96 ? largePictures : smallPictures }

    var hasChecks: Bool { screen.definition.hasToggle && screen.home.canEdit }

    /// What swipes and assistive programs can do with a row.
    func actions(isOwn: Bool) -> [ActionID] {
        (hasChecks ? [.toggle] : []) + (screen.home.canEdit ? [.edit] : [])
            + (screen.home.canDelete && !isOwn ? [.delete] : [])
    }

    var style: RowStyle { RowStyle(screen.list.looks, isSearched: !screen.list.answeredSearch.isEmpty) }

    func perform(_ action: ActionID, on row: Int64) {
        switch action {
        case .edit: screen.editing.editTapped(row)
        case .toggle: screen.toggled(row)
        default: screen.deleteTapped(row)
        }
    }

    func card(of row: Int64) -> DraggedFile? {
        screen.card(ofRow: row).map(DraggedFile.init)
    }

    func pictureData(of row: Int64) -> @Sendable () throws -> Data? {
        let list = screen.list
        return { try list.pictureData(of: row) }
    }
}

/// The list as rows or as a wall of faces.
extension ListPane {
    /// An empty list in the current look.
    func makeList() -> any RowsView {
        let made: any RowsView = screen.list.looks.isWall ? makeWall() : makeRows()
        made.accessibleName = screen.definition.collection.title
        made.onActivate { [weak self] in self?.activated($0) }
        made.onSelectionChanged { [weak self] in self?.selected($0) }
        made.addShortcut(WindowAction.of(.delete).shortcut) { [screen] in screen.directory?.perform(.delete) }
        connectSelecting(made)
        made.onContextMenu { [weak self] in self?.menuWanted($0, $1, $2) }
        return made
    }

    private func makeRows() -> ListView {
        let made = ListView(model: RowModel(), singleClickActivate: true) { [weak self] in
            self.map { RecordRow(in: $0) } ?? ListRow(widget: Box())
        }
        made.addClass("records")
        return made
    }

    private func makeWall() -> WallView {
        let made = WallView(
            sizes: { [weak self] in
                self?.wallSizes ?? WallGeometry.Sizes(cellWidth: 1, cellHeight: 1, heading: 0, side: 0)
            },
            drawHeading: { [weak self] in self?.drawHeading($0, $1, $2) },
            makeCell: { [weak self] in self.map { RecordRow(in: $0) } ?? ListRow(widget: Box()) })
        made.addClass("wall")
        var first = FaceSize.medium
        made.onPinch { [looks = screen.list.looks] in
            first = looks.faceSize
        } update: { [looks = screen.list.looks] factor, _, _ in
            looks.facesPinched(by: factor, from: first)
        }
        return made
    }

    private var wallSizes: WallGeometry.Sizes {
        let style = style
        let lines = style.lineHeights(in: widget, lineHeights)
        // Fits a usual first name in any letter size.
        let letters = lineHeights.height(RowText.styles(style)[0], in: widget) * 5
        return WallGeometry.Sizes(
            cellWidth: max(style.avatar + 2 * style.padding, letters),
            cellHeight: RowGeometry.height(style, lines: lines),
            heading: SectionHeading.height(in: widget, lineHeights), side: 6)
    }

    private func drawHeading(_ start: Int, _ area: PixelRect, _ snapshot: Snapshot) {
        let rows = screen.list.entries.rows
        guard rows.indices.contains(start), let list, let header = headers[rows[start]] else { return }
        let edge = SectionHeading.edge
        let rect = PixelRect(
            x: area.x + edge.side, y: area.y + edge.top, width: area.width - 2 * edge.side,
            height: area.height - edge.top - edge.bottom)
        SectionHeading(header, in: list)
            .draw(on: snapshot, in: rect, RowColors(of: list, state: []), isMirrored: list.isMirrored)
    }
}

/// Selecting several rows: a long press, presses, and keys.
extension ListPane {
    var isSelecting: Bool { screen.isSelecting }

    func connectSelecting(_ list: any RowsView) {
        list.onLongPress { [weak self] id in
            self?.toggle(id)
            self?.list?.focus(id: id)
        }
        list.onPress { [weak self] row, _, _ in
            guard let self, isSelecting, let id = row.id else { return false }
            // A drag takes all selected rows with it.
            if screen.list.selectedRows.contains(Self.row(id)) { pressed = id } else { toggle(id) }
            self.list?.focus(id: id)
            return true
        }
        list.onRelease { [weak self] id in
            if self?.pressed == id { self?.toggle(id) }
            self?.pressed = nil
        }
        list.onSpace { [weak self] id in self?.spaced(id) ?? false }
        list.addShortcut(WindowAction.of(.selectAll).shortcut) { [screen] in screen.selectAllTapped() }
        if list is ListView { list.onKey(phase: .capture) { [weak self] key in self?.moved(key) ?? false } }
    }

    /// Space flips a row's check button, unless rows are selected.
    private func spaced(_ id: UInt64) -> Bool {
        if isSelecting {
            toggle(id)
        } else if hasChecks {
            screen.toggled(Self.row(id))
        } else {
            return false
        }
        return true
    }

    private func toggle(_ id: UInt64) { screen.selectToggled(Self.row(id)) }

    /// While rows are selected, arrow keys move only the focus.
    private func moved(_ key: Key) -> Bool {
        guard isSelecting, !key.control, !key.shift, !key.alt, let list, let focused = list.focusedID,
            let index = model.position(of: focused)
        else { return false }
        let page = max(1, list.rowsSeenWhole.count - 1)
        let steps = ["Up": -1, "Down": 1, "Page_Up": -page, "Page_Down": page, "Home": -index, "End": model.count]
        guard let step = steps[key.name],
            let id = model.id(at: min(max(0, index + step), model.count - 1))
        else { return false }
        list.scrollTo(id: id)
        // A distant row gets its widget when it is scrolled to.
        if !list.focus(id: id) { window?.afterNextFrame { [weak list] in list?.focus(id: id) } }
        return true
    }
}
