import DirectoryScreens
import DirectoryWidgets
import GtkKit
import Language

/// Draws a `HistoryScreen` in a window.
@MainActor
final class HistoryPane: OverlayPane {
    let window: Window
    private let screen: HistoryScreen
    private let pages = Stack(transition: .crossfade, milliseconds: 200)
    private let days = Box(.vertical, spacing: 18)
    private let more = Button(label: translated("Show Earlier Changes")).aligned(horizontally: .center)
    private let problem = Label.paragraph().styled("message", "failure")
    private var rows: [Int64: ChangeRow] = [:]
    private var shown: [HistoryScreen.Day] = []

    init(screen: HistoryScreen, over parent: Window, closed: @escaping @MainActor () -> Void) {
        self.screen = screen
        window = Window.secondary(title: screen.title, over: parent, width: 560, height: 640)
        let empty = EmptyPage()
        empty.show(
            iconName: "document-open-recent-symbolic", title: translated("No Changes Yet"),
            body: translated("Edits, downloads, and imports appear here, and can be undone."))
        let content = Box(.vertical, spacing: 18, [problem, days, more]).padded(18)
        pages.add(ScrolledWindow(child: Clamp(maximumWidth: 760, child: content)), name: "list")
        pages.add(empty.widget, name: "empty")
        window.child = pages
        more.onClicked { [screen] in screen.moreTapped() }
        window.onDestroy(closed)
        redraw(self) { $0.draw() }
        window.present()
    }

    private func draw() {
        problem.show(screen.problem)
        more.isVisible = screen.hasMore
        pages.visibleName = screen.days.isEmpty && screen.problem == nil ? "empty" : "list"
        if screen.days != shown { drawDays() }
        for (id, row) in rows {
            row.show(id == screen.opened ? (screen.lines, screen.untoldCount) : nil)
        }
    }

    private func drawDays() {
        let focused = rows.first { $0.value.hasFocus }?.key
        shown = screen.days
        days.removeAll()
        rows = [:]
        for day in shown {
            let list = Box(.vertical).styled("field-list").named(day.title)
            list.overflowHidden = true
            for change in day.changes {
                let row = ChangeRow(change, screen)
                rows[change.id] = row
                list.append(row.widget)
            }
            days.append(Box(.vertical, spacing: 6, [Label.line(day.title).styled("heading"), list]))
        }
        if let focused { rows[focused]?.focus() }
    }
}

/// A change, which opens to show its records and what can be done.
@MainActor
private final class ChangeRow {
    let widget: Widget
    private let head: Button
    private let opening = Image(iconName: "pan-end-symbolic")
    private let body = Box(.vertical, spacing: 6)
    private let revealer: Revealer
    private let change: HistoryScreen.Change
    private let screen: HistoryScreen
    private var shown: [ChangedLine] = []
    private var isOpen = false

    init(_ change: HistoryScreen.Change, _ screen: HistoryScreen) {
        (self.change, self.screen) = (change, screen)
        let title = Label.paragraph(change.title)
        title.setClass("dim-label", on: change.isReverted)
        let texts = Box(.vertical, spacing: 2, [title, Label.paragraph(change.detail).styled("dim-label", "caption")])
            .expanding(.horizontal)
        head = Button(child: Box(.horizontal, spacing: 10, [texts, opening])).styled("flat", "change")
        head.accessibleName = "\(change.title), \(change.detail)"
        body.setMargins(top: 6, start: 12, bottom: 12, end: 12)
        revealer = Revealer(child: body, transition: .slideDown, milliseconds: 200)
        widget = Box(.vertical, [head, revealer]).styled("change-row")
        head.onClicked { screen.changeTapped(change.id) }
    }

    var hasFocus: Bool { head.hasFocus }

    func focus() { head.grabFocus() }

    /// - Parameter contents: the records and how many more there are; nil closes the row.
    func show(_ contents: (lines: [ChangedLine], more: Int)?) {
        opening.iconName = contents == nil ? "pan-end-symbolic" : "pan-down-symbolic"
        head.accessibleDescription = contents == nil ? translated("Closed") : translated("Open")
        revealer.isRevealed = contents != nil
        guard let contents, !isOpen || contents.lines != shown else { return isOpen = contents != nil }
        (isOpen, shown) = (true, contents.lines)
        body.removeAll()
        for line in contents.lines { body.append(line.texts) }
        if contents.more > 0 {
            let count = contents.more
            body.append(
                Label.line(translated(count, one: "and \(count) more", many: "and \(count) more")).styled("dim-label"))
        }
        body.append(buttons)
    }

    private var buttons: Widget {
        let row = WrapBox(spacing: 6, lineSpacing: 6, lines: .end)
        let (screen, id) = (screen, change.id)
        row.append(Button.labeled(translated("Show List as of Then")) { screen.pastTapped(id) })
        if screen.canRevert, !change.isReverted {
            row.append(Button.labeled(screen.revertLabel) { screen.revertTapped(id) })
        }
        return row
    }
}
