import DirectoryModel
import DirectoryScreens
import DirectoryWidgets
import Foundation
import GtkKit
import Language
import PictureKit

/// Draws a `DetailScreen`.
final class DetailPane {
    let widget = Stack(transition: .crossfade, milliseconds: 200)
    private let screen: CollectionScreen
    private let pictures = TextureLoader(side: 320, capacity: 20)
    private let avatar = Avatar(size: 128)
    private let scene: HobbyScene
    private let name = Label.centered().styled("title-1")
    private let pill = Box(.horizontal)
    private let pillGroup: FocusGroup
    let actions = ActionBar()
    private let placeholder = EmptyPage()
    let several = EmptyPage()
    private let unpublished = Button(label: translated("Edited here, not uploaded yet")).styled("unpublished").aligned(
        horizontally: .center)
    private let code: CodeButton
    /// The sentence, the button that replaces it by the details, and those.
    private let card = Box(.vertical).styled("field-list")
    private let summary = Label.paragraph().styled("summary")
    private let problems = Label.paragraph()
    private let problemRow: Box
    private let details: Button
    private let detailsArrow = Image(iconName: "pan-end-symbolic")
    private let fields = Box(.vertical)
    private let fieldGroup: FocusGroup
    let scrolled: ScrolledWindow
    private let page: Clamp
    private var shown: DetailContent?
    private var shownLines: [DetailContent.Line] = []
    private var isOwnShown = false
    private var request: TextureLoader.Token?

    init(screen: CollectionScreen) {
        self.screen = screen
        let content = Box(.vertical, spacing: 12)
        scene = HobbyScene(around: avatar)
        let mark = Image(iconName: "dialog-warning-symbolic").styled("warning").aligned(vertically: .center)
        problemRow = Box(.horizontal, spacing: 6, [problems.expanding(.horizontal), mark]).styled("field-row")
        details = Button(
            child: Box(.horizontal, [Label.line(translated("Details")).expanding(.horizontal), detailsArrow]))
        page = Clamp(maximumWidth: 640, child: content)
        scrolled = ScrolledWindow(child: page)
        pillGroup = FocusGroup(in: pill)
        fieldGroup = FocusGroup(in: fields)
        code = CodeButton { [screen] in Desktop.copy(screen.copyTapped($0)) }
        build(in: content)
        widget.add(placeholder.widget, name: "placeholder")
        widget.add(Box(), name: "empty")
        widget.add(scrolled, name: "record")
        widget.add(several.widget, name: "several")
        redraw(self) { $0.draw() }
    }

    private func build(in content: Box) {
        content.setMargins(top: 12, start: 18, bottom: 24, end: 18)
        unpublished.wrapLabel()
        unpublished.tooltip = translated("Edit and Upload")
        unpublished.onClicked { [screen] in screen.unpublishedTapped() }
        summary.selectable = true
        summary.onKey(phase: .capture) { [weak self] key in
            guard key == Key("c", control: true), let self, !summary.hasSelection else { return false }
            Desktop.copy(screen.copySummaryTapped())
            return true
        }
        details.addClass("details")
        details.accessibleName = translated("Details")
        details.onClicked { [screen] in screen.detail.detailsTapped() }
        card.overflowHidden = true
        for part in [summary, problemRow, details, fields] as [Widget] { card.append(part) }
        avatar.onDragOut { [screen] in screen.openCard.map(DraggedFile.init) }
        let head = Box(handle: PageHead(spacing: 9).makeContainer())
        for part in [scene.widget, name, pill, unpublished, code.widget, actions.widget] as [Widget] {
            head.append(part)
        }
        for part in [head, card] as [Widget] { content.append(part) }
    }

    private func draw() {
        if let content = screen.detail.content { return draw(content) }
        if let text = screen.noRecordMessage {
            let isSeveral = screen.detail.selectedCount > 1
            (isSeveral ? several : placeholder).show(
                iconName: screen.definition.collection.iconName, title: text.title, body: text.body)
            widget.visibleName = isSeveral ? "several" : "placeholder"
        } else {
            widget.visibleName = "empty"
        }
        shown = nil
        scene.family = nil
    }

    private func draw(_ content: DetailContent) {
        let isOther = content.header.row != shown?.header.row
        if isOther { scrolled.scrollToTop() }
        name.text = content.header.title
        unpublished.isVisible = screen.isUnpublishedOpen
        actions.show(screen.actions, toggle: screen.definition.toggleLabel(isOn: content.header.isOn == true) ?? "")
        code.show(content.code)
        drawCard()
        if content != shown || screen.isOwnOpen != isOwnShown { show(pill: content.pillParts) }
        isOwnShown = screen.isOwnOpen
        scene.family = content.family
        if isOther { scene.play() }
        let before = shown?.header
        shown = content
        if before?.hash != content.header.hash || before?.row != content.header.row { showPicture(of: content.header) }
        widget.visibleName = "record"
    }

