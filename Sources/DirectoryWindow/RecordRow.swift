import PictureKit
import DirectoryWidgets
import DirectoryModel
import DirectoryScreens
import Foundation
import GtkKit
import Language

/// One row of the list: picture, name, a line, a dim line; above them the header where it is the first of its section.
final class RecordRow: ListRow {
    private let header = Box(.horizontal)
    private let headerTitle = Label()
    private let headerCount = Label()
    private let avatar = Avatar(size: 48)
    private let title = Label()
    private let subtitle = Label()
    private let detail = Label()
    private let lines = Box(.vertical, spacing: RecordRow.lineGap)
    private let unpublished = Image(iconName: "document-send-symbolic")
    private let mark = Image(iconName: "starred-symbolic")
    private let check = CheckButton.inRow(accessibleName: "")
    private let actions = Box(.horizontal, spacing: 4)
    private var hasActions = false
    private weak var source: (any RowSource)?
    private var shown: RowContent?
    private var request: TextureLoader.Token?
    private var marked: [String] = []

    init(source: any RowSource) {
        self.source = source
        super.init(widget: Box(.vertical))
        guard let whole = widget as? Box else { return }
        build(in: whole)
    }

    private func build(in whole: Box) {
        headerTitle.addClass("section-header")
        headerCount.addClass("section-count")
        headerCount.addClass("dim-label")
        header.append(headerTitle)
        header.append(headerCount)
        title.addClass("record-title")
        detail.addClass("record-detail")
        detail.addClass("dim-label")
        for label in [title, subtitle, detail] {
            // One height for every script, so that every row has the same.
            label.heightRequest = Self.lineHeight
            label.xalign = 0
            label.ellipsize = .end
            lines.append(label)
        }
        lines.hexpand = true
        lines.valign = .center
        avatar.valign = .center
        unpublished.tooltip = translated("Edited here, not uploaded yet")
        unpublished.addClass("unpublished")
        for image in [mark, unpublished] {
            image.valign = .center
            image.isVisible = false
        }
        mark.addClass("row-mark")
        buildCheck()
        let record = Box(.horizontal, spacing: 12, [check, avatar, lines, mark, unpublished, actions])
        actions.valign = .center
        actions.isVisible = false
        widget.onSwipe { [weak self] in self?.swiped($0, $1) ?? false }
        // Elsewhere on the row a drag is a swipe.
        avatar.onDragOut { [weak self] in
            guard let self, let id, let source else { return nil }
            return source.card(of: source.entry(of: id).row)
        }
        record.addClass("record")
        whole.append(header)
        whole.append(record)
    }

    private func buildCheck() {
        check.valign = .center
        check.isVisible = false
        check.onToggled { [weak self] isOn in
            // The list says what is so; until it does, the button shows what was.
            guard let self, let was = shown?.isOn, isOn != was else { return }
            check.setActive(was)
            act(.toggle)
        }
    }

    /// Shows what the row's record says now.
    override func bind(id: UInt64) {
        refresh()
        guard !hasActions else { return }
        hasActions = true
        offerActions()
        widget.onParentTouched { [weak self] in self?.showActions($0) }
    }

    /// Edit and Delete stand at the end of the row that the pointer or the keyboard is on; they are made when one is.
    private func showActions(_ isTouched: Bool) {
        if isTouched, actions.childCount == 0 {
            for action in source?.actions ?? [] {
                let button = Button(iconName: action.iconName)
                button.addClass("flat")
                let name = action == .delete ? source?.deleteLabel ?? action.name : action.name
                button.tooltip = name
                button.accessibleName = name
                button.focusable = false
                button.onClicked { [weak self] in self?.act(action) }
                actions.append(button)
            }
        }
        actions.isVisible = isTouched
    }

    /// What assistive programs can do with the row: all that pointer and keyboard can.
    private func offerActions() {
        let group = ActionGroup()
        group.add("open") { [weak self] in
            if let self, let id, let source { source.open(source.entry(of: id).row) }
        }
        for action in source?.spokenActions ?? [] {
            group.add(action.rawValue) { [weak self] in self?.act(action) }
        }
        widget.insert(group, prefix: "row")
    }

    private func act(_ action: RowAction) {
        if let id, let source { source.act(action, on: source.entry(of: id).row) }
    }

    /// To the right edits, or turns a check button over, to the left deletes; a click is a swipe too, with no speed.
    /// - Returns: false where the swipe means nothing here.
    func swiped(_ x: Double, _ y: Double) -> Bool {
        guard abs(x) > 200, abs(x) > 2 * abs(y) else { return false }
        let action: RowAction = x < 0 ? .delete : shown?.isOn == nil ? .edit : .toggle
        guard action == .toggle || source?.actions.contains(action) == true else { return false }
        act(action)
        return true
    }

