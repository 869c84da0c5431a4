import DirectoryModel
import DirectoryScreens
import DirectoryWidgets
import Foundation
import GtkKit
import Language
import PictureKit

/// Draws a `MergeScreen`: for every field that differs both values, one of which is picked.
@MainActor
final class MergeView {
    let widget = Box(.vertical, spacing: 12)
    private let screen: MergeScreen
    private let pictures = TextureLoader(side: 240, capacity: 2)
    /// Both pictures, mine first; empty where the picture is not in question.
    private(set) var portraits: [Avatar] = []
    private var buttons: [String: (mine: CheckButton, theirs: CheckButton)] = [:]

    init(screen: MergeScreen) {
        self.screen = screen
        let mine = Button.labeled(translated("Use Mine")) { [screen] in screen.allPicked(.mine) }
        let theirs = Button.labeled(screen.isOnServer ? translated("Use Server’s") : translated("Use Saved")) {
            [screen] in screen.allPicked(.theirs)
        }
        let all = Box(.horizontal, spacing: 12, [mine, theirs]).aligned(horizontally: .center)
        let list = Box(.vertical).styled("field-list")
        for line in screen.lines { list.append(row(line)) }
        let scrolled = ScrolledWindow(child: list).expanding(.vertical)
        if let words = screen.settled { widget.append(Label.paragraph(words).styled("dim-label")) }
        if screen.lines.count > 1 { widget.append(all) }
        widget.append(scrolled)
        redraw(self) { $0.draw() }
    }

    private func draw() {
        for line in screen.lines {
            buttons[line.id]?.mine.isActive = line.picked == .mine
            buttons[line.id]?.theirs.isActive = line.picked == .theirs
        }
    }

    private func row(_ line: MergeScreen.Line) -> Widget {
        let label = Label.line(line.label).styled("heading")
        let mine = choice(translated("Mine: \(line.mine)"), line.label)
        let theirs = choice(
            screen.isOnServer
                ? translated("Server’s: \(line.theirs)")
                : translated("Saved: \(line.theirs)"), line.label)
        theirs.join(mine)
        mine.onToggled { [screen] in if $0 { screen.picked(.mine, for: line.id) } }
        theirs.onToggled { [screen] in if $0 { screen.picked(.theirs, for: line.id) } }
        buttons[line.id] = (mine, theirs)
        let row = Box(.vertical, spacing: 4, [label]).styled("field-row")
        if let both = line.pictures {
            let sides = Box(
                .horizontal, spacing: 12,
                [
                    Box(.vertical, spacing: 4, [picture(both.mine, key: 0), mine]),
                    Box(.vertical, spacing: 4, [picture(both.theirs, key: 1), theirs]),
                ])
            sides.isHomogeneous = true
            row.append(sides)
        } else {
            for choice in [mine, theirs] { row.append(choice) }
        }
        return row
    }

    private func picture(_ data: Data?, key: Int64) -> Widget {
        let avatar = Avatar(size: 120).aligned(horizontally: .start)
        portraits.append(avatar)
        avatar.set(initials: "", color: 0)
        if let data {
            pictures.request(key: key, data: { data }) { if let texture = $0 { avatar.set(texture: texture) } }
        }
        return avatar
    }

    private func choice(_ words: String, _ label: String) -> CheckButton {
        let button = CheckButton(radio: words)
        button.accessibleName = translated("\(label), \(words)")
        button.wrapsLabel()
        return button
    }
}

@MainActor
final class MergePane: OverlayPane {
    let window: Window
    let view: MergeView

    /// Opens over `parent`; `ended` runs once, with true to keep what is picked.
    init(
        screen: MergeScreen, over parent: Window, title: String, body words: String,
        ended: @escaping @MainActor (_ isPicked: Bool) -> Void
    ) {
        window = Window.secondary(title: title, over: parent, width: 480, height: 520)
        view = MergeView(screen: screen)
        let body = Label.paragraph(words)
        let top = Box(.vertical, spacing: 12, [body, view.widget]).expanding(.vertical).padded(18)
        var given = false
        let answers = [(translated("Cancel"), false), (translated("Keep Selected"), true)]
        let buttons = answers.map { label, answer in
            let button = Button(label: label)
            button.onClicked { [weak window] in
                given = answer
                window?.close()
            }
            return button
        }
        buttons.last?.addClass("suggested-action")
        window.child = Box(.vertical, spacing: 0, [top, SecondaryBar(buttons).widget])
        if let last = buttons.last {
            window.defaultWidget = last
            window.focusFirst(last)
        }
        window.onDestroy { ended(given) }
        window.present()
    }
}
