import DirectoryModel
import DirectoryScreens
import DirectoryWidgets
import Foundation
import GtkKit
import Language
import PictureKit

/// One row of the list: picture, name, a line, a dim line; above them the header where it is the first of its section.
///
/// A list holds some 200 rows, of which few are seen. So binding a row does not read its record: that is read when the
/// row is first drawn, or, out of sight, soon after; with a check button, when it is bound.
final class RecordRow: ListRow {
    let drawing: RowDrawing
    private let box: DrawnBox
    private var buttons: RowButtons?
    private var state: RowState = []
    private var isTouched = false
    private weak var list: ListPane?
    private var shown: RowContent?
    private var spoken: String?
    /// The id of the record that screen readers know the row by.
    private var named: UInt64?
    private var spokenHeader: ListEntry.Header?
    private var request: TextureLoader.Token?
    private weak var loader: TextureLoader?
    /// True while the content may be another than the one that was read.
    private(set) var isUnread = false

    init(in list: ListPane) {
        self.list = list
        drawing = RowDrawing(style: list.style, heights: list.lineHeights)
        box = drawing.makeBox()
        super.init(widget: box)
        drawing.willDraw = { [weak self] in self?.read() }
        if list.hasChecks { addCheck() }
        offerActions()
        widget.onSwipe { [weak self] in self?.swiped($0, $1) ?? false }
        // Elsewhere on the row a drag is a swipe.
        widget.onDragOut(from: { [weak drawing] x, y in drawing?.isAvatar(at: x, y) ?? false }) { [weak self] in
            guard let self, let id, let list = self.list else { return nil }
            return list.card(of: list.entry(of: id).row)
        }
        widget.onTooltip { [weak drawing] x, y in drawing?.meaning(at: x, y) }
    }

    private func addCheck() {
        let check = CheckButton.inRow(accessibleName: "")
        check.onToggled { [weak self] isOn in
            // The list reports the new state; until then, the button shows the old one.
            guard let self, let was = shown?.isOn, isOn != was else { return }
            drawing.check?.setActive(was)
            act(.toggle)
        }
        drawing.check = check
        box.append(check)
    }

    /// Shows the current content of the row's record, once it is drawn.
    override func bind(id: UInt64) {
        guard let list else { return }
        (drawing.wanted, drawing.table) = (list.style, list.table)
        drawing.header = list.entry(of: id).header
        if drawing.isSelecting != list.isSelecting {
            drawing.isSelecting = list.isSelecting
            touched(isTouched)
        }
        isUnread = true
        // A row out of sight must not go by the name of the record it had before.
        if id != named, spoken != nil {
            spoken = nil
            widget.accessibleNameOfParent = ""
        }
        named = id
        widget.queueDraw()
        // What a check button shows must not change while the row is drawn.
        if drawing.check == nil { list.reading.add(self) } else { read() }
    }

    override func placed() {
        (spoken, spokenHeader) = (nil, nil)
        touched(false)
        state = widget.rowState
        widget.onParentTouched { [weak self] in self?.touched($0) }
    }

    private func touched(_ isTouched: Bool) {
        self.isTouched = isTouched
        // GTK tells of it while it lays out the list, too, when the row's own layout must not change.
        if hasActions(isTouched) != (drawing.actions != nil) {
            MainLoop.soon { [weak self] in self.map { $0.showActions($0.isTouched) } }
        }
        guard state != widget.rowState else { return }
        state = widget.rowState
        widget.queueDraw()
    }

    /// They would cover a face, or numbers.
    private func hasActions(_ isTouched: Bool) -> Bool {
        isTouched && !drawing.isSelecting && [.beside, .inline].contains(drawing.style.arrangement)
    }

    /// Edit and Delete are shown at the end of the row with the pointer or the keyboard, unless rows are selected.
    private func showActions(_ isTouched: Bool) {
        let isWanted = hasActions(isTouched)
        guard isWanted != (drawing.actions != nil), let list, !list.actions.isEmpty else { return }
        if isWanted {
            let taken = buttons ?? list.buttons.take(for: self)
            if buttons == nil { box.append(taken.widget) }
            buttons = taken
            taken.show(list.actions(isOwn: shown?.isOwn == true))
        } else {
            MainLoop.soon { [weak self] in self?.giveBackButtons() }
        }
        buttons?.widget.isVisible = isWanted
        drawing.actions = isWanted ? buttons?.widget : nil
        // A row that moved under the pointer gets the buttons without a move.
        if isWanted { widget.findPointerAgain() }
        widget.queueAllocate()
        widget.queueDraw()
    }

    /// Not at once: GTK tells of the pointer that leaves while it goes through the widgets of the row.
    private func giveBackButtons() {
        guard let buttons, drawing.actions == nil else { return }
        box.remove(buttons.widget)
        list?.buttons.giveBack(buttons)
        self.buttons = nil
    }

