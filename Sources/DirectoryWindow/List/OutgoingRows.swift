import DirectoryModel
import DirectoryScreens
import DirectoryWidgets
import GtkKit
import Language

/// Draws the records that are not on the server yet, with Try Again.
@MainActor
final class OutgoingRows {
    let widget = Box(.vertical, spacing: 6).styled("outgoing")
    private let screen: QuickEntryScreen
    private var rows: [Int: Row] = [:]

    private struct Row {
        let widget: Widget
        let words: Label
        let spinner: Spinner
        let buttons: WrapBox
    }

    init(screen: QuickEntryScreen) {
        self.screen = screen
        widget.accessibleName = translated("Not Added Yet")
        redraw(self) { $0.draw() }
    }

    private func draw() {
        let entries = screen.outgoing
        for (id, row) in rows where !entries.contains(where: { $0.id == id }) {
            widget.remove(row.widget)
            rows[id] = nil
        }
        for entry in entries {
            let row = rows[entry.id] ?? add(entry)
            row.words.text = entry.words
            row.words.setClass("failure", on: entry.isFailed)
            row.words.setClass("dim-label", on: !entry.isFailed)
            row.spinner.isVisible = entry.state == .sending
            row.spinner.isSpinning = entry.state == .sending
            row.buttons.isVisible = entry.isFailed
        }
        widget.isVisible = !entries.isEmpty
    }

    private func add(_ entry: OutgoingEntry) -> Row {
        let (title, words) = (Label.paragraph(entry.text), Label.paragraph().styled("caption"))
        let spinner = Spinner().aligned(vertically: .center)
        let again = Button.labeled(translated("Try Again")) { [screen] in screen.tryAgainTapped(entry.id) }
        again.accessibleDescription = entry.text
        let discard = Button.labeled(translated("Discard")) { [screen] in screen.discardTapped(entry.id) }.styled(
            "flat")
        discard.accessibleDescription = entry.text
        let buttons = WrapBox(lines: .end)
        for button in [discard, again] { buttons.append(button) }
        let texts = Box(.vertical, spacing: 3, [title, words]).expanding(.horizontal)
        let row = SideBySide(Box(.horizontal, spacing: 12, [texts, spinner]), buttons, wide: .first, claim: 3).styled(
            "notice")
        widget.append(row)
        let made = Row(widget: row, words: words, spinner: spinner, buttons: buttons)
        rows[entry.id] = made
        return made
    }
}