    override func unbind() {
        if let request { source?.pictures.cancel(request) }
        request = nil
        shown = nil
        marked = []
        for label in [title, subtitle, detail] { label.text = "" }
        avatar.set(texture: nil)
    }

    /// True where the row's number was given to another record than the one it shows.
    var holdsAnother: Bool {
        guard let id, let shown, let now = source?.content(of: source?.entry(of: id).row ?? 0) else { return false }
        return now.key != shown.key
    }

    private func refresh() {
        guard let source, let id else { return unbind() }
        let entry = source.entry(of: id)
        guard let content = source.content(of: entry.row) else { return unbind() }
        header.isVisible = entry.header != nil
        if let shownHeader = entry.header {
            headerTitle.text = shownHeader.title
            headerCount.text = String(shownHeader.count)
        }
        // Every name that is set goes over the bus to screen readers, so it is set only when it is another.
        if content.spoken != shown?.spoken { widget.accessibleNameOfParent = content.spoken }
        show(content, marker: source.marker)
    }

    private func show(_ content: RowContent, marker: TextMarker) {
        var markups = [content.title, content.subtitle, content.detail].map { Self.markup(marker.pieces(of: $0)) }
        if let found = content.found { markups[2] = Self.markup(found) }
        detail.setClass("dim-label", on: content.found == nil)
        unpublished.isVisible = content.isUnpublished
        show(content.mark)
        if markups != marked {
            show(markups)
            marked = markups
        }
        let isSamePicture = content.hash == shown?.hash
        shown = content
        check.isVisible = content.isOn != nil
        avatar.isVisible = content.isOn == nil
        title.setClass("done", on: content.isOn == true)
        if let isOn = content.isOn {
            check.setActive(isOn)
            check.accessibleName = content.title
        }
        if !isSamePicture { showPicture(content) }
    }

    /// Lines that say nothing leave their room to the others, which stay in the middle of the row.
    private func show(_ markups: [String]) {
        for (label, markup) in zip([title, subtitle, detail], markups) {
            label.setMarkup(markup)
            label.isVisible = !markup.isEmpty
        }
        let left = markups.count(where: \.isEmpty) * (Self.lineHeight + Self.lineGap)
        lines.setMargins(top: left / 2, bottom: left - left / 2)
    }

    private static let lineHeight = 20
    private static let lineGap = 1

    private func show(_ shownMark: RowMark?) {
        mark.isVisible = shownMark != nil
        guard let shownMark, shownMark != shown?.mark else { return }
        mark.iconName = shownMark.iconName
        mark.tooltip = shownMark.meaning
    }

    private func showPicture(_ content: RowContent) {
        avatar.set(initials: content.initials, color: content.colour)
        avatar.set(texture: nil)
        if let request { source?.pictures.cancel(request) }
        request = nil
        guard content.hasPicture, let source else { return }
        let data = source.pictureData(of: content.row)
        request = source.pictures.request(key: content.row, hash: content.hash, data: data) { [weak self] texture in
            guard let self, shown?.row == content.row, let texture else { return }
            avatar.set(texture: texture)
        }
    }

    private static func markup(_ pieces: [TextMarker.Piece]) -> String {
        pieces.map { piece in
            let escaped = Label.escaped(piece.text)
            return piece.isMatch ? "<span foreground=\"#1d1d1d\" background=\"#f8e08a\">\(escaped)</span>" : escaped
        }.joined()
    }
}

/// Where a row learns what it says.
@MainActor
protocol RowSource: AnyObject {
    var pictures: TextureLoader { get }
    var marker: TextMarker { get }
    /// What stands at the end of a row that is touched.
    var actions: [RowAction] { get }
    /// What deleting a row is called.
    var deleteLabel: String { get }
    /// What assistive programs can do with a row, besides opening it.
    var spokenActions: [RowAction] { get }
    func entry(of id: UInt64) -> ListEntry
    func content(of row: Int64) -> RowContent?
    func pictureData(of row: Int64) -> @Sendable () throws -> Data?
    /// What a row is dragged to other programs as, or nil.
    func card(of row: Int64) -> DraggedFile?
    func act(_ action: RowAction, on row: Int64)
    func open(_ row: Int64)
}

/// What a row's own buttons and swipes do.
enum RowAction: String, Sendable {
    case edit, delete, toggle

    var name: String {
        switch self {
        case .edit: translated("Edit")
        case .delete: translated("Delete")
        case .toggle: translated("Toggle")
        }
    }

    var iconName: String {
        switch self {
        case .edit: "document-edit-symbolic"
        case .delete: "user-trash-symbolic"
        case .toggle: "object-select-symbolic"
        }
    }
}