    /// The actions of the row for assistive programs: all that pointer and keyboard can do.
    private func offerActions() {
        let group = ActionGroup()
        group.add("open") { [weak self] in
            if let self, let id, let list { list.screen.rowActivated(list.entry(of: id).row) }
        }
        group.add("select") { [weak self] in
            if let self, let id, let list { list.screen.several.toggled(list.entry(of: id).row) }
        }
        for action in list?.spokenActions ?? [] {
            group.add(action.rawValue) { [weak self] in self?.act(action) }
        }
        widget.insert(group, prefix: "row")
    }

    func act(_ action: ActionID) {
        if let id, let list { list.act(action, on: list.entry(of: id).row) }
    }

    /// To the right edits, or flips a check button, to the left deletes; a click is a swipe too, with no speed.
    /// - Returns: false where the swipe has no effect here.
    func swiped(_ x: Double, _ y: Double) -> Bool {
        guard abs(x) > 200, abs(x) > 2 * abs(y) else { return false }
        let action: ActionID = x < 0 ? .delete : shown?.isOn == nil ? .edit : .toggle
        let offered = list?.actions(isOwn: shown?.isOwn == true) ?? []
        guard action == .toggle || offered.contains(action) else { return false }
        act(action)
        return true
    }

    override func unbind() {
        cancelPicture()
        isUnread = false
        guard shown != nil else { return }
        shown = nil
        drawing.show(nil, marker: .none)
        drawing.texture = nil
    }

    /// True where the row's number now belongs to another record than the one it shows.
    var holdsAnother: Bool {
        guard let id, let shown, let now = list?.screen.list.content(of: list?.entry(of: id).row ?? 0) else {
            return false
        }
        return now.key != shown.key
    }

    /// Reads the content of the row if it may be another than before.
    func read() {
        guard isUnread, let list, let id else { return }
        isUnread = false
        let entry = list.entry(of: id)
        guard let content = list.screen.list.content(of: entry.row) else { return unbind() }
        speak(content, entry.header)
        let isSamePicture =
            content.hash == shown?.hash && content.row == shown?.row && loader === list.pictures
        shown = content
        drawing.show(content, marker: list.screen.list.marker)
        if let check = drawing.check {
            check.isVisible = content.isOn != nil
            check.setActive(content.isOn ?? false)
            check.accessibleName = content.title
        }
        if !isSamePicture { showPicture(content) }
    }

    /// Every name that is set goes over the bus to screen readers, so it is set only when it differs.
    private func speak(_ content: RowContent, _ header: ListEntry.Header?) {
        if content.spoken != spoken {
            spoken = content.spoken
            widget.accessibleNameOfParent = content.spoken
        }
        guard header != spokenHeader else { return }
        spokenHeader = header
        widget.accessibleDescriptionOfParent = header.map { $0.count > 0 ? "\($0.title), \($0.count)" : $0.title } ?? ""
    }

    private func cancelPicture() {
        if let request { loader?.cancel(request) }
        request = nil
    }

    private func showPicture(_ content: RowContent) {
        let isOther = loader !== list?.pictures
        // A picture of another size stays until the new one is there.
        if !isOther || !content.hasPicture { drawing.texture = nil }
        cancelPicture()
        loader = list?.pictures
        drawing.awaitsPicture = content.hasPicture
        guard content.hasPicture, drawing.style.arrangement != .columns, let list else { return }
        let data = list.pictureData(of: content.row)
        request = list.pictures.request(key: content.row, hash: content.hash, data: data) { [weak self] texture in
            guard let self, shown?.row == content.row else { return }
            drawing.awaitsPicture = false
            if let texture { drawing.texture = texture }
        }
    }
}

/// The buttons at the end of a row that is touched. They go from row to row.
@MainActor
final class RowButtons {
    let widget = Box(.horizontal, spacing: 4)
    /// The row they are in now.
    fileprivate(set) weak var row: RecordRow?
    private var buttons: [ActionID: Button] = [:]

    func show(_ actions: [ActionID]) {
        for (action, button) in buttons { button.isVisible = actions.contains(action) }
    }

    init(_ actions: [ActionID], deleteLabel: String) {
        for action in actions {
            let shown = WindowAction.of(action)
            let button = Button.icon(shown.iconName, action == .delete ? deleteLabel : shown.label).styled("flat")
            button.focusable = false
            button.onClicked { [weak self] in self?.row?.act(action) }
            widget.append(button)
            buttons[action] = button
        }
    }
}

/// The buttons of a list's rows: as many as rows are touched at the same time, by the pointer and by the keyboard.
@MainActor
final class RowButtonPool {
    private let make: @MainActor () -> RowButtons
    private var spare: [RowButtons] = []

    init(_ make: @escaping @MainActor () -> RowButtons) { self.make = make }

    /// Buttons for a row, which must give them back.
    func take(for row: RecordRow) -> RowButtons {
        let buttons = spare.popLast() ?? make()
        buttons.row = row
        return buttons
    }

    func giveBack(_ buttons: RowButtons) {
        buttons.row = nil
        spare.append(buttons)
    }
}
