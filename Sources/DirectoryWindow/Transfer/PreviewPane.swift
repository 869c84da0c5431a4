import DirectoryModel
import DirectoryScreens
import DirectoryWidgets
import GtkKit
import Language

/// Draws a `PreviewScreen` in a window.
@MainActor
final class PreviewPane: OverlayPane {
    let window: Window
    private let screen: PreviewScreen
    private let words = Label.paragraph().styled("title-4")
    private let unread = Label.paragraph()
    private let list = Box(.vertical).styled("field-list")
    private let columns = Box(.vertical, spacing: 6)
    private let apply: Button
    /// The columns that have rows.
    private var drawn: [Int] = []
    /// Their assigned fields.
    private var assigned: [DropDown] = []
    private var shown: Contents?
    /// How often the list was drawn.
    private var drawing = 0

    private struct Contents: Equatable {
        let lines: [PreviewScreen.Line]
        let untoldCount: Int
        let leftOut: [String]
        let rejected: [String]
    }

    /// Opens over `parent`; `ended` runs once, with true for Apply.
    init(screen: PreviewScreen, over parent: Window, ended: @escaping @MainActor (Bool) -> Void) {
        self.screen = screen
        window = Window.secondary(title: screen.title, over: parent, width: 480, height: 520)
        var applies = false
        let apply = Button(label: screen.source == .download ? translated("Apply") : translated("Import")).styled(
            "suggested-action")
        self.apply = apply
        apply.isVisible = screen.hasAnything
        apply.onClicked { [weak self] in
            applies = true
            self?.window.close()
        }
        let cancel = Button.labeled(screen.hasAnything ? translated("Cancel") : translated("Close")) { [weak self] in
            self?.window.close()
        }
        window.child = content(SecondaryBar([cancel, apply]))
        // Typing elsewhere must not answer.
        let isTyping = parent.isTyping
        window.defaultWidget = isTyping ? nil : screen.hasAnything ? apply : cancel
        window.focusFirst(screen.canApply && !isTyping ? apply : cancel)
        window.onDestroy { ended(applies) }
        redraw(self) { $0.words.text = $0.screen.words }
        redraw(self) { $0.drawList() }
        redraw(self) { $0.drawColumns() }
        redraw(self) { $0.apply.isSensitive = $0.screen.canApply }
        window.present()
    }

    private func content(_ bar: SecondaryBar) -> Widget {
        words.accessibleDescription = translated("Summary of the selected changes")
        let asks = CheckButton(label: translated("Review changes before downloading"))
        asks.wrapsLabel()
        asks.isActive = screen.asksNextTime
        asks.isVisible = screen.source == .download
        asks.onToggled { [screen] in screen.asksNextTimeToggled($0) }
        let scrolled = ScrolledWindow(child: Box(.vertical, spacing: 12, [unread, columns, list])).expanding(.vertical)
        let top = Box(.vertical, spacing: 12, [words, scrolled, asks]).expanding(.vertical).padded(18)
        return Box(.vertical, spacing: 0, [top, bar.widget])
    }

    private func drawList() {
        let count = screen.untoldRejectedCount
        let more = translated(count, one: "and \(count) more skipped", many: "and \(count) more skipped")
        let contents = Contents(
            lines: screen.lines, untoldCount: screen.untoldCount, leftOut: screen.leftOut,
            rejected: screen.rejected + (count > 0 ? [more] : []))
        guard contents != shown else { return }
        shown = contents
        list.removeAll()
        drawing += 1
        addLines(of: contents, in: drawing)
        // An empty list needs no frame.
        list.isVisible = !contents.lines.isEmpty || !contents.leftOut.isEmpty || !contents.rejected.isEmpty
    }

    /// How many rows a frame adds; the first ones fill the window.
    private static let step = 12

