import DirectoryModel
import DirectoryScreens
import DirectoryWidgets
import Foundation
import GtkKit
import Language
import PictureKit

/// Draws a `CollectionScreen`: list, detail, form, and the windows over them.
final class CollectionPane {
    /// The list with its bars.
    let listSide = Box(.vertical)
    /// The detail, or the form.
    let detailSide: Widget
    /// The progress bar under the header.
    let top: Widget
    /// The bars and buttons that messages must not cover.
    var unobstructed: [Widget] {
        let isOpen = screen.editing.form != nil
        // What fades out remains visible for a moment.
        return (screen.isSelecting ? [several.widget] : [])
            + (isOpen ? [form.buttons] + form.dropDowns : [detail.actions.widget])
    }
    let list: ListPane
    let detail: DetailPane
    /// The form, made when it is first opened.
    var form: FormPane { madeForm ?? makeForm() }
    private var madeForm: FormPane?
    let screen: CollectionScreen
    let several: SeveralBar
    private let progress: ProgressRow
    private let right = Stack(transition: .crossfade, milliseconds: 200)
    let window: Window
    private weak var host: DirectoryPane?
    private var wasTransferring = false
    private var announced: Announcement?
    /// The pane over the window, and its sheet's id.
    var opened: (any OverlayPane)? {
        didSet {
            guard opened == nil, oldValue != nil else { return }
            // A window leaves freed memory between what is still used.
            Task.detached(priority: .background) { Heap.trim() }
        }
    }
    var openedID: Int?

    init(screen: CollectionScreen, window: Window, host: DirectoryPane) {
        self.screen = screen
        self.window = window
        self.host = host
        several = SeveralBar(screen: screen)
        list = ListPane(screen: screen, window: window)
        detail = DetailPane(screen: screen)
        progress = ProgressRow { [weak screen] in screen?.work.cancelTapped() }
        top = progress.widget
        right.setHomogeneous(horizontal: false, vertical: false)
        right.add(detail.widget, name: "detail")
        detailSide = right
        for side in [listSide, detailSide] as [Widget] { side.accessibleName = screen.definition.collection.title }
        detail.scrolled.onScrolled { [weak host] in host?.titleMoved() }
        buildListSide()
        redraw(self) { $0.draw() }
    }

    private func makeForm() -> FormPane {
        let form = FormPane(screen: screen, window: window)
        madeForm = form
        right.add(form.widget, name: "form")
        form.scrolled.onScrolled { [weak host] in host?.titleMoved() }
        return form
    }

    /// True if the record's name or the form's title is visible.
    var isTitleSeen: Bool { right.visibleName == "form" ? form.isTitleSeen : detail.isTitleSeen }

    private func buildListSide() {
        list.widget.vexpand = true
        for part in [listBar(screen), list.widget, several.widget] as [Widget] { listSide.append(part) }
    }

    private func draw() {
        drawForm()
        progress.show(screen.work.progress, isDownload: screen.transfer.isRunning)
        if screen.sheetID != openedID { MainLoop.soon { [weak self] in self?.openSheet() } }
        // A new download dismisses the message on the last one.
        if screen.transfer.isRunning, !wasTransferring { host?.toasts.dismiss() }
        wasTransferring = screen.transfer.isRunning
        announce(screen.transfer.announcement)
    }

    /// Announces each result once, however often it is drawn.
    private func announce(_ announcement: Announcement?) {
        guard announcement != announced else { return }
        announced = announcement
        if let announcement { host?.announceUnseen(announcement) }
    }

    private func drawForm() {
        let isOpen = screen.editing.form != nil
        // When the form closes, the focus returns to where it was.
        if !isOpen, right.visibleName == "form" { MainLoop.soon { [weak host] in host?.focusShown() } }
        // A message would cover the form's buttons.
        if isOpen, right.visibleName != "form" { host?.toasts.dismiss() }
        if isOpen { _ = form }
        right.visibleName = isOpen ? "form" : "detail"
        host?.titleMoved()
    }

    /// Writes a PDF file. Throws `PrintError`.
    /// - Returns: the number of pages.
    func exportRoster(_ options: RosterOptions, to file: URL) async throws(PrintError) -> Int {
        let roster = screen.roster(options)
        guard roster.canPrint else { throw .noRecords }
        let pages = RosterPrint(roster)
        return try await PrintJob.export(pages, on: pages.paper, to: file)
    }

    func focusList() { list.focus() }
    func enterList() { list.enter() }
    var isSelectionHidden: Bool { list.isSelectionHidden }
    var focusedRow: Int64? { list.focusedRow }
    var isListFocused: Bool { list.hasFocus }
    func focusDetail() { if screen.editing.form == nil { detail.focus() } else { form.focus() } }

    var isIdle: Bool {
        list.smallPictures.isIdle && list.largePictures.isIdle && !list.isFilling && !list.isReading
            && !list.isRevealing && !detail.isLoading
            && madeForm?.isLoading != true
    }
}

/// A pane that opens a window of its own.
protocol OverlayPane: AnyObject {
    var window: Window { get }
}

extension Window: OverlayPane {
    var window: Window { self }
}

/// Opens what the screen has open; alerts belong to the `AlertPane`.
extension CollectionPane {
    /// The frontmost window.
    var front: Window { opened?.window ?? window }

    /// Opens and closes windows as the screen says.
    func openSheet() {
        guard let id = screen.sheetID, id != openedID else { return close() }
        close()
        openedID = id
        if let sheet = screen.sheet { opened = open(sheet, id) }
    }

    private func close() {
        guard screen.sheetID != openedID else { return }
        let window = opened?.window
        opened = nil
        openedID = nil
        window?.close()
    }

