import PictureKit
import DirectoryModel
import DirectoryScreens
import Foundation
import DirectoryWidgets
import GtkKit

/// Draws a `ListScreen`: the rows, or the page in their place where there are no rows.
@MainActor
final class ListPane {
    /// Fades to what others changed within half a second.
    let widget: CrossFade
    let smallPictures = TextureLoader(side: 96)
    let largePictures = TextureLoader(side: 160, capacity: 150)
    let lineHeights = LineHeights()
    private(set) lazy var buttons = RowButtonPool { [actions, deleteLabel] in
        RowButtons(actions, deleteLabel: deleteLabel)
    }
    let reading = RowPrefetcher()
    let screen: CollectionScreen
    private(set) var list: (any RowsView)?
    /// The rows that the list was given.
    var model: RowModel { list?.model ?? empties }
    private let empties = RowModel()
    let scrolled = ScrolledWindow().expanding(.vertical)
    /// The columns, where the list is a table.
    private(set) var table: TableMetrics?
    private(set) lazy var tableHeader = TableHeader { [screen] in screen.list.columnTapped($0) }
    private let listPlace = Box(.vertical)
    private(set) lazy var letters = makeLetters()
    private let pages = Stack(transition: .crossfade, milliseconds: 200)
    private let empty = EmptyPage()
    /// The headers that rows carry, by row.
    private(set) var headers: [Int64: ListEntry.Header] = [:]
    private var shownMarks: [Set<Int>] = []
    private var shownStyle = RowStyle.comfortable
    private var wasSelecting = false
    private var shownRevision: Int64 = 0
    private var shownSearch = ""
    private var shownFound = ""
    private var showing = 0
    /// True while the rows that fit the window are painted first.
    private var isPainting = false
    /// Waits for a pause in typing.
    private var pause: LoopTimer?
    /// True while the keyboard must move on from a row that is gone.
    private var hasLostKeyboard = false
    weak var window: Window?

    init(screen: CollectionScreen, window: Window) {
        self.screen = screen
        self.window = window
        widget = CrossFade(child: pages)
        exchangeList()
        listPlace.append(letters.widget)
        pages.add(listPlace, name: "list")
        pages.add(empty.widget, name: "empty")
        redraw(self) { $0.draw() }
    }

    /// Puts a list of the chosen look in the place of the one there is.
    private func exchangeList() {
        let hadKeyboard = list?.focusedID != nil
        let made = makeList()
        list = made
        // GTK complains of a list without rows that is scrolled.
        scrolled.scrollToTop()
        scrolled.child = made
        guard !headers.isEmpty || shownRevision != 0 else { return }
        window?.afterNextFrame { [weak self] in
            if let self, list === made, hadKeyboard { focus() }
        }
    }

    /// Moves the keyboard into the list, or to the button of the page in its place.
    func focus() {
        guard screen.list.emptyState == nil else { return _ = empty.focus() }
        guard let list, let selected = selectedIDs.first, model.position(of: selected) != nil else {
            return _ = list?.grabFocus()
        }
        list.scrollTo(id: selected, atTop: false)
        guard !list.focus(id: selected) else { return }
        // A row far away gets a widget only when it is scrolled to; meanwhile the user may move the keyboard elsewhere.
        let before = window?.focusWidget
        window?.afterNextFrame { [weak self] in
            guard let now = self?.window?.focusWidget else { return _ = list.focus(id: selected) || list.grabFocus() }
            if before?.isSame(as: now) == true, !list.focus(id: selected) { list.grabFocus() }
        }
    }

    // MARK: Drawing

    private func draw() {
        let list = screen.list
        if list.looks.isWall != (self.list is WallView) { exchangeList() }
        drawTable()
        letters.show(list.letters)
        let isOtherContent = list.contentRevision != shownRevision
        let marks = [list.unpublishedKeys, list.favoriteKeys]
        let isOtherMark = marks != shownMarks || style != shownStyle || isSelecting != wasSelecting
        let isOtherStyle = style != shownStyle
        (shownMarks, shownStyle, wasSelecting) = (marks, style, isSelecting)
        (self.list as? WallView)?.keepsSelection = isSelecting
        let isOtherSearch = list.answeredSearch != shownSearch
        // What a download, a file or an undo changes dissolves; typing and the first rows do not.
        if isOtherContent, !isOtherSearch, model.count > 0 { widget.begin() }
        shownRevision = list.contentRevision
        shownSearch = list.answeredSearch
        let before = headers
        headers = [:]
        for (index, header) in list.entries.headers { headers[list.entries.rows[index]] = header }
        (self.list as? WallView)?.sectionStarts = list.entries.headers.map(\.index)
        let isFirst = isOtherSearch || model.count == 0 || isPainting && !isOtherContent
        show(
            list.entries.rows, visibleFirst: isFirst, isTyped: isOtherSearch, renewing: isOtherContent ? reusedIDs : [])
        if isOtherStyle { (self.list as? WallView)?.resize() }
        // Rows in the same place may have other content or other marks.
        if isOtherContent || isOtherSearch || isOtherMark {
            self.list?.refresh(nil)
        } else if headers != before {
            let rows = Set(before.keys).union(headers.keys).filter { before[$0] != headers[$0] }
            self.list?.refresh(Set(rows.map { Self.id($0) }))
        }
        if let state = list.emptyState {
            empty.show(state) { [screen] in screen.emptyStepTapped($0) }
        }
        pages.visibleName = list.emptyState == nil ? "list" : "empty"
        tellFound()
        if screen.list.canReveal { reveal() }
    }

