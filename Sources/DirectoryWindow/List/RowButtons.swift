import GtkKit

/// The buttons at the end of a row that is touched. They go from row to row.
@MainActor
final class RowButtons {
    let widget = Box(.horizontal, spacing: 4)
    /// The row they are in now.
    fileprivate(set) weak var row: RecordRow?
    private var buttons: [RowAction: Button] = [:]

    /// Shows the buttons of these actions alone.
    func show(_ actions: [RowAction]) {
        for (action, button) in buttons { button.isVisible = actions.contains(action) }
    }

    init(_ actions: [RowAction], deleteLabel: String) {
        for action in actions {
            let button = Button(iconName: action.iconName)
            button.addClass("flat")
            let name = action == .delete ? deleteLabel : action.name
            button.tooltip = name
            button.accessibleName = name
            button.focusable = false
            button.onClicked { [weak self] in self?.row?.act(action) }
            widget.append(button)
            buttons[action] = button
        }
    }
}

/// The buttons of a list's rows: as many as rows are touched at the same time, by the pointer and by the keyboard.
@MainActor
final class RowButtonPool {
    private let make: @MainActor () -> RowButtons
    private var spare: [RowButtons] = []

    init(_ make: @escaping @MainActor () -> RowButtons) { self.make = make }

    /// Buttons for a row, which must give them back.
    func take(for row: RecordRow) -> RowButtons {
        let buttons = spare.popLast() ?? make()
        buttons.row = row
        return buttons
    }

    func giveBack(_ buttons: RowButtons) {
        buttons.row = nil
        spare.append(buttons)
    }
}
