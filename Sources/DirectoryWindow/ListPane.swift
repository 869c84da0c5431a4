import PictureKit
import DirectoryModel
import DirectoryScreens
import Foundation
import GtkKit

/// Draws a `ListScreen`: the rows, or what stands in their place where there are none.
@MainActor
final class ListPane<R: DirectoryRecord>: RowSource {
    /// Takes over what others changed within half a second.
    let widget: CrossFade
    let pictures = TextureLoader(side: 96)
    private let screen: CollectionScreen<R>
    private let model = ListModel()
    private(set) var list: ListView?
    let scrolled = ScrolledWindow()
    private let pages = Stack(transition: .crossfade, milliseconds: 120)
    private let empty = EmptyPage()
    /// The headers that rows carry, by row.
    private var headers: [Int64: ListEntry.Header] = [:]
    private var shownMarks: Set<Int> = []
    private var shownRevision: Int64 = 0
    private var shownSearch = ""
    private var shownFound = ""
    private var showing = 0
    /// True while the keyboard is to go on from a row that is gone.
    private var hasLostKeyboard = false
    private weak var window: Window?

    init(screen: CollectionScreen<R>, window: Window) {
        self.screen = screen
        self.window = window
        widget = CrossFade(child: pages)
        let list = ListView(model: model, singleClickActivate: true) { [weak self] in
            self.map { RecordRow(source: $0) } ?? ListRow(widget: Box())
        }
        self.list = list
        list.addClass("records")
        list.accessibleName = R.collection.title
        list.onActivate { [weak self] in self?.activated($0) }
        list.onSelectionChanged { [weak self] in self?.selected($0) }
        list.addShortcut(WindowAction.named("win.delete")?.keys.first ?? "") { [screen] in screen.deleteTapped() }
        if R.toggle != nil {
            list.onSpace { [screen] id in
                screen.toggled(Self.row(id))
                return true
            }
        }
        list.onContextMenu { [weak self] in self?.menuWanted($0, $1, $2) }
        scrolled.child = list
        pages.add(scrolled, name: "list")
        pages.add(empty.widget, name: "empty")
        redraw(self) { $0.draw() }
    }

    /// Puts the keyboard into the list, or on the button of what stands in its place.
    func focus() {
        guard screen.list.emptyState == nil else { return _ = empty.focus() }
        guard let list, let selected = selectedIDs.first, model.position(of: selected) != nil else {
            return _ = list?.grabFocus()
        }
        list.scrollTo(id: selected)
        guard !list.focus(id: selected) else { return }
        // A row far away has no widget before it is scrolled to; meanwhile the user may go elsewhere.
        let before = window?.focusWidget
        window?.afterNextFrame { [weak self] in
            guard let now = self?.window?.focusWidget else { return _ = list.focus(id: selected) || list.grabFocus() }
            if before?.isSame(as: now) == true, !list.focus(id: selected) { list.grabFocus() }
        }
    }

    // MARK: Drawing

    private func draw() {
        let list = screen.list
        let isOtherContent = list.contentRevision != shownRevision
        let isOtherMark = list.unpublishedKeys != shownMarks
        shownMarks = list.unpublishedKeys
        let isOtherSearch = list.answeredSearch != shownSearch
        // What a download, a file or an undo brings dissolves; what is typed and what comes first does not.
        if isOtherContent, !isOtherSearch, model.count > 0 { widget.begin() }
        shownRevision = list.contentRevision
        shownSearch = list.answeredSearch
        let before = headers
        headers = [:]
        for (index, header) in list.entries.headers { headers[list.entries.rows[index]] = header }
        show(
            list.entries.rows.map { Self.id($0) }, visibleFirst: isOtherSearch || model.count == 0,
            renewing: isOtherContent ? reusedIDs : [])
        // Rows that stayed where they are may say something else, or have something else marked.
        if isOtherContent || isOtherSearch || isOtherMark {
            self.list?.refresh()
        } else if headers != before {
            let rows = Set(before.keys).union(headers.keys).filter { before[$0] != headers[$0] }
            self.list?.refresh(Set(rows.map { Self.id($0) }))
        }
        if let state = list.emptyState {
            empty.show(state) { [screen] in screen.emptyStepTapped(state.step) }
        }
        pages.visibleName = list.emptyState == nil ? "list" : "empty"
        tellFound()
        if isRevealing { reveal() }
    }

