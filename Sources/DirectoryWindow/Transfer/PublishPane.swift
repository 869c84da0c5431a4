import DirectoryModel
import DirectoryScreens
import DirectoryWidgets
import Foundation
import GtkKit
import Language
import PictureKit

/// Draws a `PublishScreen` in a window.
@MainActor
final class PublishPane: OverlayPane {
    let window: Window
    private let screen: PublishScreen
    private let pages = Stack(transition: .crossfade, milliseconds: 200).expanding(.vertical)
    private let problem = Label.paragraph().styled("message", "failure")
    private let spinner = Spinner()
    private let upload = Button(label: translated("Upload")).styled("suggested-action")
    private let pictures = TextureLoader(side: 240, capacity: 1)
    private let conflict = Box(.vertical, spacing: 12).padded(18)
    private var merge: (screen: MergeScreen, view: MergeView)?

    /// Opens over `parent`.
    /// - Parameter ended: runs once, when the window is gone.
    init(screen: PublishScreen, over parent: Window, ended: @escaping @MainActor () -> Void) {
        self.screen = screen
        window = Window.secondary(title: translated("Check Before Publishing"), over: parent, width: 480, height: 560)
        let cancel = Button.labeled(translated("Cancel")) { [weak self] in self?.window.close() }
        upload.onClicked { [weak self] in self?.screen.goTapped() }
        problem.setMargins(top: 0, start: 18, bottom: 12, end: 18)
        pages.add(check, name: "check")
        pages.add(conflict, name: "conflict")
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
        // Another conflict may occur meanwhile.
        if screen.state == .conflict, let both = screen.merge, merge?.screen !== both { show(both) }
        if screen.state == .ended { MainLoop.soon { [weak self] in self?.window.close() } }
    }

    /// How others will see the record.
    private var check: Widget {
        let avatar = Avatar(size: 120).aligned(horizontally: .center)
        avatar.set(
            initials: screen.header.initials, iconName: screen.header.faceIcon, color: screen.header.color,
            isLoading: screen.picture != nil)
        if let data = screen.picture {
            pictures.request(key: 0, data: { data }) { avatar.set(texture: $0) }
        }
        let name = Label.centered(screen.header.title).styled("title-2")
        let summary = Label.paragraph("\u{200E}" + screen.summary).styled("summary")
        let content = Box(.vertical, spacing: 12, [avatar, name]).padded(18)
        if !screen.changes.isEmpty { content.append(points(translated("What Changes"), screen.changes)) }
        content.append(summary)
        if !screen.gaps.isEmpty {
            let gaps = points(screen.gapsTitle, screen.gaps.map { "• \($0)" })
            gaps.addClass("gaps")
            content.append(gaps)
        }
        return ScrolledWindow(child: content)
    }

    private func points(_ heading: String, _ points: [String]) -> Box {
        let title = Label.line(heading).styled("heading")
        let box = Box(.vertical, spacing: 4, [title])
        for point in points { box.append(Label.paragraph(point)) }
        return box
    }

    private func show(_ both: MergeScreen) {
        let view = MergeView(screen: both)
        merge = (both, view)
        conflict.removeAll()
        conflict.append(
            Label.paragraph(
                translated("Your record on the server was changed elsewhere. Choose which values to publish.")))
        conflict.append(view.widget)
        pages.visibleName = "conflict"
        window.title = translated("Two Versions")
        upload.label = translated("Publish Selected")
    }
}
