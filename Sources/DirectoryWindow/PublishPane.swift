import PictureKit
import DirectoryWidgets
import DirectoryModel
import DirectoryScreens
import Foundation
import GtkKit
import Language

/// Draws a `PublishScreen` in a window of its own: how others will see one's record, what is missing, Upload.
@MainActor
final class PublishPane<R: DirectoryRecord> {
    let window: Window
    private let screen: PublishScreen<R>
    private let pages = Stack(transition: .crossfade, milliseconds: 150)
    private let problem = Label()
    private let spinner = Spinner()
    private let upload = Button(label: translated("Upload"))
    private let pictures = TextureLoader(side: 240, capacity: 1)
    private let conflict = Box(.vertical, spacing: 12)
    private var merge: (screen: MergeScreen<R>, view: MergeView<R>)?
    private var work: Task<Void, Never>?
    private let asksForSignIn: @MainActor (String) -> Void

    /// Opens over `parent`.
    /// - Parameters:
    ///   - ended: runs once, when the window is gone.
    ///   - asksForSignIn: the server did not know who asks; gets the reason.
    init(
        screen: PublishScreen<R>, over parent: Window, ended: @escaping @MainActor () -> Void,
        asksForSignIn: @escaping @MainActor (String) -> Void
    ) {
        self.screen = screen
        self.asksForSignIn = asksForSignIn
        window = Window.secondary(title: translated("Check Before Publishing"), over: parent, width: 480, height: 560)
        let cancel = Button(label: translated("Cancel"))
        cancel.onClicked { [weak self] in self?.window.close() }
        upload.addClass("suggested-action")
        upload.onClicked { [weak self] in self?.go() }
        problem.wrap = true
        problem.xalign = 0
        problem.addClass("message")
        problem.addClass("failure")
        problem.setMargins(top: 0, start: 18, bottom: 12, end: 18)
        pages.add(check, name: "check")
        conflict.margin(18)
        pages.add(conflict, name: "conflict")
        pages.vexpand = true
        window.child = Box(
            .vertical, spacing: 0, [pages, problem, SecondaryBar([cancel, upload], start: spinner).widget])
        window.defaultWidget = upload
        window.focusFirst(upload)
        window.onDestroy { [weak self] in
            self?.work?.cancel()
            self?.screen.closeTapped()
            ended()
        }
        redraw(self) { $0.draw() }
        window.present()
    }

    /// Publishes what is shown, or what is picked of two versions.
    func go() {
        work = Task { [screen] in
            if screen.state == .conflict { await screen.mergeTapped() } else { await screen.uploadTapped() }
        }
    }

    private func draw() {
        upload.isSensitive = screen.state != .uploading
        spinner.isSpinning = screen.state == .uploading
        problem.text = screen.problem ?? ""
        problem.isVisible = screen.problem != nil
        // There may be another conflict while the first is being answered.
        if screen.state == .conflict, let both = screen.merge, merge?.screen !== both { show(both) }
        if screen.state == .ended { MainLoop.idle { [weak self] in self?.window.close() } }
        if screen.signInReason != nil { MainLoop.idle { [weak self] in self?.askToSignIn() } }
    }

    /// Asks for a sign-in, unless an earlier turn of the loop has.
    private func askToSignIn() {
        guard let reason = screen.signInReason else { return }
        screen.signInReason = nil
        asksForSignIn(reason)
    }

    /// How others will see the record.
    private var check: Widget {
        let avatar = Avatar(size: 120)
        avatar.halign = .center
        avatar.set(initials: screen.header.initials, color: screen.header.colour)
        if let data = screen.picture {
            pictures.request(key: 0, data: { data }) { if let texture = $0 { avatar.set(texture: texture) } }
        }
        let name = Label(screen.header.title)
        name.addClass("title-2")
        name.wrap = true
        name.isCentered = true
        let summary = Label("\u{200E}" + screen.summary)
        summary.wrap = true
        summary.xalign = 0
        summary.addClass("summary")
        let content = Box(.vertical, spacing: 12, [avatar, name, summary])
        if !screen.gaps.isEmpty { content.append(gaps) }
        content.margin(18)
        return ScrolledWindow(child: content)
    }

    private var gaps: Widget {
        let title = Label(screen.gapsTitle)
        title.addClass("heading")
        title.xalign = 0
        let box = Box(.vertical, spacing: 4, [title])
        for gap in screen.gaps {
            let label = Label("• \(gap)")
            label.xalign = 0
            label.wrap = true
            box.append(label)
        }
        box.addClass("gaps")
        return box
    }

    private func show(_ both: MergeScreen<R>) {
        let view = MergeView(screen: both)
        merge = (both, view)
        let body = Label(
            translated(
                "The server has another version of your record, changed elsewhere. Pick what shall be published."))
        body.wrap = true
        body.xalign = 0
        conflict.removeAll()
        conflict.append(body)
        conflict.append(view.widget)
        pages.visibleName = "conflict"
        window.title = translated("Two Versions")
        upload.label = translated("Publish What Is Picked")
    }
}
