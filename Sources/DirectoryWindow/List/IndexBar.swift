import DirectoryWidgets
import GtkKit
import Language

/// A list with its first letters next to the scroll bar; a click or drag jumps there.
@MainActor
final class IndexBar {
    let widget: Box
    private let strip: Box
    private let column = LetterColumn()
    private(set) var shown: [String] = []
    private(set) var buttons: [Button] = []
    private let seen: @MainActor () -> [Int64]
    private let jumped: @MainActor (_ letter: String, _ seen: [Int64]) -> Void
    private var drag: (start: Double, seen: [Int64], letter: Int?)?

    /// - Parameters:
    ///   - list: what scrolls.
    ///   - seen: returns the visible rows.
    ///   - jump: gets a letter, and the rows visible when the pointer went down.
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

    /// Shows the letters if there is room.
    func show(_ letters: [String]) {
        guard letters != shown else { return }
        shown = letters
        strip.removeAll()
        buttons = letters.map(button)
        buttons.forEach(strip.append)
        strip.isVisible = !letters.isEmpty
    }

    private func button(_ letter: String) -> Button {
        let button = Button.labeled(letter) { [weak self] in self?.jump(to: letter) }.styled("letter")
        // The keyboard has Home, End, and typing.
        button.focusable = false
        return button
    }

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

    /// - Returns: false for a click.
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

/// Stacks letters, or every second one if space is short.
final class LetterColumn: ChildLayout {
    private var places: [(letter: Int, range: Range<Int>)] = []

    override var heightFollowsWidth: Bool { false }

    /// The letter nearest to a height; nil without letters.
    func letter(at y: Double) -> Int? {
        (places.first { y < Double($0.range.upperBound) } ?? places.last)?.letter
    }

    override func width(of children: [LayoutChild]) -> Lengths {
        let width = children.map(\.width.natural).max() ?? 0
        return (width, width)
    }

    /// The minimum shows every second letter.
    override func height(of children: [LayoutChild], forWidth width: Int?) -> Lengths {
        let line = line(of: children)
        return (line * ((children.count + 1) / 2), line * children.count)
    }

    override func allocate(_ children: [LayoutChild], width: Int, height: Int) {
        let line = line(of: children)
        let step = line * children.count <= height ? 1 : 2
        let count = (children.count + step - 1) / step
        // Farther apart they would not look like a column.
        let pitch = count > 0 ? min(line * 5 / 4, height / count) : 0
        let top = (height - pitch * count) / 2
        places = (0..<count).map { ($0 * step, top + $0 * pitch..<top + ($0 + 1) * pitch) }
        for (index, child) in children.enumerated() { child.setShown(index.isMultiple(of: step)) }
        for (letter, range) in places {
            children[letter].place(x: 0, y: range.lowerBound, width: width, height: range.count)
        }
    }

    private func line(of children: [LayoutChild]) -> Int {
        children.map { $0.height(forWidth: nil).natural }.max() ?? 0
    }
}

/// Places a list and, if there is room, letters next to its scroll bar.
final class LetterStripLayout: ChildLayout {
    var box: WeakWidget<Box>?

    override var heightFollowsWidth: Bool { false }

    override func width(of children: [LayoutChild]) -> Lengths { children.first?.width ?? (0, 0) }

    override func height(of children: [LayoutChild], forWidth width: Int?) -> Lengths {
        children.first?.height(forWidth: nil) ?? (0, 0)
    }

    override func allocate(_ children: [LayoutChild], width: Int, height: Int) {
        guard let list = children.first else { return }
        let strip = children.dropFirst().first
        let room = strip.map { letterRoom(for: $0, beside: list, width: width, height: height) } ?? 0
        strip?.setShown(room > 0)
        let isMirrored = box?.widget?.isMirrored ?? false
        list.place(x: isMirrored ? room : 0, y: 0, width: width - room, height: height)
        guard room > 0 else { return }
        strip?.place(x: isMirrored ? 0 : width - room, y: 0, width: room, height: height)
    }

    /// The width of the letters; 0 if they would take more than a twelfth of the width.
    private func letterRoom(for strip: LayoutChild, beside list: LayoutChild, width: Int, height: Int) -> Int {
        let wanted = strip.width.natural
        let fits = wanted * 12 <= width && width - wanted >= list.width.minimum
        return fits && strip.height(forWidth: nil).minimum <= height ? wanted : 0
    }
}
