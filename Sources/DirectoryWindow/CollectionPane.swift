import DirectoryWidgets
import DirectoryModel
import DirectoryScreens
import Foundation
import GtkKit
import PictureKit
import Language

/// What the window needs of a collection's pane, whichever collection it is.
@MainActor
protocol AnyCollectionPane: AnyObject {
    /// The bar of a download, under the header.
    var top: Widget { get }
    /// The list and what is shown above it.
    var listSide: Widget { get }
    /// The detail, or the form in its place.
    var detailSide: Widget { get }
    /// The bars and buttons that messages are never shown over.
    var keptClear: [Widget] { get }
    /// True where all requested pictures are loaded.
    var isSettled: Bool { get }
    /// Whether the name of the record, or the form's title, is in view.
    var isTitleSeen: Bool { get }
    /// The window in front: the one that is open over the list's window, or the list's window.
    var front: Window { get }
    func focusList()
    func focusDetail()
    /// Writes what is shown to the file as a PDF. Throws `PrintError`.
    func exportRoster(_ options: RosterOptions, to file: URL) async throws(PrintError) -> Int
}

/// Draws a `CollectionScreen`: list, detail and form, and the windows that belong to them.
@MainActor
final class CollectionPane<R: DirectoryRecord>: AnyCollectionPane {
    let listSide = Box(.vertical) as Widget
    let detailSide: Widget
    let top: Widget
    var keptClear: [Widget] {
        let isOpen = screen.editing.form != nil
        // What fades out is still shown for a short time.
        return (screen.several.isOn ? [several.widget] : [])
            + (isOpen ? [form.buttons] + form.dropDowns : [detail.acts.widget])
    }
    let list: ListPane<R>
    let detail: DetailPane<R>
    let form: FormPane<R>
    let screen: CollectionScreen<R>
    private let bar: ListBar<R>
    let several: SeveralBar<R>
    private let transfer: TransferPane<R>
    private let progress: ProgressRow
    private let right = Stack(transition: .crossfade, milliseconds: 200)
    let window: Window
    let host: Host
    private var wasTransferring = false
    private var announced: Announcement?
    /// The pane that is open over the window, and the number of its destination.
    var opened: (any OverlayPane)?
    var openedID: Int?

    /// What the window does for a pane.
    struct Host {
        let dismissToast: @MainActor () -> Void
        /// Notifies a user who is not looking at the window.
        let announce: @MainActor (Announcement) -> Void
        /// The keyboard returns to its earlier place.
        let focusShown: @MainActor () -> Void
        /// The title came into view or went out of it. The layout must not be changed at once.
        let titleMoved: @MainActor () -> Void
    }

    init(screen: CollectionScreen<R>, window: Window, host: Host) {
        (self.screen, self.window, self.host) = (screen, window, host)
        bar = ListBar(screen: screen)
        several = SeveralBar(screen: screen)
        list = ListPane(screen: screen, window: window)
        detail = DetailPane(screen: screen)
        form = FormPane(screen: screen, window: window)
        transfer = TransferPane(screen: screen.transfer, window: window)
        progress = ProgressRow(name: translated("Progress"), cancelName: translated("Cancel")) { [weak screen] in
            screen?.work.cancelTapped()
        }
        top = Box(.vertical, [transfer.widget, progress.widget])
        right.setHomogeneous(horizontal: false, vertical: false)
        right.add(detail.widget, name: "detail")
        right.add(form.widget, name: "form")
        detailSide = right
        for side in [listSide, detailSide] { side.accessibleName = R.collection.title }
        for scrolled in [detail.scrolled, form.scrolled] { scrolled.onScrolled(host.titleMoved) }
        buildListSide()
        redraw(self) { $0.draw() }
    }

    var isTitleSeen: Bool { right.visibleName == "form" ? form.isTitleSeen : detail.isTitleSeen }

    private func buildListSide() {
        guard let side = listSide as? Box else { return }
        list.widget.vexpand = true
        for part in [bar.widget, list.widget, several.widget] as [Widget] { side.append(part) }
    }

    private func draw() {
        drawForm()
        drawProgress()
        if screen.destinationID != openedID { MainLoop.soon { [weak self] in self?.openDestination() } }
        // The message on the last download goes away when the next one begins.
        if screen.transfer.isRunning, !wasTransferring { host.dismissToast() }
        wasTransferring = screen.transfer.isRunning
        announce(screen.transfer.announcement)
    }

    private func drawProgress() {
        guard let step = screen.work.progress else { return progress.hide() }
        progress.show(step)
    }

    /// Announces each thing once, however often it is drawn.
    private func announce(_ announcement: Announcement?) {
        guard announcement != announced else { return }
        announced = announcement
        if let announcement { host.announce(announcement) }
    }

    private func drawForm() {
        let isOpen = screen.editing.form != nil
        // The keyboard returns from a form that ended to its earlier place.
        if !isOpen, right.visibleName == "form" { MainLoop.soon { [host] in host.focusShown() } }
        // A message would cover the form's buttons.
        if isOpen, right.visibleName != "form" { host.dismissToast() }
        right.visibleName = isOpen ? "form" : "detail"
        host.titleMoved()
    }

    func exportRoster(_ options: RosterOptions, to file: URL) async throws(PrintError) -> Int {
        let roster = screen.files.roster(options)
        guard roster.canPrint else { throw .noRecords }
        let pages = RosterPrint(roster)
        return try await PrintJob.export(pages, on: pages.paper, to: file)
    }

    func focusList() { list.focus() }
    func focusDetail() { if screen.editing.form == nil { detail.focus() } else { form.focus() } }

    var isSettled: Bool {
        list.smallPictures.isIdle && list.largePictures.isIdle && !list.isFilling && !list.isReading
            && !list.isRevealing && !detail.isLoading
            && !form.isLoading
    }
}