    /// The user closed a window.
    /// - Parameter answer: passes the answer to the screen, if closing is not enough.
    private func closed(_ id: Int, _ answer: ((CollectionScreen) async -> Void)? = nil) {
        guard id == openedID else { return }
        opened = nil
        guard id == screen.sheetID else { return }
        guard let answer else { return screen.sheet = nil }
        Task { [screen] in await answer(screen) }
    }

    private func open(_ sheet: Sheet, _ id: Int) -> (any OverlayPane)? {
        let closed: @MainActor () -> Void = { [weak self] in self?.closed(id) }
        switch sheet {
        case .alert: return nil
        case .merge(let shown): return open(shown, id)
        case .publish(let shown): return publishWindow(shown, over: window) { [weak self] in self?.opened = nil }
        case .update(let update): return open(update, id)
        case .rejected(let shown): return rejectedElementsWindow(shown, over: window, closed: closed)
        case .duplicates(let shown): return DuplicatesPane(screen: shown, over: window, closed: closed)
        case .roster(let shown): return rosterWindow(shown, over: window, closed: closed)
        case .learn(let shown): return LearnPane(screen: shown, over: window, closed: closed)
        case .emails(let shown): return emailsWindow(shown, over: window, closed: closed)
        case .history(let shown): return historyWindow(shown, over: window, closed: closed)
        case .code(let card): return codeWindow(card, over: window, closed: closed)
        case .shareFile(let card, let row): chooseShare(card, row: row, then: closed)
        case .group(let shown): return groupWindow(shown, over: window, closed: closed)
        case .importFile: chooseImport(then: closed)
        case .exportFile: chooseExport(then: closed)
        }
        return nil
    }

    private func open(_ shown: MergeScreen, _ id: Int) -> Window {
        mergeWindow(
            shown, over: window, title: translated("Two Versions"),
            body: translated(
                "\(shown.title) was changed elsewhere while you were editing. Choose which values to keep.")
        ) { [weak self] isPicked in
            self?.closed(id) { await $0.editing.mergeAnswered(isPicked: isPicked) }
        }
    }

    private func open(_ update: ListUpdate, _ id: Int) -> (any OverlayPane)? {
        switch update.state {
        case .idle, .running: return nil
        case .choosing: return askToDownload(update, id)
        case .askingToEmpty: return askToEmpty(update, id)
        case .merging: return update.merge.map { openOwn($0, of: update, id) }
        case .previewing: return update.preview.map { open($0, of: update, id) }
        }
    }

    private func askToDownload(_ update: ListUpdate, _ id: Int) -> Window {
        // Update does not remove records.
        let standard = Answer(
            id: "update", label: translated("Download and Update"), style: .suggested, isDefault: true)
        return ask(
            id, title: translated("Download \(screen.definition.collection.title)"), body: update.choiceText,
            [
                (Answer(id: "replace", label: translated("Download and Replace")), update.replaceTapped),
                (standard, update.updateTapped),
                (Answer(id: "cancel", label: translated("Cancel"), isCancel: true), update.cancelChoiceTapped),
            ])
    }

    private func askToEmpty(_ update: ListUpdate, _ id: Int) -> Window {
        let clear = Answer(id: "empty", label: translated("Clear My List"), style: .destructive)
        let keep = Answer(id: "keep", label: translated("Keep My List"), isCancel: true, isDefault: true)
        return ask(
            id, title: translated("The Server’s List Is Empty"),
            body: translated("This removes all \(screen.definition.collection.many) from your list."),
            [
                (clear, { @MainActor in update.emptyAnswered(true) }),
                (keep, { @MainActor in update.emptyAnswered(false) }),
            ])
    }

    private func ask(
        _ id: Int, title: String, body: String, _ answers: [(answer: Answer, run: @MainActor () -> Void)]
    ) -> Window {
        Question.present(over: window, title: title, body: body, answers: answers.map(\.answer)) { [weak self] chosen in
            self?.closed(id) { _ in answers.first { $0.answer.id == chosen }?.run() }
        }
    }

    private func openOwn(_ merge: MergeScreen, of update: ListUpdate, _ id: Int) -> Window {
        mergeWindow(
            merge, over: window, title: translated("Your Record Has Two Versions"), body: update.mergeText
        ) { [weak self] isPicked in
            self?.closed(id) { _ in if isPicked { update.mergeAnswered(nil) } else { update.declined() } }
        }
    }

    private func open(_ preview: PreviewScreen, of update: ListUpdate, _ id: Int) -> Window {
        if case .file = preview.source { host?.toasts.dismiss() }
        return previewWindow(preview, over: window) { [weak self] applies in
            self?.closed(id) { _ in if applies { update.applyTapped() } else { update.declined() } }
        }
    }

    private func chooseImport(then closed: @escaping @MainActor () -> Void) {
        FileChooser.present(
            over: window, title: translated("Import \(screen.definition.collection.title)"),
            accept: translated("Import"), filters: [.lists, .all]
        ) { [screen] file in
            closed()
            if let file { Task { await screen.importChosen(file) } }
        }
    }

    private func chooseShare(_ card: RecordCard, row: Int64, then closed: @escaping @MainActor () -> Void) {
        FileChooser.save(
            over: window, title: translated("Save vCard of \(card.title)"), name: card.fileName,
            filters: [.cards, .all]
        ) { [screen] file in
            closed()
            if let file { Task { await screen.shareChosen(file, row: row) } }
        }
    }

    private func chooseExport(then closed: @escaping @MainActor () -> Void) {
        FileChooser.save(
            over: window, title: translated("Export \(screen.definition.collection.title)"),
            name: screen.exportName,
            filters: (screen.definition.hasCards ? [.cards] : []) + [.tables, .json, .all]
        ) { [screen] file in
            closed()
            if let file { Task { await screen.exportChosen(file) } }
        }
    }
}
