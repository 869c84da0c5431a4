import DirectoryScreens
import DirectoryWidgets
import Foundation
import GtkKit
import Language

@MainActor
final class CodeButton {
    let widget: Button
    private let label = Label().styled("caption")
    private let text = Label().styled("code-text")
    private var shown: DetailContent.Line?

    init(copy: @escaping @MainActor (DetailContent.Line) -> Void) {
        text.wrap = true
        let words = Box(.vertical, [label, text])
        widget = Button(child: Box(.horizontal, spacing: 12, [words, Image(iconName: "edit-copy-symbolic")]))
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
@MainActor
final class CodePane: OverlayPane {
    let window: Window
    /// Nil if the card is too long.
    let code: QRCode?

    init(card: RecordCard, over parent: Window, closed: @escaping @MainActor () -> Void) {
        window = Window.secondary(title: translated("QR Code"), over: parent, width: 420, height: 480)
        code = QRCode(card.small)
        let words = Label.centered(
            code == nil
                ? translated("This contact is too long for a QR code.")
                : translated("Scan with a phone to add this contact.")
        ).styled("dim-label")
        let title = Label(card.title).styled("title-4")
        title.ellipsize = .end
        let content = Box(.vertical, spacing: 12, [title]).padded(18)
        if let code {
            // Fits the narrowest window with its margin.
            let picture = Canvas(code, side: 320).aligned(horizontally: .center)
            content.append(picture)
        }
        content.append(words)
        content.accessibleName = translated("QR code of \(card.title)")
        window.child = content
        window.onDestroy(closed)
        window.present()
    }
}
