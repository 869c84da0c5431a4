import DirectoryModel
import DirectoryScreens
import GtkKit
import Language

/// Draws a `PreviewScreen` in a window of its own: every change with a tick, Apply and Cancel.
@MainActor
final class PreviewPane<R: DirectoryRecord> {
    let window: Window
    private let screen: PreviewScreen<R>
    private let words = Label()

    /// Opens over `parent`; `ended` runs once, with true for Apply.
    init(screen: PreviewScreen<R>, over parent: Window, ended: @escaping @MainActor (Bool) -> Void) {
        self.screen = screen
        window = Window.secondary(title: screen.title, over: parent, width: 480, height: 520)
        var applies = false
        let apply = Button(label: screen.source == .download ? translated("Apply") : translated("Import"))
        apply.addClass("suggested-action")
        apply.isVisible = screen.hasAnything
        apply.onClicked { [weak self] in
            applies = true
            self?.window.close()
        }
        let cancel = Button(label: screen.hasAnything ? translated("Cancel") : translated("Close"))
        cancel.onClicked { [weak self] in self?.window.close() }
        window.child = content(SecondaryBar([cancel, apply]))
        // What is being typed elsewhere must not answer.
        let isTyping = parent.isTyping
        window.defaultWidget = isTyping ? nil : screen.hasAnything ? apply : cancel
        window.focusFirst(screen.hasAnything && !isTyping ? apply : cancel)
        window.onDestroy { ended(applies) }
        redraw(self) { $0.words.text = $0.screen.words }
        window.present()
    }

    private func content(_ bar: SecondaryBar) -> Widget {
        let list = Box(.vertical)
        list.addClass("field-list")
        for line in screen.lines { list.append(row(line)) }
        if screen.untoldCount > 0 {
            let count = screen.untoldCount
            let more = Label(translated(count, one: "and \(count) more", many: "and \(count) more"))
            more.addClass("dim-label")
            more.margin(12)
            list.append(more)
        }
        addRejected(to: list)
        words.addClass("title-4")
        words.xalign = 0
        words.wrap = true
        words.accessibleDescription = translated("Summary of the selected changes")
        // An empty list needs no frame.
        list.isVisible = !screen.lines.isEmpty || !screen.rejected.isEmpty
        let asks = CheckButton(label: translated("Review changes before downloading"))
        asks.wrapsLabel()
        asks.isActive = screen.asksNextTime
        asks.isVisible = screen.source == .download
        asks.onToggled { [screen] in screen.asksNextTimeToggled($0) }
        let scrolled = ScrolledWindow(child: list)
        scrolled.vexpand = true
        let top = Box(.vertical, spacing: 12, [words, scrolled, asks])
        top.margin(18)
        top.vexpand = true
        return Box(.vertical, spacing: 0, [top, bar.widget])
    }

    private func addRejected(to list: Box) {
        let count = screen.untoldRejectedCount
        let more = translated(count, one: "and \(count) more skipped", many: "and \(count) more skipped")
        for text in screen.rejected + (count > 0 ? [more] : []) {
            let label = Label(text)
            label.xalign = 0
            label.wrap = true
            label.hexpand = true
            let kind = Label(translated("Skipped entries"))
            kind.addClass("badge")
            kind.valign = .start
            let row = Box(.horizontal, spacing: 10, [label, kind])
            row.addClass("field-row")
            list.append(row)
        }
    }

    private func row(_ line: PreviewScreen<R>.Line) -> Widget {
        let tick = CheckButton()
        tick.isActive = !screen.kept.contains(line.id)
        tick.valign = .start
        tick.accessibleName = "\(line.word) \(line.title)"
        tick.onToggled { [screen] in screen.ticked(line.id, isTicked: $0) }
        let title = Label(line.title)
        title.xalign = 0
        title.hexpand = true
        title.ellipsize = .end
        title.addClass("heading")
        let kind = Label(line.word)
        kind.addClass("badge")
        kind.setClass("going", on: line.isRemoval)
        let text = Box(.vertical, spacing: 2, [Box(.horizontal, spacing: 6, [title, kind])])
        for difference in line.differences {
            let label = Label(difference)
            label.xalign = 0
            label.wrap = true
            label.addClass("dim-label")
            text.append(label)
        }
        let row = Box(.horizontal, spacing: 10, [tick, text])
        row.addClass("field-row")
        return row
    }
}
