import GtkKit

/// The buttons at the lower edge of a window over another, in more than one line where they are long.
@MainActor
struct SecondaryBar {
    let widget = Box(.horizontal, spacing: 12)

    init(_ buttons: [Widget], start: Widget? = nil) {
        if let start { widget.append(start) }
        let end = WrapBox(spacing: 12, lineSpacing: 6, lines: .end)
        end.hexpand = true
        for button in buttons { end.append(button) }
        widget.append(end)
        widget.addClass("form-bar")
    }
}
