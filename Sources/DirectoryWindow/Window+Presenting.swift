import DirectoryWidgets
import GtkKit

/// What the windows over the first one have in common. Each is opened by a function that is called for a screen and returns
/// the window; only GTK holds it.
extension Window {
    /// Shows the window with its content, one below the other.
    /// - Parameter closed: runs once, when the window is gone.
    func presented(closed: @escaping @MainActor () -> Void, @WidgetBuilder content: () -> [Widget]) -> Window {
        child = Box(spacing: 0, content)
        onDestroy(closed)
        present()
        return self
    }

    /// Sets the button that Return activates, and focuses it or another widget.
    @discardableResult
    func setDefault(_ button: Button, focus: Widget? = nil) -> Window {
        defaultWidget = button
        focusFirst(focus ?? button)
        return self
    }

    /// Sets the button that Return activates, and focuses it; while the user types in `parent`, focuses `cancel`
    /// instead, so that typing does not answer a window that opens by itself.
    @discardableResult
    func setDefault(_ button: Button, unlessTypingIn parent: Window, cancel: Button) -> Window {
        guard parent.isTyping else { return setDefault(button) }
        focusFirst(cancel)
        return self
    }
}

/// The buttons at the bottom of a window, wrapped if they are long.
/// - Parameter start: a widget next to the buttons, or above them in a narrow window.
func buttonBar(_ buttons: [Widget], start: Widget? = nil) -> Widget {
    let end = WrapBox(spacing: 12, lines: .end) { buttons }.expanding(.horizontal)
    // The ring of a focused button is around it.
    end.overflowHidden = false
    let bar: Widget = start.map { SideBySide($0, end) } ?? Box(.horizontal, [end])
    return bar.styled("form-bar")
}
