import GtkKit

/// The buttons at the lower edge of a window over another.
@MainActor
struct SecondaryBar {
    let widget = Box(.horizontal, spacing: 12)

    init(_ buttons: [Widget], start: Widget? = nil) {
        if let start { widget.append(start) }
        let space = Box()
        space.hexpand = true
        widget.append(space)
        for button in buttons { widget.append(button) }
        widget.addClass("form-bar")
    }
}