    /// Shows the headings of columns over the rows, where the list is a table.
    private func drawTable() {
        let columns = screen.list.columns
        if columns.isEmpty, table == nil { return }
        let isOther = table?.fits(columns) != true
        if isOther {
            if !columns.isEmpty, table == nil { listPlace.prepend(tableHeader.widget) }
            if columns.isEmpty { listPlace.remove(tableHeader.widget) }
            table = columns.isEmpty ? nil : TableMetrics(columns)
        }
        if let table { tableHeader.show(columns, table) }
    }

    /// Brings a record that was opened from elsewhere, or that follows what was deleted, into view once all rows are
    /// there and laid out. The keyboard goes there where it is in the list, because keys act on the selection.
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

    /// Gives assistive programs the current number of rows.
    private func tellFound() {
        let words = isSelecting ? screen.several.words : screen.list.foundWords
        guard words != shownFound else { return }
        shownFound = words
        list?.accessibleDescription = words
    }

    /// Gives the list its rows. A list view builds some 200 rows at once, ten times what fits the window: with
    /// `visibleFirst` those that fit are painted before the others are built, and where the user is typing, the others
    /// wait until that pauses.
    private func show(_ rows: [Int64], visibleFirst: Bool, isTyped: Bool, renewing: [UInt64]) {
        showing += 1
        let focused = list?.focusedID
        let place = focused.flatMap(model.position)
        isPainting = visibleFirst && rows.count > Self.visible && list?.makesManyRows == true
        if isPainting {
            model.replace(rows.prefix(Self.visible).map { Self.id($0) })
            list?.scrollToTop()
            showRest(isTyped: isTyped, showing)
        } else {
            list?.replace(rows.map { Self.id($0) }, renewing: renewing)
            if visibleFirst { list?.scrollToTop() }
        }
        list?.select(selectedIDs)
        guard let focused, let place else { return }
        if renewing.contains(focused) || model.position(of: focused) == nil || list?.focusedID == nil {
            goOn(from: place)
        }
    }

    /// Rows whose number was given to another record: undo and downloads reuse the numbers of rows that are gone.
    private var reusedIDs: [UInt64] {
        boundRows.compactMap { $0.holdsAnother ? $0.id : nil }
    }

    /// The row with the keyboard is gone: moves the keyboard to the selected row, or to the one in its place, or
    /// to the first visible one. A row that is only partly visible would be scrolled to.
    private func goOn(from place: Int) {
        hasLostKeyboard = true
        window?.afterNextFrame { [weak self] in
            // Where the selected row is brought into view, the keyboard moves there with it.
            guard let self, hasLostKeyboard, !isRevealing else { return }
            hasLostKeyboard = false
            // GTK may leave the keyboard on the row's widget, which is unused or shows another row by now.
            guard let list, list.focusedID != nil || window?.focusWidget?.isMapped != true else { return }
            guard model.count > 0 else { return focus() }
            let seen = list.rowsSeenWhole
            let wanted = selectedIDs + [model.id(at: min(place, model.count - 1))].compactMap(\.self)
            if let id = wanted.first(where: seen.contains) ?? seen.first { list.focus(id: id) }
        }
    }

    private func showRest(isTyped: Bool, _ turn: Int) {
        // Not before the loop runs, because the first list is drawn while the window is still being built.
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

    /// Puts the keyboard on a row, and returns whether it is there to take it.
    func focus(row: Int64) -> Bool { list?.focus(id: Self.id(row)) ?? false }

    /// True while a record is still to be brought into view.
    var isRevealing: Bool { screen.list.rowToReveal != nil }

    /// True while rows that do not fit the window are still to come.
    var isFilling: Bool { model.count < screen.list.entries.count }

    /// True while rows that are out of sight are still to be read.
    var isReading: Bool { !reading.isDone }

    /// The time without a key after which the user has stopped typing, in seconds.
    private static var pauseInTyping: Double { 0.15 }

    /// More rows than fit the tallest window in use.
    private static var visible: Int { 40 }

    var selectedIDs: [UInt64] { screen.list.selectedRows.map { Self.id($0) } }

    /// The number of the row in GTK: the same as long as its record exists, whatever header it has.
    static func id(_ row: Int64) -> UInt64 { UInt64(bitPattern: row) }
    static func row(_ id: UInt64) -> Int64 { Int64(bitPattern: id) }
}
