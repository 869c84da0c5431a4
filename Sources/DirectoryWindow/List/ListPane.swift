import PictureKit
import DirectoryModel
import DirectoryScreens
import Foundation
import DirectoryWidgets
import GtkKit

/// Draws a `ListScreen`: the rows, or an empty page.
final class ListPane {
    /// Fades when others change the list.
    let widget: CrossFade
    let smallPictures = TextureLoader(side: 96)
    let largePictures = TextureLoader(side: 160, capacity: 150)
    let lineHeights = LineHeights()
    let reading = RowPrefetcher()
    let screen: CollectionScreen
    private(set) var list: (any RowsView)?
    var model: RowModel { list?.model ?? empties }
    private let empties = RowModel()
    /// The selected row that is pressed, while several are selected.
    var pressed: UInt64?
    let scrolled = ScrolledWindow().expanding(.vertical)
    /// Nil if the list is not a table.
    private(set) var table: TableMetrics?
    private(set) lazy var tableHeader = TableHeader { [screen] in screen.list.looks.columnTapped($0) }
    private let listBox = Box(.vertical)
    private let pages = Stack(transition: .crossfade, milliseconds: 200)
    private let empty = EmptyPage()
    /// The section headers by row.
    private(set) var headers: [Int64: ListEntry.Header] = [:]
    private var shownMarks: [Set<Int>] = []
    private var shownStyle = RowStyle.comfortable
    private var wasSelecting = false
    private var wasLoading = false
    private var shownRevision: Int64 = 0
    private var shownSearch = ""
    private var shownGroup: String?
    private var shownDescription = ""
    private var showing = 0
    /// True while only the rows that fit the window are painted.
    private var isPainting = false
    /// Waits for a pause in typing.
    private var pause: LoopTimer?
    /// True until the focus leaves a row that is gone.
    private var hasLostKeyboard = false
    weak var window: Window?

    init(screen: CollectionScreen, window: Window) {
        self.screen = screen
        self.window = window
        widget = CrossFade(child: pages)
        exchangeList()
        listBox.append(scrolled)
        pages.add(listBox, name: "list")
        pages.add(ScrolledWindow(child: empty.widget), name: "empty")
        redraw(self) { $0.draw() }
    }

    /// Replaces the list by one in the current look.
    private func exchangeList() {
        let hadKeyboard = list?.focusedID != nil
        let made = makeList()
        list = made
        wasLoading = false
        // GTK warns about an empty list that is scrolled.
        scrolled.scrollToTop()
        scrolled.child = made
        guard !headers.isEmpty || shownRevision != 0 else { return }
        window?.afterNextFrame { [weak self] in
            if let self, list === made, hadKeyboard { focus() }
        }
    }

    var hasFocus: Bool { list?.hasFocus == true }

    var focusedRow: Int64? { list?.focusedID.map(Self.row) }

    /// The first selected row that the list shows.
    private var shownSelection: UInt64? { selectedIDs.first { model.position(of: $0) != nil } }

    /// True if a record is selected, and the list does not show it.
    var isSelectionHidden: Bool { !selectedIDs.isEmpty && shownSelection == nil }

    /// Focuses the selected row if it is shown, or else the first.
    func enter() {
        let id = shownSelection ?? model.id(at: 0)
        guard screen.list.emptyState == nil, let list, let id else { return focus() }
        focus(id, in: list)
    }

    /// Focuses the list, or the button of the empty page.
    func focus() {
        guard screen.list.emptyState == nil else { return _ = empty.focus() }
        guard let list else { return }
        if let shownSelection { return focus(shownSelection, in: list) }
        if !list.grabFocus(), let first = model.id(at: 0) { _ = list.focus(id: first) }
    }

