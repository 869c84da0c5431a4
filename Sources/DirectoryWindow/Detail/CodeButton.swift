import DirectoryScreens
import GtkKit
import Language

/// A code that people read out, in large letters; a click, Return or Ctrl+C copies it.
@MainActor
final class CodeButton {
    let widget: Button
    private let label = Label()
    private let text = Label()
    private var shown: DetailContent.Line?

    init(copy: @escaping @MainActor (DetailContent.Line) -> Void) {
        label.addClass("caption")
        text.addClass("code-text")
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

    /// Shows a code, or hides the button where there is not one.
    func show(_ line: DetailContent.Line?) {
        widget.isVisible = line != nil
        guard let line, line != shown else { return }
        shown = line
        (label.text, text.text) = (line.label, line.copied)
        widget.accessibleName = translated("\(line.label): \(line.copied)")
        widget.tooltip = translated("Copy \(line.label)")
    }
}