    /// Brings a record that was opened from elsewhere, or that follows what was deleted, into view once all rows are
    /// there and laid out. The keyboard goes there where it is in the list, for keys act on what is selected.
    private func reveal() {
        window?.afterNextFrame { [weak self] in
            guard let self, let row = screen.list.rowToReveal, !isFilling else { return }
            screen.list.rowToReveal = nil
            list?.reveal(id: Self.id(row))
            guard list?.focusedID != nil || hasLostKeyboard, selectedIDs == [Self.id(row)] else { return }
            hasLostKeyboard = false
            focus()
        }
    }

    /// Tells assistive programs how much there is now.
    private func tellFound() {
        let words = screen.foundWords
        guard words != shownFound else { return }
        shownFound = words
        list?.accessibleDescription = words
    }

    /// Gives the list its rows. A list view builds some 200 rows at once, ten times what fits the window: with
    /// `visibleFirst` those that fit are painted before the others are built.
    private func show(_ ids: [UInt64], visibleFirst: Bool, renewing: [UInt64]) {
        showing += 1
        let focused = list?.focusedID
        let place = focused.flatMap(model.position)
        if visibleFirst && ids.count > Self.visible {
            model.replace(Array(ids.prefix(Self.visible)))
            list?.scrollToTop()
            showRest(of: ids, showing)
        } else {
            list?.replace(ids, renewing: renewing)
            if visibleFirst { list?.scrollToTop() }
        }
        list?.select(selectedIDs)
        guard let focused, let place else { return }
        if renewing.contains(focused) || model.position(of: focused) == nil || list?.focusedID == nil {
            goOn(from: place)
        }
    }

    /// Rows whose number was given to another record: undo and downloads give away the numbers of rows that went.
    private var reusedIDs: [UInt64] {
        list?.boundRows.compactMap { row in
            guard let row = row as? RecordRow, row.holdsAnother else { return nil }
            return row.id
        } ?? []
    }

    /// The row the keyboard was on is gone: it goes on with the one that is selected, or with the one in its place, or
    /// with the first one seen. A row that is not seen whole would be scrolled to.
    private func goOn(from place: Int) {
        hasLostKeyboard = true
        window?.afterNextFrame { [weak self] in
            // Where the selected row is brought into view, the keyboard goes there with it.
            guard let self, hasLostKeyboard, !isRevealing else { return }
            hasLostKeyboard = false
            // GTK may leave the keyboard on the row's widget, which is laid aside or shows another row by now.
            guard let list, list.focusedID != nil || window?.focusWidget?.isMapped != true else { return }
            guard model.count > 0 else { return focus() }
            let seen = list.rowsSeenWhole
            let wanted = selectedIDs + [model.id(at: min(place, model.count - 1))].compactMap(\.self)
            if let id = wanted.first(where: seen.contains) ?? seen.first { list.focus(id: id) }
        }
    }

    private func showRest(of ids: [UInt64], _ turn: Int) {
        // Not before the loop runs, for the first list is drawn while the window is still being put together.
        MainLoop.idle { [weak self] in
            self?.window?.afterNextFrame {
                guard let self, self.showing == turn else { return }
                self.list?.replace(ids)
                self.list?.select(self.selectedIDs)
                if self.isRevealing { self.reveal() }
            }
        }
    }

    /// How many rows the list has been given.
    var shownCount: Int { model.count }

    /// The rows that are drawn as selected.
    var shownSelection: [Int64] { rows(of: list?.selectedIDs ?? []) }

    /// The rows that are seen and how far down in the view they are, in pixels.
    var shownPlaces: [Int64: Double] {
        let places = list?.rowsInView.map { (Self.row($0.id), $0.top) } ?? []
        return Dictionary(places) { first, _ in first }
    }

