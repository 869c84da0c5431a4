import DirectoryModel
import DirectoryScreens
import DirectoryWidgets
import GtkKit
import Language
import PictureKit

/// Draws a `DuplicatesScreen` in a window.
///
/// The keys 1 and 2 choose a side, Return merges or skips, N tells the two apart, and Ctrl+Z undoes.
final class DuplicatesPane: OverlayPane {
    let window: Window
    private let screen: DuplicatesScreen
    private let pages = Stack(transition: .crossfade, milliseconds: 200).expanding(.vertical)
    private let content = Box(.vertical, spacing: 12).padded(18)
    let empty = EmptyPage()
    private let problem = Label.paragraph().styled("message", "failure")
    private let title = Label.paragraph().styled("heading")
    private let result = Label.paragraph()
    let merge = Button(label: translated("Merge"))
    private let notSame = Button(label: translated("Not the Same"))
    let skip = Button(label: translated("Skip"))
    /// Changes all pairs that agree, or all that contradict each other.
    private let agreeing = Button(label: "")
    private let pictures = TextureLoader(side: 128, capacity: 2)
    private var bar: Widget = Box()
    private(set) var choices: [(line: DuplicateComparison.Line, mine: CheckButton, theirs: CheckButton)] = []
    /// Names the pair that is drawn, and what is said about it.
    private var drawn: [String] = []
    /// The button besides Merge that had the focus before the buttons were hidden, or nil.
    private var focused: Button?

    init(screen: DuplicatesScreen, over parent: Window, closed: @escaping @MainActor () -> Void) {
        self.screen = screen
        window = Window.secondary(
            title: translated("Duplicates in \(screen.definition.collection.title)"), over: parent, width: 640,
            height: 680)
        build()
        window.onDestroy(closed)
        redraw(self) { $0.draw() }
        window.present()
    }

    private func build() {
        let spinner = Spinner(isSpinning: true).aligned(horizontally: .center).named(translated("Finding duplicates…"))
        let scrolled = ScrolledWindow(child: content)
        for (page, name) in [(spinner as Widget, "finding"), (scrolled, "comparing"), (empty.widget, "empty")] {
            pages.add(page, name: name)
        }
        pages.setHomogeneous(horizontal: false, vertical: false)
        problem.setMargins(top: 0, start: 18, bottom: 12, end: 18)
        merge.onClicked { [screen] in screen.mergeTapped() }
        notSame.onClicked { [screen] in screen.notSameTapped() }
        skip.onClicked { [screen] in screen.skipTapped() }
        agreeing.onClicked { [screen] in
            screen.contradictedCount > 0 ? screen.contradictedTapped() : screen.mergeAgreeingTapped()
        }
        agreeing.wrapLabel()
        bar = buttonBar([skip, notSame, merge], start: agreeing)
        window.child = Box(.vertical, spacing: 0, [pages, problem, bar])
        window.child?.onKey(phase: .capture) { [weak self] in self?.pressed($0) ?? false }
    }

    func pressed(_ key: Key) -> Bool {
        if key == Key("z", control: true) { screen.undoTapped() }
        guard screen.page == .comparing, !key.control, !key.alt else { return key == Key("z", control: true) }
        switch key.name {
        case "1": screen.sidePicked(.mine)
        case "2": screen.sidePicked(.theirs)
        case "n", "N": screen.notSameTapped()
        case "Return":
            // On a button it activates the button.
            guard choices.contains(where: { $0.mine.hasFocus || $0.theirs.hasFocus }) else { return false }
            screen.defaultTapped()
        default: return false
        }
        return true
    }

    // MARK: Drawing

    private func draw() {
        let isEmpty = screen.page == .done || screen.page == .failed
        pages.visibleName = isEmpty ? "empty" : "\(screen.page)"
        if bar.isVisible { focused = [notSame, skip].first(where: \.hasFocus) }
        bar.isVisible = screen.page == .comparing
        problem.show(screen.page == .failed ? nil : screen.problem)
        agreeing.label = screen.contradictedCount > 0 ? screen.contradictedLabel : screen.agreeingLabel
        agreeing.isVisible = screen.contradictedCount + screen.agreeingCount > 0
        guard screen.page == .comparing, let shown = screen.comparison else {
            drawn = []
            if isEmpty { drawEmpty() }
            return
        }
        let now = [shown.id, screen.progressText, screen.heading, screen.reason]
        if drawn != now { show(shown, isFirst: drawn.isEmpty) }
        drawn = now
        for (line, mine, theirs) in choices {
            let side = shown.side(pickedFor: line)
            mine.isActive = side == .mine
            theirs.isActive = side == .theirs
        }
        title.text = shown.resultTitle
        result.text = shown.resultText
        // The focus remains on the button from pair to pair.
        for button in [merge, notSame, skip] {
            button.accessibleDescription = "\(screen.heading) \(screen.reason). \(shown.resultText)"
        }
    }

