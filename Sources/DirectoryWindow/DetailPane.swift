import PictureKit
import DirectoryWidgets
import DirectoryModel
import DirectoryScreens
import Foundation
import GtkKit
import Language

/// Draws a `DetailScreen`: everything about one record.
@MainActor
final class DetailPane<R: DirectoryRecord> {
    let widget = Stack(transition: .crossfade, milliseconds: 150)
    private let screen: CollectionScreen<R>
    private let pictures = TextureLoader(side: 320, capacity: 20)
    private let avatar = Avatar(size: 160)
    private let scene = HobbyScene()
    private let portrait = Overlay()
    private let name = Label()
    private let pill = Label()
    private let copyEmail = Button(label: translated("Copy Email"))
    private let edit = Button(label: translated("Edit"))
    private let toggle = Button(label: "")
    private let star = ToggleButton(iconName: "starred-symbolic")
    private let nothing = EmptyPage()
    let several = EmptyPage()
    private let unpublished = Label(translated("Edited here, not uploaded yet"))
    private let summary = Label()
    private let fields = Box(.vertical)
    private let scrolled: ScrolledWindow
    private var shown: DetailContent?
    private var request: TextureLoader.Token?

    init(screen: CollectionScreen<R>) {
        self.screen = screen
        let content = Box(.vertical, spacing: 18)
        scrolled = ScrolledWindow(child: Clamp(maximumWidth: 640, child: content))
        build(in: content)
        nothing.widget.vexpand = true
        widget.add(nothing.widget, name: "nothing")
        widget.add(Box(), name: "empty")
        widget.add(scrolled, name: "record")
        several.widget.vexpand = true
        widget.add(several.widget, name: "several")
        redraw(self) { $0.draw() }
    }

    private func build(in content: Box) {
        content.setMargins(top: 12, start: 18, bottom: 24, end: 18)
        name.addClass("title-1")
        name.wrap = true
        name.isCentered = true
        name.selectable = true
        pill.addClass("pill")
        pill.halign = .center
        pill.wrap = true
        copyEmail.setAction("win.copy-email")
        copyEmail.tooltip = WindowAction.tip("win.copy-email", translated("Copy the email address"))
        copyEmail.accessibleName = translated("Copy Email")
        unpublished.addClass("unpublished")
        unpublished.wrap = true
        unpublished.isCentered = true
        edit.setAction("win.edit")
        edit.tooltip = WindowAction.tip("win.edit")
        edit.isVisible = R.home.canEdit
        toggle.setAction("win.toggle")
        toggle.label = R.toggle?.label(isOn: false) ?? ""
        toggle.isVisible = R.toggle != nil
        star.setAction("win.favourite")
        star.tooltip = WindowAction.tip("win.favourite")
        star.accessibleName = translated("Favourite")
        let code = Button(iconName: "view-grid-symbolic")
        code.setAction("win.show-code")
        code.tooltip = translated("Show QR Code")
        code.accessibleName = translated("Show QR Code")
        code.isVisible = R.hasCards
        let buttons = WrapBox(spacing: 12, lineSpacing: 6, lines: .center)
        for button in [copyEmail, toggle, edit, star, code] as [Widget] { buttons.append(button) }
        buttons.halign = .center
        summary.addClass("summary")
        summary.wrap = true
        summary.xalign = 0
        summary.selectable = true
        fields.addClass("field-list")
        fields.overflowHidden = true
        avatar.onDragOut { [screen] in screen.openCard.map(DraggedFile.init) }
        portrait.child = scene
        portrait.addOverlay(avatar)
        portrait.halign = .center
        for part in [portrait, name, pill, unpublished, buttons, summary, fields] as [Widget] { content.append(part) }
    }

