import DirectoryModel
import DirectoryScreens
import DirectoryWidgets
import Foundation
import GtkKit
import Language
import PictureKit

/// Draws a `PublishScreen` in its own window: how others will see one's record, what is missing, Upload.
@MainActor
final class PublishPane {
    let window: Window
    private let screen: PublishScreen
    private let pages = Stack(transition: .crossfade, milliseconds: 200)
    private let problem = Label()
    private let spinner = Spinner()
    private let upload = Button(label: translated("Upload"))
    private let pictures = TextureLoader(side: 240, capacity: 1)
    private let conflict = Box(.vertical, spacing: 12)
    private var merge: (screen: MergeScreen, view: MergeView)?

    /// Opens over `parent`.
    /// - Parameter ended: runs once, when the window is gone.
    init(screen: PublishScreen, over parent: Window, ended: @escaping @MainActor () -> Void) {
        self.screen = screen
        window = Window.secondary(title: translated("Check Before Publishing"), over: parent, width: 480, height: 560)
        let cancel = Button(label: translated("Cancel"))
        cancel.onClicked { [weak self] in self?.window.close() }
        upload.addClass("suggested-action")
        upload.onClicked { [weak self] in self?.screen.goTapped() }
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
            self?.screen.closeTapped()
            ended()
        }
        redraw(self) { $0.draw() }
        window.present()
    }

    private func draw() {
        upload.isSensitive = screen.state != .uploading
        spinner.isSpinning = screen.state == .uploading
        problem.text = screen.problem ?? ""
        problem.isVisible = screen.problem != nil
        // Another conflict may occur while the first is being answered.
        if screen.state == .conflict, let both = screen.merge, merge?.screen !== both { show(both) }
        if screen.state == .ended { MainLoop.soon { [weak self] in self?.window.close() } }
    }

    /// How others will see the record.
    private var check: Widget {
        let avatar = Avatar(size: 120)
        avatar.halign = .center
        avatar.set(
            initials: screen.header.initials, iconName: screen.header.faceIcon, color: screen.header.color,
            isLoading: screen.picture != nil)
        if let data = screen.picture {
            pictures.request(key: 0, data: { data }) { avatar.set(texture: $0) }
        }
        let name = Label(screen.header.title)
        name.addClass("title-2")
        name.wrap = true
        name.isCentered = true
        let summary = Label("\u{200E}" + screen.summary)
        summary.wrap = true
        summary.xalign = 0
        summary.addClass("summary")
        let content = Box(.vertical, spacing: 12, [avatar, name])
        if !screen.changes.isEmpty { content.append(points(translated("What Changes"), screen.changes)) }
        content.append(summary)
        if !screen.gaps.isEmpty {
            let gaps = points(screen.gapsTitle, screen.gaps.map { "• \($0)" })
            gaps.addClass("gaps")
            content.append(gaps)
        }
        content.margin(18)
        return ScrolledWindow(child: content)
    }

    private func points(_ heading: String, _ points: [String]) -> Box {
        let title = Label(heading)
        title.addClass("heading")
        title.xalign = 0
        let box = Box(.vertical, spacing: 4, [title])
        for point in points {
            let label = Label(point)
            label.xalign = 0
            label.wrap = true
            box.append(label)
        }
        return box
    }

    private func show(_ both: MergeScreen) {
        let view = MergeView(screen: both)
        merge = (both, view)
        let body = Label(
            translated(
                "Your record on the server was changed elsewhere. Choose which values to publish."))
        body.wrap = true
        body.xalign = 0
        conflict.removeAll()
        conflict.append(body)
        conflict.append(view.widget)
        pages.visibleName = "conflict"
        window.title = translated("Two Versions")
        upload.label = translated("Publish Selected")
    }
}
