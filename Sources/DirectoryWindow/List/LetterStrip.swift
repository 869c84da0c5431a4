import GtkKit
import Language

/// A list with the first letters of its names beside its scroll bar: a click or a drag on one jumps there.
@MainActor
final class LetterStrip {
    /// The list with the letters beside it.
    let widget: Box
    private let strip: Box
    private let column = LetterColumn()
    private var shown: [String] = []
    private var buttons: [Button] = []
    private let seen: @MainActor () -> [Int64]
    private let jumped: @MainActor (_ letter: String, _ seen: [Int64]) -> Void
    private var drag: (start: Double, seen: [Int64], letter: Int?)?

    /// - Parameters:
    ///   - list: what scrolls.
    ///   - seen: returns the rows in view.
    ///   - jump: called with a letter, and with the rows that were in view when the pointer went down.
    init(
        beside list: Widget, seen: @escaping @MainActor () -> [Int64],
        jump: @escaping @MainActor (_ letter: String, _ seen: [Int64]) -> Void
    ) {
        (self.seen, jumped) = (seen, jump)
        let layout = LetterStripLayout()
        widget = Box(handle: layout.makeContainer())
        strip = Box(handle: column.makeContainer(role: .group))
        strip.accessibleName = translated("Letters")
        strip.isVisible = false
        layout.box = WeakWidget(widget)
        widget.append(list)
        widget.append(strip)
        connectDrag()
    }

    /// Shows these letters, where there is room for them.
    func show(_ letters: [String]) {
        guard letters != shown else { return }
        shown = letters
        strip.removeAll()
        buttons = letters.map(button)
        buttons.forEach(strip.append)
        strip.isVisible = !letters.isEmpty
    }

    /// The letters that there is room for.
    var lettersInView: [String] { zip(shown, buttons).filter { $0.1.isMapped }.map(\.0) }

    private func button(_ letter: String) -> Button {
        let button = Button(label: letter)
        button.addClass("letter")
        // The keyboard has Home, End and typing.
        button.focusable = false
        button.onClicked { [weak self] in self?.jump(to: letter) }
        return button
    }

    /// Jumps as a click on the letter does.
    func jump(to letter: String) { jumped(letter, seen()) }

    private func connectDrag() {
        strip.onDrag(
            phase: .capture,
            begin: { [weak self] _, y in
                guard let self else { return false }
                drag = (y, seen(), nil)
                return true
            },
            update: { [weak self] _, y in self?.dragged(by: y) ?? false },
            end: { [weak self] _, _ in self?.drag = nil })
    }

    /// - Returns: whether that is a drag, and not a click.
    private func dragged(by distance: Double) -> Bool {
        guard let drag else { return false }
        guard drag.letter != nil || abs(distance) >= 4 else { return false }
        let letter = column.letter(at: drag.start + distance)
        guard let letter, letter != drag.letter, shown.indices.contains(letter) else { return true }
        self.drag?.letter = letter
        jumped(shown[letter], drag.seen)
        return true
    }
}
