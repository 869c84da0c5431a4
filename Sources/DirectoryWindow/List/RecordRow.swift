import DirectoryModel
import DirectoryScreens
import DirectoryWidgets
import Foundation
import GtkKit
import Language
import PictureKit

/// One row of the list, with the header of its section if it is the first.
///
/// A list holds some 200 rows, few of them visible. Binding a row does not read its record: that happens when it is
/// first drawn or soon after, and for a row with a check button at once.
final class RecordRow: ListRow {
    let drawing: RowDrawing
    private let box: DrawnBox
    private var state: RowState = []
    /// Whether the last movement of the pointer dragged the row.
    private var isDragged = false
    private weak var list: ListPane?
    private var shown: RowContent?
    private var spoken: String?
    /// The record that screen readers know the row by.
    private var named: UInt64?
    private var spokenHeader: ListEntry.Header?
    private var request: TextureLoader.Token?
    private weak var loader: TextureLoader?
    /// True if the content may have changed since it was read.
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
        widget.onDragOut { [weak self] movement in
            self?.isDragged = false
            return self?.isDrag(movement) ?? false
        } _: { [weak self] in
            guard let self, let id, let list = self.list else { return nil }
            let card = list.card(of: ListPane.row(id))
            isDragged = card != nil
            return card
        }
        widget.onTooltip { [weak drawing] x, y in drawing?.meaning(at: x, y) ?? drawing?.cutName }
    }

    private func addCheck() {
        let check = CheckButton.inRow(accessibleName: "")
        check.onToggled { [weak self] isOn in
            // The button keeps its state until the list reports the new one.
            guard let self, let was = shown?.isOn, isOn != was else { return }
            drawing.check?.setActive(was)
            perform(.toggle)
        }
        drawing.check = check
        box.append(check)
    }

    /// Shows the record once the row is drawn.
    override func bind(id: UInt64) {
        guard let list else { return }
        drawing.wanted = list.style
        drawing.table = list.table
        drawing.header = list.headers[ListPane.row(id)]
        drawing.isSelecting = list.isSelecting
        isUnread = true
        // A row out of sight must not keep its earlier record's name.
        if id != named, spoken != nil {
            spoken = nil
            widget.accessibleNameOfParent = ""
        }
        named = id
        widget.queueDraw()
        // A check button must not change during drawing.
        if drawing.check == nil { list.reading.add(self) } else { read() }
    }

    override func positioned() {
        spoken = nil
        spokenHeader = nil
        state = widget.rowState
        widget.onRowStateChanged { [weak self] in self?.drawState() }
    }

    private func drawState() {
        guard state != widget.rowState else { return }
        state = widget.rowState
        widget.queueDraw()
    }

    /// The row's actions for assistive programs.
    private func offerActions() {
        let group = ActionGroup()
        group.add("open") { [weak self] in
            if let self, let id, let list { list.screen.rowActivated(ListPane.row(id)) }
        }
        group.add("select") { [weak self] in
            if let self, let id, let list { list.screen.selectToggled(ListPane.row(id)) }
        }
        for action in list?.actions(isOwn: false) ?? [] {
            group.add(action.rawValue) { [weak self] in self?.perform(action) }
        }
        widget.insert(group, prefix: "row")
    }

    func perform(_ action: ActionID) {
        if let id, let list { list.perform(action, on: ListPane.row(id)) }
    }

    /// Right edits or flips a check button, left deletes; a click is a swipe without speed.
    /// - Returns: false if the swipe has no effect.
    func swiped(_ x: Double, _ y: Double) -> Bool {
        // A drag ends a swipe, too.
        guard !isDragged, abs(x) > 200, abs(x) > 2 * abs(y) else { return false }
        let action: ActionID = x < 0 ? .delete : shown?.isOn == nil ? .edit : .toggle
        guard list?.actions(isOwn: shown?.isOwn == true).contains(action) == true else { return false }
        perform(action)
        return true
    }

    /// A movement from the picture, up or down, or out of the row; another one may be a swipe.
    func isDrag(_ movement: Widget.Movement) -> Bool {
        let (from, to) = movement
        let (across, down) = (abs(to.x - from.x), abs(to.y - from.y))
        return drawing.isAvatar(at: from.x, from.y) || down > max(across, 12)
            || !(0...Double(widget.width)).contains(to.x)
    }

    override func unbind() {
        cancelPicture()
        isUnread = false
        guard shown != nil else { return }
        shown = nil
        drawing.show(nil, marker: .none)
        drawing.texture = nil
    }

    var holdsAnother: Bool {
        guard let id, let shown, let now = list?.screen.list.content(of: ListPane.row(id)) else {
            return false
        }
        return now.key != shown.key
    }

    /// Reads the content if it may have changed.
    func read() {
        guard isUnread, let list, let id else { return }
        isUnread = false
        let row = ListPane.row(id)
        guard let content = list.screen.list.content(of: row) else { return unbind() }
        let header = list.headers[row]
        // The name of the pinned row says “You” too.
        speak(content, content.isOwn && header == .own ? nil : header)
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

    /// Sets names only when they differ, because each goes over the bus to screen readers.
    private func speak(_ content: RowContent, _ header: ListEntry.Header?) {
        if content.spoken != spoken {
            spoken = content.spoken
            widget.accessibleNameOfParent = content.spoken
        }
        guard header != spokenHeader else { return }
        spokenHeader = header
        widget.accessibleDescriptionOfParent = header?.spoken ?? ""
    }

    private func cancelPicture() {
        if let request { loader?.cancel(request) }
        request = nil
    }

    private func showPicture(_ content: RowContent) {
        let isOther = loader !== list?.pictures
        // A picture of another size remains until the new one is loaded.
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