    /// Adds the rows of some lines, and the others in the next frames, so that the main loop is not held.
    private func addLines(of contents: Contents, from first: Int = 0, in drawing: Int) {
        guard drawing == self.drawing else { return }
        let end = min(first + Self.step, contents.lines.count)
        for line in contents.lines[first..<end] { list.append(row(line)) }
        guard end == contents.lines.count else {
            return window.afterNextFrame { [weak self] in self?.addLines(of: contents, from: end, in: drawing) }
        }
        if contents.untoldCount > 0 {
            let count = contents.untoldCount
            let more = Label(translated(count, one: "and \(count) more", many: "and \(count) more")).styled("dim-label")
                .padded(12)
            list.append(more)
        }
        addTold(contents.leftOut, badge: translated("Not Imported"))
        addTold(contents.rejected, badge: translated("Skipped"))
    }

    /// A row for each unknown column.
    private func drawColumns() {
        unread.show(
            [screen.problem, screen.groupsMessage, screen.unreadMessage].compactMap(\.self).joined(separator: "\n"))
        columns.isVisible = !screen.columns.isEmpty
        let shown = screen.columns.map(\.id)
        guard shown != drawn else {
            for (field, column) in zip(assigned, screen.columns) where field.selected != column.option {
                field.selected = column.option
            }
            return
        }
        drawn = shown
        assigned = []
        columns.removeAll()
        for column in screen.columns { columns.append(row(column)) }
    }

    private func row(_ column: PreviewScreen.Column) -> Widget {
        let name = Label.line(column.name).expanding(.horizontal)
        name.ellipsize = .end
        let fields = DropDown(screen.options, searchName: translated("Search fields"))
        fields.selected = column.option
        fields.accessibleName = translated("Read “\(column.name)” as")
        fields.onSelected { [screen] in screen.columnAssigned(column.id, to: $0) }
        assigned.append(fields)
        return Box(.horizontal, spacing: 10, [name, fields])
    }

    private func addTold(_ texts: [String], badge: String) {
        for text in texts {
            let label = Label.paragraph(text).expanding(.horizontal)
            let kind = Label(badge).styled("badge").aligned(vertically: .start)
            list.append(Box(.horizontal, spacing: 10, [label, kind]).styled("field-row"))
        }
    }

    private func row(_ line: PreviewScreen.Line) -> Widget {
        let tick = CheckButton().aligned(vertically: .start)
        tick.isActive = !screen.kept.contains(line.id)
        tick.accessibleName = "\(line.word) \(line.title)"
        tick.onToggled { [screen] in screen.ticked(line.id, isTicked: $0) }
        let text = line.texts
        tick.isVisible = line.choices.isEmpty
        if !line.choices.isEmpty { text.append(choices(for: line)) }
        if line.differences.isEmpty { for part in [tick, text] as [Widget] { part.valign = .center } }
        return Box(.horizontal, spacing: 10, [tick, text]).styled("field-row")
    }

    /// Merge, Add, and Skip, for a record that looks like one here.
    private func choices(for line: PreviewScreen.Line) -> Widget {
        let choices = DropDown(line.choices.map(\.label)).aligned(horizontally: .start)
        choices.selected = line.choices.firstIndex(of: screen.choice(for: line.id)) ?? 0
        choices.accessibleName = translated("What to do with \(line.title)")
        choices.onSelected { [screen] in screen.chosen(line.choices[$0], for: line.id) }
        return choices
    }
}

extension ChangedLine {
    /// The record's name with a badge, and the fields that change.
    @MainActor
    var texts: Box {
        let name = Label.paragraph(title).styled("heading").expanding(.horizontal)
        let kind = Label(word).styled("badge").aligned(vertically: .start)
        kind.setClass("going", on: isRemoval)
        let texts = Box(.vertical, spacing: 2, [SideBySide(name, kind, wide: .first, spacing: 6)])
        for difference in differences { texts.append(Label.paragraph(difference).styled("dim-label")) }
        return texts
    }
}
