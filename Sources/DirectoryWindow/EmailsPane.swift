import DirectoryScreens
import DirectoryWidgets
import GtkKit
import Language

/// Draws an `EmailsScreen` in a small window.
@MainActor
final class EmailsPane: OverlayPane {
    let window: Window
    private let screen: EmailsScreen
    private let message = Label.paragraph().styled("message")
    private let open = Button(label: "").styled("suggested-action")
    private let copy = Button(label: translated("Copy Addresses"))
    private let close = Button(label: translated("Close"))

    init(screen: EmailsScreen, over parent: Window, closed: @escaping @MainActor () -> Void) {
        self.screen = screen
        window = Window.secondary(title: screen.title, over: parent, width: 440, height: 0)
        let content = Box(.vertical, spacing: 12, [Label.paragraph(screen.words), message]).expanding(.vertical).padded(
            18)
        open.onClicked { [screen] in Task { await screen.openTapped() } }
        copy.onClicked { [screen] in screen.copyTapped() }
        close.onClicked { [weak self] in self?.window.close() }
        window.child = Box(.vertical, spacing: 0, [content, SecondaryBar([close, copy, open]).widget])
        window.defaultWidget = open
        window.onDestroy(closed)
        redraw(self) { $0.draw() }
        window.focusFirst(open)
        window.present()
    }

    private func draw() {
        open.label = screen.openLabel
        open.isSensitive = screen.canOpen
        open.isVisible = !screen.isDone
        close.setClass("suggested-action", on: screen.isDone)
        if screen.isDone, window.defaultWidget !== close {
            window.defaultWidget = close
            close.grabFocus()
        }
        message.text = screen.message
        message.isVisible = !screen.message.isEmpty
        message.setClass("failure", on: screen.problem != nil)
    }
}
