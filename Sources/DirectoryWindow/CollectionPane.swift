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
    /// The list and what stands over it.
    var listSide: Widget { get }
    /// The detail, or the form in its place.
    var detailSide: Widget { get }
    /// What messages stand above while a form is open.
    var formBar: Widget { get }
    /// True where every picture that is wanted is there.
    var isSettled: Bool { get }
    /// The form leaves its title to the header, where that says it.
    func fold(isFolded: Bool)
    func focusList()
    func focusDetail()
    func openRejected()
    /// Opens what is shown for printing; with `.card` everything about the one record that is open.
    func openRoster(_ subject: RosterOptions.Subject)
    /// When it returns, the file is a PDF of what is shown. Throws `PrintError`.
    func exportRoster(_ options: RosterOptions, to file: URL) async throws(PrintError) -> Int
}

/// Draws a `CollectionScreen`: list, detail and form, and the windows that belong to them.
@MainActor
final class CollectionPane<R: DirectoryRecord>: AnyCollectionPane {
    let listSide = Box(.vertical) as Widget
    let detailSide: Widget
    let top: Widget
    var formBar: Widget { form.buttons }
    let list: ListPane<R>
    let detail: DetailPane<R>
    let form: FormPane<R>
    private let screen: CollectionScreen<R>
    private let bar: ListBar<R>
    private let transfer: TransferPane<R>
    private let progress: ProgressRow
    private let right = Stack(transition: .crossfade, milliseconds: 150)
    private let window: Window
    private let host: Host
    private var wasTransferring = false
    private var announced: Announcement?
    private var publish: PublishPane<R>?
    private var rejected: RejectedElementsPane<R>?
    private var merge: MergePane<R>?
    private var roster: RosterPane<R>?
    private(set) var preview: PreviewPane<R>?

    /// What the window does for a pane.
    struct Host {
        /// Opens Preferences over a window, for a reason or none; says then whether the user signed in.
        let openPreferences: @MainActor (String?, Window, @escaping @MainActor (Bool) -> Void) -> Void
        let dismissToast: @MainActor () -> Void
        /// Tells somebody who does not look at the window.
        let announce: @MainActor (Announcement) -> Void
        /// The keyboard goes back to where it came from.
        let focusShown: @MainActor () -> Void
    }

    init(screen: CollectionScreen<R>, window: Window, host: Host) {
        (self.screen, self.window, self.host) = (screen, window, host)
        bar = ListBar(screen: screen)
        list = ListPane(screen: screen, window: window)
        detail = DetailPane(screen: screen)
        form = FormPane(screen: screen, window: window)
        transfer = TransferPane(screen: screen.transfer, window: window)
        progress = ProgressRow(name: translated("Progress"), cancelName: translated("Cancel")) { [weak screen] in
            screen?.cancelWorkTapped()
        }
        top = Box(.vertical, [transfer.widget, progress.widget])
        right.setHomogeneous(horizontal: false, vertical: false)
        right.add(detail.widget, name: "detail")
        right.add(form.widget, name: "form")
        detailSide = right
        for side in [listSide, detailSide] { side.accessibleName = R.collection.title }
        buildListSide()
        redraw(self) { $0.draw() }
    }

    func fold(isFolded: Bool) { form.showsTitle = !isFolded }

    private func buildListSide() {
        guard let side = listSide as? Box else { return }
        list.widget.vexpand = true
        for part in [bar.widget, list.widget] as [Widget] { side.append(part) }
    }

    private func draw() {
        drawForm()
        drawProgress()
        if let shown = screen.publish, publish == nil { MainLoop.idle { [weak self] in self?.open(shown) } }
        if screen.form?.merge != nil, merge == nil { MainLoop.idle { [weak self] in self?.openMerge() } }
        if screen.importing != nil, preview == nil { MainLoop.idle { [weak self] in self?.openPreview() } }
        // What the last download said is over when the next begins.
        if screen.transfer.isRunning, !wasTransferring { host.dismissToast() }
        wasTransferring = screen.transfer.isRunning
        announce(screen.transfer.announcement)
        if screen.transfer.signInReason != nil { MainLoop.idle { [weak self] in self?.askToSignIn() } }
    }

    /// Opens Preferences for the download, unless an earlier turn of the loop has.
    private func askToSignIn() {
        guard let reason = screen.transfer.signInReason else { return }
        screen.transfer.signInReason = nil
        host.openPreferences(reason, window) { [screen] in screen.transfer.signInEnded(isSignedIn: $0) }
    }

    private func drawProgress() {
        guard let step = screen.progress else { return progress.hide() }
        progress.show(step)
    }

    /// Says each thing once, however often it is drawn.
    private func announce(_ announcement: Announcement?) {
        guard announcement != announced else { return }
        announced = announcement
        if let announcement { host.announce(announcement) }
    }

    private func drawForm() {
        let isOpen = screen.form != nil
        // The keyboard goes from a form that ended back to where it came from.
        if !isOpen, right.visibleName == "form" { MainLoop.idle { [host] in host.focusShown() } }
        // A message would lie over the form's buttons.
        if isOpen, right.visibleName != "form" { host.dismissToast() }
        right.visibleName = isOpen ? "form" : "detail"
    }

    private func open(_ shown: PublishScreen<R>) {
        guard publish == nil, screen.publish === shown else { return }
        publish = PublishPane(screen: shown, over: window) { [weak self] in
            self?.publish = nil
        } asksForSignIn: { [weak self] reason in
            guard let self, let publish else { return }
            host.openPreferences(reason, publish.window) { [weak publish] in if $0 { publish?.go() } }
        }
    }

    /// Both versions of a record that others changed while its form was open.
    private func openMerge() {
        guard merge == nil, let shown = screen.form?.merge else { return }
        merge = MergePane(
            screen: shown, over: window, title: translated("Two Versions"),
            body: translated(
                "\(shown.title) was changed by somebody else while you edited it. Which version do you want to keep?")
        ) { [weak self] answer in
            self?.merge = nil
            Task { [screen = self?.screen] in await screen?.mergeAnswered(isPicked: answer == .picked) }
        }
    }

    /// What a file would change, in the window that shows what a download would.
    private func openPreview() {
        guard preview == nil, let shown = screen.importing else { return }
        host.dismissToast()
        preview = PreviewPane(screen: shown.preview, over: window) { [weak self] applies in
            self?.preview = nil
            Task { [screen = self?.screen] in await screen?.importAnswered(applies: applies) }
        }
    }

    func openRejected() {
        guard rejected == nil else { return }
        rejected = RejectedElementsPane(screen: screen.rejectedTapped(), over: window) { [weak self] in
            self?.rejected = nil
        }
    }

    func openRoster(_ subject: RosterOptions.Subject) {
        guard roster == nil else { return }
        roster = RosterPane(screen: screen.roster(RosterOptions(subject: subject)), over: window) { [weak self] in
            self?.roster = nil
        }
    }

    func exportRoster(_ options: RosterOptions, to file: URL) async throws(PrintError) -> Int {
        let roster = screen.roster(options)
        guard roster.canPrint else { throw .nothing }
        let pages = RosterPrint(roster)
        return try await PrintJob.export(pages, on: pages.paper, to: file)
    }

    func focusList() { list.focus() }
    func focusDetail() { if screen.form == nil { detail.focus() } else { form.focus() } }

    var isSettled: Bool {
        list.pictures.isIdle && !list.isFilling && !list.isRevealing && !detail.isLoading && !form.isLoading
    }
}