    private func focus(_ id: UInt64, in list: any RowsView) {
        list.scrollTo(id: id)
        guard !list.focus(id: id) else { return }
        // A distant row gets its widget when it is scrolled to; meanwhile the user may move the focus.
        let before = window?.focusWidget
        window?.afterNextFrame { [weak self] in
            guard let now = self?.window?.focusWidget else { return _ = list.focus(id: id) || list.grabFocus() }
            if before?.isSame(as: now) == true, !list.focus(id: id) { list.grabFocus() }
        }
    }

    // MARK: Drawing

    private func draw() {
        let list = screen.list
        if list.looks.isWall != (self.list is WallView) { exchangeList() }
        drawTable()
        let isOtherContent = list.contentRevision != shownRevision
        let marks = [list.unpublishedKeys, list.unseenKeys]
        let isOtherMark = marks != shownMarks || style != shownStyle || isSelecting != wasSelecting
        let isOtherStyle = style != shownStyle
        shownMarks = marks
        shownStyle = style
        wasSelecting = isSelecting
        (self.list as? WallView)?.preservesSelection = isSelecting
        let isOtherSearch = list.answeredSearch != shownSearch || list.answeredGroup != shownGroup
        // Downloads, imports, and undo fade; typing and the first rows do not.
        if isOtherContent, !isOtherSearch, model.count > 0 { widget.begin() }
        shownRevision = list.contentRevision
        shownSearch = list.answeredSearch
        shownGroup = list.answeredGroup
        let before = headers
        takeHeaders()
        let isFirst = isOtherSearch || model.count == 0 || isPainting && !isOtherContent
        show(
            list.entries.rows, visibleFirst: isFirst, isTyped: isOtherSearch, renewing: isOtherContent ? reusedIDs : [])
        if isOtherStyle { (self.list as? WallView)?.resize() }
        // Rows in the same place may have other content or marks.
        if isOtherContent || isOtherSearch || isOtherMark {
            self.list?.refresh(nil)
        } else {
            let rows = Set(before.keys).union(headers.keys).filter { before[$0] != headers[$0] }
            if !rows.isEmpty { self.list?.refresh(Set(rows.map { Self.id($0) })) }
        }
        if let state = list.emptyState { empty.show(state) { [screen] in screen.emptyStepTapped($0) } }
        pages.visibleName = list.emptyState == nil ? "list" : "empty"
        updateAccessibleState()
        if screen.list.canReveal { reveal() }
    }

    private func takeHeaders() {
        let entries = screen.list.entries
        headers = Dictionary(entries.headers.map { (entries.rows[$0.index], $0.header) }) { $1 }
        (list as? WallView)?.sectionStarts = entries.headers.map(\.index)
    }

    private func drawTable() {
        let columns = screen.list.columns
        if columns.isEmpty, table == nil { return }
        let isOther = table?.fits(columns) != true
        if isOther {
            if !columns.isEmpty, table == nil { listBox.prepend(tableHeader.widget) }
            if columns.isEmpty { listBox.remove(tableHeader.widget) }
            table = columns.isEmpty ? nil : TableMetrics(columns)
        }
        if let table { tableHeader.show(columns, table) }
    }

    /// Scrolls to a record opened from elsewhere, or to the one after a deletion, once all rows are laid out. A focused
    /// list focuses it too, because keys act on the selection.
    private func reveal() {
        window?.afterNextFrame { [weak self] in
            guard let self, let row = screen.list.rowToReveal, !isFilling, screen.list.canReveal else { return }
            screen.list.rowToReveal = nil
            list?.reveal(id: Self.id(row))
            guard list?.hasFocus == true || hasLostKeyboard, selectedIDs == [Self.id(row)] else { return }
            hasLostKeyboard = false
            focus()
        }
    }

    private func updateAccessibleState() {
        if screen.isLoading != wasLoading {
            wasLoading.toggle()
            list?.setAccessibleBusy(wasLoading)
        }
        let text = isSelecting ? screen.selectedWords : screen.list.foundText
        guard text != shownDescription else { return }
        shownDescription = text
        list?.accessibleDescription = text
    }

