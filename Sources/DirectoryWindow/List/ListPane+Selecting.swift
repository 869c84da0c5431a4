import DirectoryModel
import DirectoryScreens
import GtkKit

/// Selecting several rows: by the circle over a picture, a long press, and keys.
extension ListPane {
    var isSelecting: Bool { screen.several.isOn }

    func select(_ row: Int64) { screen.several.toggled(row) }

    func connectSelecting(_ list: any RowsView) {
        list.onLongPress { [weak self] id in
            self?.toggle(id)
            self?.list?.focus(id: id)
        }
        list.onPress { [weak self] row, x, y in
            guard let self, let id = row.id else { return false }
            guard isSelecting || (row as? RecordRow)?.drawing.isCircle(at: x, y) == true else { return false }
            toggle(id)
            self.list?.focus(id: id)
            return true
        }
        list.onSpace { [weak self] id in self?.spaced(id) ?? false }
        list.addShortcut(WindowAction.of(.selectAll)?.shortcut ?? "") { [screen] in screen.several.selectAllTapped() }
        if list is ListView { list.onKey(phase: .capture) { [weak self] key in self?.moved(key) ?? false } }
    }

    /// Where rows are not selected and have a check button, Space flips that.
    private func spaced(_ id: UInt64) -> Bool {
        if isSelecting {
            toggle(id)
        } else if hasChecks {
            screen.remote.toggled(Self.row(id))
        } else {
            return false
        }
        return true
    }

    private func toggle(_ id: UInt64) { screen.several.toggled(Self.row(id)) }

    /// While rows are selected the arrow keys move the keyboard and leave the selection as it is.
    private func moved(_ key: Key) -> Bool {
        guard isSelecting, !key.control, !key.shift, !key.alt, let list, let focused = list.focusedID,
            let place = model.position(of: focused)
        else { return false }
        let page = max(1, list.rowsSeenWhole.count - 1)
        let steps = ["Up": -1, "Down": 1, "Page_Up": -page, "Page_Down": page, "Home": -place, "End": model.count]
        guard let step = steps[key.name.replacing("KP_", with: "")],
            let id = model.id(at: min(max(0, place + step), model.count - 1))
        else { return false }
        list.scrollTo(id: id, atTop: false)
        // A row far away gets a widget only when it is scrolled to.
        if !list.focus(id: id) { window?.afterNextFrame { [weak list] in list?.focus(id: id) } }
        return true
    }
}