    private func drawEmpty() {
        empty.show(
            iconName: screen.definition.collection.iconName, title: screen.emptyTitle, body: screen.emptyMessage,
            button: screen.page == .failed ? translated("Try Again") : nil
        ) { [screen] in screen.tryAgainTapped() }
        window.afterNextFrame { [empty] in _ = empty.focus() }
    }

    private func show(_ shown: DuplicateComparison, isFirst: Bool) {
        choices = []
        content.removeAll()
        let heading = Label.paragraph(screen.heading).styled("title-2").expanding(.horizontal)
        let index = Label(screen.progressText).styled("dim-label")
        let reason = Label.paragraph(screen.reason).styled("dim-label")
        let faces = Box(.horizontal, spacing: 12, shown.sides.enumerated().map { face($1, number: $0 + 1) })
        faces.isHomogeneous = true
        let list = Box(.vertical).styled("field-list")
        for line in shown.lines { list.append(row(line)) }
        let becomes = Box(.vertical, spacing: 4, [Label.line(translated("Merged")).styled("dim-label"), title, result])
            .padded(12)
        let card = Box(.vertical, [becomes]).styled("field-list")
        let top = Box(.vertical, spacing: 2, [SideBySide(heading, index, wide: .first), reason])
        for part in [top, faces, list, card] as [Widget] { content.append(part) }
        let suggested = screen.suggestsMerging ? merge : skip
        merge.setClass("suggested-action", on: screen.suggestsMerging)
        window.defaultWidget = suggested
        if isFirst {
            let button = focused ?? suggested
            window.afterNextFrame { button.grabFocus() }
        } else if merge.hasFocus {
            // Return, pressed again, does not merge two who may be different people.
            suggested.grabFocus()
        }
    }

    /// A record's face, names, and whether it remains.
    private func face(_ side: DuplicateComparison.Side, number: Int) -> Widget {
        let avatar = Avatar(size: 64)
        avatar.set(
            initials: side.content.initials, iconName: side.content.faceIcon, color: side.content.color,
            isLoading: side.picture != nil)
        if let data = side.picture {
            pictures.request(key: Int64(side.content.key), hash: side.content.hash, data: { data }) {
                avatar.set(texture: $0)
            }
        }
        let name = Label.centered(side.content.title).styled("heading")
        let subtitle = Label.centered(side.content.subtitle).styled("dim-label")
        let parts: [Widget] = [Label("\(number)").styled("dim-label"), avatar, name, subtitle]
        let box = Box(.vertical, spacing: 4, parts).aligned(vertically: .start)
        if let badge = side.badge { box.append(Label(badge).styled("badge").aligned(horizontally: .center)) }
        return box
    }

    private func row(_ line: DuplicateComparison.Line) -> Widget {
        let label = Label.line(line.label).styled("dim-label", "caption")
        if line.kind == .same {
            let value = Label.paragraph(line.texts[0]).styled("dim-label")
            return cells([label, value]).styled("field-row")
        }
        let row = Box(.vertical, spacing: 4, [label]).styled("field-row")
        switch line.kind {
        case .choice:
            let buttons = line.texts.map { choice($0, line.label) }
            buttons[1].join(buttons[0])
            buttons[0].onToggled { [screen] in if $0 { screen.picked(.mine, for: line) } }
            buttons[1].onToggled { [screen] in if $0 { screen.picked(.theirs, for: line) } }
            choices.append((line, buttons[0], buttons[1]))
            row.append(cells(buttons))
        case .lost:
            let lost = Label(translated("Will Be Lost")).styled("badge", "going").aligned(horizontally: .start)
            let second = Box(.vertical, spacing: 4, [Label.paragraph(line.texts[1]), lost])
            row.append(cells([Label.paragraph(line.texts[0]).aligned(vertically: .start), second]))
        case .both, .same: row.append(cells(line.texts.map { Label.paragraph($0) }))
        }
        return row
    }

    private func cells(_ widgets: [Widget]) -> Box {
        let cells = Box(.horizontal, spacing: 12, widgets)
        cells.isHomogeneous = true
        cells.hexpand = true
        return cells
    }

    private func choice(_ text: String, _ label: String) -> CheckButton {
        // A button as high as its neighbor would wrap its label to the same number of lines.
        let button = CheckButton(radio: text).aligned(vertically: .start)
        button.accessibleName = translated("\(label), \(text)")
        button.wrapsLabel()
        return button
    }
}