    private func drawCard() {
        let (detail, text) = (screen.detail, screen.detail.shownSummary)
        // Sentences run from left to right, whatever script the name is in.
        summary.text = text.isEmpty ? "" : "\u{200E}" + text
        summary.isVisible = !text.isEmpty
        problems.text = detail.shownProblems.joined(separator: "\n")
        problemRow.isVisible = !problems.text.isEmpty
        details.isVisible = detail.canExpand
        details.setAccessibleExpanded(detail.isExpanded)
        detailsArrow.iconName = detail.isExpanded ? "pan-down-symbolic" : "pan-end-symbolic"
        if detail.shownLines != shownLines { show(lines: detail.shownLines) }
        fields.isVisible = !shownLines.isEmpty
        card.isVisible = summary.isVisible || problemRow.isVisible || details.isVisible || fields.isVisible
    }

    /// Draws the pill again; the focus remains.
    private func show(pill parts: [DetailValue]) {
        let focused = pillGroup.focused
        pill.removeAll()
        let all = (screen.isOwnOpen ? [DetailValue(text: translated("You"))] : []) + parts
        let (line, stops) = DetailRow.wrapped(all, "pill", lines: .center, screen)
        if screen.isOwnOpen { line.children.first?.addClass("you") }
        pill.append(line)
        pill.isVisible = !all.isEmpty
        pillGroup.set([stops])
        if let (line, index) = focused { pillGroup.focus(line: line, index: index) }
    }

    /// Draws the details again; the focus remains.
    private func show(lines: [DetailContent.Line]) {
        let focused = fieldGroup.focused
        shownLines = lines
        fields.removeAll()
        let labels = (WidthGroup(), SideBySideGroup())
        let rows = lines.map { DetailRow($0, labels: labels, screen: screen) }
        for row in rows { fields.append(row.widget) }
        fieldGroup.set(rows.map(\.stops))
        if let (line, index) = focused { fieldGroup.focus(line: line, index: index) }
    }

    private func showPicture(of header: RowContent) {
        if let request { pictures.cancel(request) }
        avatar.set(
            initials: header.initials, iconName: header.faceIcon, color: header.color, isLoading: header.hasPicture)
        guard header.hasPicture else { return }
        let detail = screen.detail
        request = pictures.request(
            key: header.row, hash: header.hash, data: { try detail.pictureData(of: header.row) }
        ) { [weak self] texture in
            if let self, shown?.header == header { avatar.set(texture: texture) }
        }
    }

    /// Focuses the first button.
    func focus() {
        guard !actions.focus() else { return }
        if !code.widget.isVisible || !code.widget.grabFocus() { scrolled.grabFocus() }
    }

    /// True if the open record's name is visible.
    var isTitleSeen: Bool { widget.visibleName == "record" && scrolled.isSeen(name, in: page) }

    var showsPicture: Bool { avatar.showsPicture }

    var isLoading: Bool { !pictures.isIdle }
}

/// A record's actions as large round buttons; one Tab stop.
final class ActionBar {
    let widget = WrapBox(spacing: 6, lineSpacing: 12, lines: .center).styled("acts")
    private let group: FocusGroup
    private var shown: [ActionID]?
    private let toggleText = ActionBar.text("")
    private var toggle: Button?

    init() {
        group = FocusGroup(in: widget)
    }

    func show(_ actions: [ActionID], toggle label: String) {
        toggleText.text = label
        toggle?.accessibleName = label
        guard actions != shown else { return }
        shown = actions
        widget.isVisible = !actions.isEmpty
        widget.removeAll()
        let buttons = actions.map(button)
        buttons.forEach(widget.append)
        group.set([buttons])
    }

    /// Focuses the first button; false without one.
    func focus() -> Bool { group.focus() }

    private func button(_ id: ActionID) -> Widget {
        let action = WindowAction.of(id)
        let label = id == .toggle ? toggleText : Self.text(action.word)
        let icon = Image(iconName: action.iconName, pixelSize: 20).styled("disc").aligned(horizontally: .center)
        let button = Button(child: Box(.vertical, spacing: 6, [icon, label])).styled("act")
        button.setAction(id)
        button.tooltip = WindowAction.tip(id)
        button.accessibleName = id == .toggle ? toggleText.text : action.label
        if id == .toggle { toggle = button }
        return button
    }

    private static func text(_ text: String) -> Label {
        let label = Label.centered(text).styled("caption")
        label.maxWidthChars = 10
        return label
    }
}