    /// Shows rows. A list view builds some 200 rows at once, ten times what fits the window: with `visibleFirst` those
    /// that fit are painted first, and while the user types, the others wait for a pause.
    private func show(_ rows: [Int64], visibleFirst: Bool, isTyped: Bool, renewing: [UInt64]) {
        showing += 1
        let focused = list?.focusedID
        let focusedIndex = focused.flatMap(model.position)
        isPainting = visibleFirst && rows.count > Self.visible && list?.makesManyRows == true
        if isPainting {
            model.replace(rows.prefix(Self.visible).map { Self.id($0) })
            list?.scrollToTop()
            showRest(isTyped: isTyped, showing)
        } else {
            list?.replace(rows.map { Self.id($0) }, renewing: renewing)
            if visibleFirst { list?.scrollToTop() }
            // Not between keystrokes: it lays out the whole window.
            if !isTyped { list?.findPointerAgain() }
        }
        list?.select(selectedIDs)
        guard let focused, let focusedIndex else { return }
        if renewing.contains(focused) || model.position(of: focused) == nil || list?.focusedID == nil {
            moveFocus(from: focusedIndex)
        }
    }

    /// Rows whose numbers were reused for other records by undo or a download.
    private var reusedIDs: [UInt64] {
        boundRows.compactMap { $0.holdsAnother ? $0.id : nil }
    }

    /// Moves the focus from a row that is gone to the selected row, to the one in its place, or to the first visible
    /// one. A partly visible row would be scrolled to.
    private func moveFocus(from focusedIndex: Int) {
        hasLostKeyboard = true
        window?.afterNextFrame { [weak self] in
            // Scrolling to the selected row moves the focus there.
            guard let self, hasLostKeyboard, !isRevealing else { return }
            hasLostKeyboard = false
            // GTK may leave the focus on a widget that is unused or shows another row.
            guard let list, list.focusedID != nil || window?.focusWidget?.isMapped != true else { return }
            guard model.count > 0 else { return focus() }
            let seen = list.rowsSeenWhole
            let wanted = selectedIDs + [model.id(at: min(focusedIndex, model.count - 1))].compactMap(\.self)
            if let id = wanted.first(where: seen.contains) ?? seen.first { list.focus(id: id) }
        }
    }

    private func showRest(isTyped: Bool, _ turn: Int) {
        // Not before the loop runs: the first list is drawn while the window is built.
        guard isTyped else { return MainLoop.soon { [weak self] in self?.showRestAfterFrame(turn) } }
        pause = MainLoop.after(seconds: Self.pauseInTyping) { [weak self] in self?.showRestAfterFrame(turn) }
    }

    private func showRestAfterFrame(_ turn: Int) {
        window?.afterNextFrame { [weak self] in
            guard let self, showing == turn else { return }
            isPainting = false
            list?.replace(screen.list.entries.rows.map { Self.id($0) }, renewing: [])
            list?.select(selectedIDs)
            if isRevealing { reveal() }
        }
    }

    var shownCount: Int { model.count }

    var boundRows: [RecordRow] { list?.boundRows.compactMap { $0 as? RecordRow } ?? [] }

    /// Focuses a row; false if it is not there.
    func focus(row: Int64) -> Bool { list?.focus(id: Self.id(row)) ?? false }

    var isRevealing: Bool { screen.list.rowToReveal != nil }

    /// True while rows outside the window are missing.
    var isFilling: Bool { model.count < screen.list.entries.count }

    /// True while rows out of sight are unread.
    var isReading: Bool { !reading.isDone }

    /// Typing pauses after this many seconds.
    private static var pauseInTyping: Double { 0.15 }

    /// More rows than the tallest window shows.
    private static var visible: Int { 40 }

    var selectedIDs: [UInt64] { screen.list.selectedRows.map { Self.id($0) } }

    /// The row's number in GTK, the same for the record's lifetime.
    static func id(_ row: Int64) -> UInt64 { UInt64(bitPattern: row) }
    static func row(_ id: UInt64) -> Int64 { Int64(bitPattern: id) }
}