    /// The row the keyboard is on.
    var focusedRow: Int64? { list?.focusedID.map(Self.row) }

    /// Puts the keyboard on a row, and returns whether it is there to take it.
    func focus(row: Int64) -> Bool { list?.focus(id: Self.id(row)) ?? false }

    /// True while a record is still to be brought into view.
    var isRevealing: Bool { screen.list.rowToReveal != nil }

    /// True while rows that do not fit the window are still to come.
    var isFilling: Bool { model.count < screen.list.entries.count }

    /// More rows than fit the tallest window people have.
    private static var visible: Int { 40 }

    private var selectedIDs: [UInt64] { screen.list.selectedRows.map { Self.id($0) } }

    /// The number by which GTK knows a row: the same for as long as its record lives, whatever header it carries.
    private static func id(_ row: Int64) -> UInt64 { UInt64(bitPattern: row) }
    private static func row(_ id: UInt64) -> Int64 { Int64(bitPattern: id) }

    // MARK: What the user does

    private func activated(_ id: UInt64) {
        screen.rowActivated(Self.row(id))
    }

    private func selected(_ ids: [UInt64]) {
        screen.rowsSelected(rows(of: ids))
        // A form with changes keeps the selection where it was.
        list?.select(selectedIDs)
    }

    private func rows(of ids: [UInt64]) -> [Int64] { ids.map(Self.row) }

    private func menuWanted(_ id: UInt64, _ x: Double, _ y: Double) {
        let row = Self.row(id)
        if !screen.list.selectedRows.contains(row) { screen.rowsSelected([row]) }
        list?.select(selectedIDs)
        // A form with changes kept the selection where it was; the menu would be another's.
        guard screen.list.selectedRows.contains(row) else { return }
        let sections = menuSections
        if sections.contains(where: { !$0.isEmpty }) {
            list?.showMenu(Menu(sections.map { .section(nil, $0) }), at: x, y)
        }
    }

    private var menuSections: [[Menu.Part]] {
        var edits: [Menu.Part] = []
        if screen.list.selectedRows.count == 1 {
            if let toggle = R.toggle { edits.append(.action("win.toggle", toggle.label(isOn: isSelectedOn))) }
            if R.home.canEdit { edits.append(.action("win.edit")) }
            if screen.detail.content?.email != nil { edits.append(.action("win.copy-email")) }
        }
        if edits.count > 0, screen.listState.hasOpenCard {
            edits.append(.action("win.show-code"))
        }
        if screen.list.selectedRows.count == 1 { edits += [.action("win.favourite"), .action("win.print-card")] }
        guard R.home.canDelete else { return [edits] }
        let end: Menu.Part =
            screen.isOwnSelected ? .action("win.empty") : .action("win.delete", deleteLabel)
        return [edits, [end]]
    }

    private var isSelectedOn: Bool { screen.detail.content?.header.isOn == true }

    // MARK: RowSource

    var actions: [RowAction] { (R.home.canEdit ? [.edit] : []) + (R.home.canDelete ? [.delete] : []) }

    var deleteLabel: String { R.home.deleteLabel }

    var spokenActions: [RowAction] { (R.toggle == nil ? [] : [.toggle]) + actions }

    var marker: TextMarker { screen.list.marker }
    func entry(of id: UInt64) -> ListEntry { ListEntry(row: Self.row(id), header: headers[Self.row(id)]) }
    func content(of row: Int64) -> RowContent? { screen.list.content(of: row) }

    func act(_ action: RowAction, on row: Int64) {
        switch action {
        case .edit: screen.editTapped(row)
        case .toggle: screen.toggled(row)
        case .delete: screen.deleteTapped(row)
        }
    }

    func open(_ row: Int64) { screen.rowActivated(row) }
    func card(of row: Int64) -> DraggedFile? {
        screen.card(ofRow: row).map(DraggedFile.init)
    }

    func pictureData(of row: Int64) -> @Sendable () throws -> Data? {
        let list = screen.list
        return { try list.pictureData(of: row) }
    }
}