    private func draw() {
        switch screen.detailState {
        case .record(let content): return draw(content)
        case .several(let title, let body, let button):
            several.show(
                iconName: R.collection.iconName, title: title, body: body, button: button, isDestructive: true
            ) { [screen] in screen.deleteTapped() }
            widget.visibleName = "several"
        case .nothing(let title, let body):
            nothing.show(iconName: R.collection.iconName, title: title, body: body)
            widget.visibleName = "nothing"
        case .empty: widget.visibleName = "empty"
        }
        shown = nil
        scene.family = nil
    }

    private func draw(_ content: DetailContent) {
        if content.header.row != shown?.header.row { scrolled.scrollToTop() }
        name.text = content.header.title
        pill.text = content.pill
        pill.isVisible = !content.pill.isEmpty
        unpublished.isVisible = screen.list.unpublishedKeys.contains(content.header.key)
        copyEmail.isVisible = content.email != nil
        if let way = R.toggle { toggle.label = way.label(isOn: content.header.isOn == true) }
        portrait.isVisible = content.header.isOn == nil
        // The sentences run from left to right, whatever script the name is in.
        summary.text = "\u{200E}" + content.summary
        summary.isVisible = !content.summary.isEmpty
        fields.removeAll()
        let labels = WidthGroup()
        for line in content.lines { fields.append(row(for: line, labels)) }
        scene.family = content.family.map { HobbyScene.Family(rawValue: $0) ?? .other }
        let before = shown?.header
        shown = content
        if before?.hash != content.header.hash || before?.row != content.header.row { showPicture(of: content.header) }
        widget.visibleName = "record"
    }

    private func row(for line: DetailContent.Line, _ labels: WidthGroup) -> Widget {
        let label = Label(line.label)
        label.xalign = 0
        label.yalign = 0
        label.widthChars = 11
        label.valign = .center
        // Twelve pixels from the value, as in a form.
        label.setMargins(end: 6)
        label.addClass("dim-label")
        labels.add(label)
        let copy = Button(iconName: "edit-copy-symbolic")
        copy.addClass("flat")
        copy.valign = .center
        copy.tooltip = translated("Copy \(line.label)")
        copy.accessibleName = translated("Copy \(line.label)")
        copy.onClicked { [weak self] in
            if let text = self?.screen.copyTapped(line) { Desktop.copy(text) }
        }
        let row = Box(.horizontal, spacing: 6, [label, value(of: line), copy])
        row.addClass("field-row")
        return row
    }

    private func value(of line: DetailContent.Line) -> Widget {
        switch line.value {
        case .text(let text):
            let label = Label(text)
            label.wrap = true
            label.xalign = 0
            label.hexpand = true
            label.selectable = true
            return label
        case .chips(let chips): return wrapped(chips.map { "\($0.emoji) \($0.text)" }, look: "chip")
        case .badges(let badges): return wrapped(badges, look: "badge")
        }
    }

    private func wrapped(_ texts: [String], look: String) -> Widget {
        let box = WrapBox(spacing: 6, lineSpacing: 6)
        for text in texts {
            let label = Label(text)
            label.addClass(look)
            label.ellipsize = .end
            box.append(label)
        }
        box.hexpand = true
        box.valign = .center
        return box
    }

    private func showPicture(of header: RowContent) {
        if let request { pictures.cancel(request) }
        avatar.set(initials: header.initials, color: header.colour)
        avatar.set(texture: nil)
        guard header.hasPicture else { return }
        let detail = screen.detail
        request = pictures.request(
            key: header.row, hash: header.hash, data: { try detail.pictureData(of: header.row) }
        ) { [weak self] texture in
            if let self, shown?.header == header { avatar.set(texture: texture) }
        }
    }

    /// Puts the keyboard on the first button.
    func focus() { _ = ([copyEmail, toggle, edit].first(where: \.isVisible) ?? scrolled).grabFocus() }

    /// Whether the open record's picture is shown.
    var showsPicture: Bool { avatar.showsPicture }

    /// True while the picture is not there yet.
    var isLoading: Bool { !pictures.isIdle }
}
