import DirectoryScreens
import DirectoryWidgets
import Foundation
import GtkKit
import Language

final class CodeButton {
    let widget: Button
    private let label = Label().styled("caption")
    private let text = Label().styled("code-text")
    private var shown: DetailContent.Line?

    init(copy: @escaping @MainActor (DetailContent.Line) -> Void) {
        text.wrap = true
        let labels = Box(.vertical, [label, text])
        widget = Button(child: Box(.horizontal, spacing: 12, [labels, Image(iconName: "edit-copy-symbolic")]))
        widget.addClass("code")
        widget.halign = .center
        let tapped: @MainActor () -> Void = { [weak self] in if let line = self?.shown { copy(line) } }
        widget.onClicked(tapped)
        widget.onKey(phase: .capture) { key in
            guard key == Key("c", control: true) else { return false }
            tapped()
            return true
        }
    }

    /// Shows a code; nil hides the button.
    func show(_ line: DetailContent.Line?) {
        widget.isVisible = line != nil
        guard let line, line != shown else { return }
        shown = line
        label.text = line.label
        text.text = line.copied
        text.isolateDirection()
        widget.accessibleName = translated("\(line.label): \(line.copied)")
        widget.tooltip = translated("Copy \(line.label)")
    }
}

extension DraggedFile {
    init(_ card: RecordCard) {
        self.init(name: card.fileName, type: "text/vcard", content: Data(card.text.utf8))
    }
}

/// Shows a vCard without its picture as a QR code, in a small window.
func codeWindow(_ card: RecordCard, over parent: Window, closed: @escaping @MainActor () -> Void) -> Window {
    let code = QRCode(card.small)
    return Window.secondary(title: translated("QR Code"), over: parent, width: 420, height: 480)
        .presented(closed: closed) {
            Box(spacing: 12) {
                Label(card.title).styled("title-4").ellipsized()
                // Fits the narrowest window with its margin.
                if let code { Canvas(code, side: 320).aligned(horizontally: .center) }
                Label.centered(
                    code == nil
                        ? translated("This contact is too long for a QR code.")
                        : translated("Scan with a phone to add this contact.")
                ).styled("dim-label")
            }.padded(18).named(translated("QR code of \(card.title)"))
        }
}
