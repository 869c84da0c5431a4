internal import CGtk

/// The handlers of a list, separate from it, so that its signal handlers do not hold it.
@MainActor
final class ListHooks {
    private let model: ListModel
    /// Whether one click activates a row. GTK's own setting is not used: with it a passing pointer selects rows.
    private let singleClickActivate: Bool
    private var lastSelected: [UInt64] = []
    var isQuiet = false
    var activated: [@MainActor (UInt64) -> Void] = []
    var selected: [@MainActor ([UInt64]) -> Void] = []
    var longPressed: (@MainActor (UInt64) -> Void)?
    var pressed: (@MainActor (ListRow, Double, Double) -> Bool)?
    var contextMenu: [@MainActor (UInt64, Double, Double) -> Void] = []

    init(model: ListModel, singleClickActivate: Bool) {
        self.model = model
        self.singleClickActivate = singleClickActivate
    }

    func selectionMoved(to ids: [UInt64]) {
        guard ids != lastSelected else { return }
        lastSelected = ids
        guard !isQuiet, !model.isReplacing else { return }
        for handler in selected { handler(ids) }
    }

    func activate(_ id: UInt64) {
        for handler in activated { handler(id) }
    }

    func watchClicks(on row: ListRow) {
        row.widget.onPress { [weak self, weak row] x, y in
            guard let self, let row, row.id != nil else { return false }
            return pressed?(row, x, y) ?? false
        }
        row.widget.onTap { [weak self, weak row] in
            if let self, singleClickActivate, let id = row?.id { activate(id) }
        }
        row.widget.onClick(button: 3) { [weak self, weak row] x, y in
            if let row { self?.openMenu(row, x: x, y: y) }
        }
        row.widget.onLongPress(isTouchOnly: longPressed == nil) { [weak self, weak row] x, y in
            guard let self, let row else { return }
            if let longPressed, let id = row.id { longPressed(id) } else { openMenu(row, x: x, y: y) }
        }
    }

    /// The position is inside the row's widget.
    func openMenu(_ row: ListRow, x: Double, y: Double) {
        guard let id = row.id, let list = gtk_widget_get_ancestor(row.widget.widget, gtk_list_view_get_type()) else {
            return
        }
        var (listX, listY) = (x, y)
        gtk_widget_translate_coordinates(row.widget.widget, list, x, y, &listX, &listY)
        for handler in contextMenu { handler(id, listX, listY) }
    }
}
