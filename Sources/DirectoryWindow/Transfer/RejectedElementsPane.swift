import DirectoryModel
import DirectoryScreens
import Foundation
import GtkKit
import Language

/// Draws a `RejectedElementsScreen` in its own window: every element with its reason, its text, and another try.
@MainActor
final class RejectedElementsPane {
    let window: Window
    private let screen: RejectedElementsScreen
    private let pages = Stack(transition: .crossfade, milliseconds: 200)
    private let list = Box(.vertical, spacing: 18)
    private let words = Label.paragraph().styled("dim-label")
    private var cards: [Int64: (widget: Widget, reason: Label)] = [:]

    init(screen: RejectedElementsScreen, over parent: Window, closed: @escaping @MainActor () -> Void) {
        self.screen = screen
        window = Window.secondary(title: translated("Skipped Entries"), over: parent, width: 560, height: 560)
        let content = Box(.vertical, spacing: 12, [words, list]).padded(18)
        let empty = EmptyPage()
        empty.show(
            iconName: "emblem-ok-symbolic", title: translated("No Skipped Entries"),
            body: translated("All entries in the last download or import could be read."))
        empty.widget.vexpand = true
        pages.add(ScrolledWindow(child: content), name: "list")
        pages.add(empty.widget, name: "empty")
        window.child = pages
        for element in screen.elements { add(element) }
        window.onDestroy(closed)
        redraw(self) { $0.draw() }
        window.present()
    }

    private func draw() {
        let left = Set(screen.elements.map(\.id))
        for (id, card) in cards where !left.contains(id) {
            list.remove(card.widget)
            cards[id] = nil
        }
        for element in screen.elements { cards[element.id]?.reason.text = element.reason }
        words.text = screen.words ?? screen.explanation
        pages.visibleName = screen.elements.isEmpty ? "empty" : "list"
    }

    private func add(_ element: RejectedElementsScreen.Element) {
        let reason = Label.paragraph(element.reason).styled("heading")
        let text = TextView()
        text.text = element.text
        text.accessibleName = translated("Original text")
        text.accessibleDescription = element.reason
        text.onChanged { [screen] in screen.typed($0, in: element.id) }
        let scrolled = ScrolledWindow(child: text)
        scrolled.setContentHeight(minimum: 90, maximum: 200)
        scrolled.setPropagatesNaturalSize(width: false, height: true)
        scrolled.addClass("field-list")
        scrolled.overflowHidden = true
        let card = Box(.vertical, spacing: 6, [reason, scrolled, buttons(element)])
        cards[element.id] = (card, reason)
        list.append(card)
    }

    private func buttons(_ element: RejectedElementsScreen.Element) -> Widget {
        let again = Button.labeled(translated("Try Again")) { [screen] in screen.tryAgainTapped(element.id) }
        let forget = Button.labeled(translated("Discard")) { [screen] in screen.forgetTapped(element.id) }.styled(
            "flat")
        let row = Box(.horizontal, spacing: 6, [again, forget]).aligned(horizontally: .end)
        if let letter = element.letter {
            let mail = Button(label: translated("Send Email…")).styled("flat")
            mail.tooltip = String(letter.dropFirst("mailto:".count).prefix { $0 != "?" }).removingPercentEncoding
            mail.onClicked { [weak self] in
                if let self { Task { [window] in await Desktop.start(letter, over: window) } }
            }
            row.prepend(mail)
        }
        return row
    }
}
