internal import CGtk
internal import CGtkShim

/// One cell of a wall: a row's widget in a box, which has the keyboard and the cell's state.
@MainActor
final class WallCell {
    let row: ListRow
    let box = Box(.vertical, role: .listItem)
    /// Where the cell was last found in the wall.
    var position = 0

    init(_ row: ListRow) {
        self.row = row
        box.append(row.widget)
        box.addClass("cell")
        row.placed()
    }

    func bind(_ id: UInt64, isSelected: Bool) {
        row.id = id
        show(isSelected: isSelected, isForced: true)
        row.bind(id: id)
        if !box.isVisible { box.isVisible = true }
    }

    func unbind() {
        row.unbind()
        row.id = nil
        box.isVisible = false
    }

    func show(isSelected: Bool, isForced: Bool = false) {
        let was = gtk_widget_get_state_flags(box.widget).rawValue & GTK_STATE_FLAG_SELECTED.rawValue != 0
        guard isForced || was != isSelected else { return }
        if isSelected {
            gtk_widget_set_state_flags(box.widget, GTK_STATE_FLAG_SELECTED, 0)
        } else {
            gtk_widget_unset_state_flags(box.widget, GTK_STATE_FLAG_SELECTED)
        }
        gtkkit_accessible_selected(box.widget, isSelected.g)
    }

    /// Runs the handlers when the left button goes down on the cell, and when it goes up again on it.
    func onClick(
        pressed: @escaping @MainActor () -> Void,
        released: @escaping @MainActor (_ control: Bool, _ shift: Bool) -> Void
    ) {
        guard let gesture = gtk_gesture_click_new() else { return }
        gtk_gesture_single_set_button(cast(gesture), 1)
        Signal.press(cast(gesture), "pressed") { _, _, _ in pressed() }
        Signal.press(cast(gesture), "released") { _, _, _ in
            let held = gtk_event_controller_get_current_event_state(gesture).rawValue
            released(held & GDK_CONTROL_MASK.rawValue != 0, held & GDK_SHIFT_MASK.rawValue != 0)
        }
        gtk_widget_add_controller(box.widget, cast(gesture))
    }
}
