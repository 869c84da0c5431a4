import DirectoryWidgets
import GtkKit

/// The buttons at the bottom of a window, wrapped if they are long.
@MainActor
struct SecondaryBar {
    let widget: Widget

    /// - Parameter start: goes above the buttons if there is no room next to them.
    init(_ buttons: [Widget], start: Widget? = nil) {
        let end = WrapBox(spacing: 12, lineSpacing: 6, lines: .end).expanding(.horizontal)
        for button in buttons { end.append(button) }
        widget = start.map { SideBySide($0, end, lineSpacing: 12) } ?? Box(.horizontal, [end])
        widget.addClass("form-bar")
    }
}
