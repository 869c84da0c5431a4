public import GtkKit

/// Makes the widgets in a container one Tab stop: arrow keys, Home, and End move between them.
public final class FocusGroup {
    private let container: Widget
    /// The focusable widgets, line by line.
    private var lines: [[Widget]] = []

    public init(in container: Widget) {
        self.container = container
        container.tabLeaves()
        container.onKey(phase: .capture) { [weak self] key in self?.pressed(key) ?? false }
    }

    /// Left and Right move within a line, Up and Down between lines.
    public func set(_ lines: [[Widget]]) { self.lines = lines.filter { !$0.isEmpty } }

    /// Focuses the first widget; false without one.
    @discardableResult
    public func focus() -> Bool { lines.first?.first?.grabFocus() ?? false }

    /// The focused widget's place.
    public var focused: (line: Int, index: Int)? {
        for (line, widgets) in lines.enumerated() {
            if let index = widgets.firstIndex(where: \.hasFocus) { return (line, index) }
        }
        return nil
    }

    /// Focuses the widget nearest to a place; false without one.
    @discardableResult
    public func focus(line: Int, index: Int) -> Bool {
        guard !lines.isEmpty else { return false }
        let widgets = lines[min(max(0, line), lines.count - 1)]
        return widgets[min(max(0, index), widgets.count - 1)].grabFocus()
    }

    private func pressed(_ key: Key) -> Bool {
        guard !key.control, !key.alt, !key.shift, let (line, index) = focused else { return false }
        let ahead = container.isMirrored ? -1 : 1
        switch key.name {
        case "Right": return move(to: index + ahead, in: line)
        case "Left": return move(to: index - ahead, in: line)
        case "Down": return lines.indices.contains(line + 1) && focus(line: line + 1, index: index)
        case "Up": return lines.indices.contains(line - 1) && focus(line: line - 1, index: index)
        case "Home": return focus(line: 0, index: 0)
        case "End": return focus(line: lines.count - 1, index: .max)
        default: return false
        }
    }

    /// At the end of a line the key is consumed, because GTK would leave the group. A selectable text alone on its line
    /// moves its cursor.
    private func move(to index: Int, in line: Int) -> Bool {
        if lines[line].count == 1, (lines[line][0] as? Label)?.selectable == true { return false }
        if lines[line].indices.contains(index) { lines[line][index].grabFocus() }
        return true
    }
}
