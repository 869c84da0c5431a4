import GtkKit

/// The buttons at the lower edge of a window over another, in more than one line where they are long.
@MainActor
struct SecondaryBar {
    let widget: Widget

    /// - Parameter start: is above the buttons where they leave it no room beside them.
    init(_ buttons: [Widget], start: Widget? = nil) {
        let end = WrapBox(spacing: 12, lineSpacing: 6, lines: .end)
        end.hexpand = true
        for button in buttons { end.append(button) }
        widget = start.map { SideBySide($0, end, lineSpacing: 12) } ?? Box(.horizontal, [end])
        widget.addClass("form-bar")
    }
}
