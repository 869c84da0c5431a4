import CameraKit
import DirectoryWidgets
import Foundation
import GtkKit
import Language
import PictureKit

/// The window in which a picture is cropped to a square.
final class PicturePane {
    enum Source {
        case data(Data)
        case file(URL)
        case camera
        case problem(PictureError)
    }

    let window: Window
    private let done: @MainActor (Data) -> Void
    private let pages = Stack()
    private let crop = CropView()
    private let zoom = Slider().expanding(.horizontal).named(translated("Zoom"))
    private let buttons = (
        smaller: Button.icon("zoom-out-symbolic", translated("Zoom Out")).styled("flat"),
        larger: Button.icon("zoom-in-symbolic", translated("Zoom In")).styled("flat")
    )
    private let problem = EmptyPage()
    private let use = Button(label: translated("Use Picture")).styled("suggested-action")
    private var work: Task<Void, Never>?
    private var isFollowing = false

    /// Opens over `parent`. `done` gets a JPEG of at most 200 × 200 pixels, once, if the picture is used.
    @discardableResult
    static func present(
        over parent: Window, _ source: Source, done: @escaping @MainActor (Data) -> Void
    ) -> PicturePane {
        let pane = PicturePane(over: parent, done: done)
        pane.load(source)
        pane.window.present()
        return pane
    }

    private init(over parent: Window, done: @escaping @MainActor (Data) -> Void) {
        self.done = done
        window = Window.secondary(title: translated("Picture"), over: parent, width: 420, height: 520)
        pages.add(waitingPage(), name: "waiting")
        pages.add(cropPage(), name: "crop")
        pages.add(problem.widget, name: "problem")
        let cancel = Button.labeled(translated("Cancel")) { [weak self] in self?.window.close() }
        use.onClicked { [weak self] in self?.usePicture() }
        window.child = Box(.vertical, spacing: 0, [pages.expanding(.vertical), buttonBar([cancel, use])])
        window.defaultWidget = use
        // Window and pane keep each other until the window is gone.
        window.onDestroy { [self] in work?.cancel() }
    }

    /// "waiting", "crop", or "problem".
    var page: String { pages.visibleName }
    var sentence: String { problem.sentence }

    func load(_ source: Source) {
        pages.visibleName = "waiting"
        use.isSensitive = false
        use.isVisible = true
        work?.cancel()
        work = Task { [weak self] in
            do {
                let picture = try await PictureImporter.picture(from: Self.bytes(of: source))
                if !Task.isCancelled { self?.show(picture) }
            } catch {
                if !Task.isCancelled { self?.show(problem: "\(error)") }
            }
        }
    }

    func usePicture() {
        guard let picture = crop.picture, page == "crop", use.isSensitive else { return }
        use.isSensitive = false
        work = Task { [weak self, crop = crop.crop] in
            do {
                let jpeg = try await PictureSquare.jpeg(of: picture, crop: crop)
                guard let self, !Task.isCancelled else { return }
                self.window.destroy()
                self.done(jpeg)
            } catch { self?.show(problem: "\(error)") }
        }
    }

    private static func bytes(of source: Source) async throws -> Data {
        switch source {
        case .data(let data): data
        case .file(let file): try await PictureFile.bytes(of: file)
        case .camera: try await Camera.takePicture()
        case .problem(let problem): throw problem
        }
    }

    private func show(_ picture: Pixbuf) {
        crop.picture = picture
        for part in [zoom, buttons.smaller, buttons.larger] as [Widget] { part.isSensitive = crop.canZoom }
        use.isSensitive = true
        use.isVisible = true
        pages.visibleName = "crop"
        _ = crop.grabFocus()
    }

    private func show(problem sentence: String) {
        problem.show(
            iconName: "image-missing-symbolic", title: translated("No Picture"), body: sentence,
            button: translated("Choose a File…")
        ) { [weak self] in
            if let self { Self.chooseFile(over: window) { [weak self] in self?.load($0) } }
        }
        use.isVisible = false
        pages.visibleName = "problem"
        _ = problem.focus()
    }

    /// Lets the user choose a picture file; canceling does not call back.
    static func chooseFile(over window: Window, _ chosen: @escaping @MainActor (Source) -> Void) {
        FileChooser.present(over: window, title: translated("Choose a Picture"), filters: [.pictures, .all]) { file in
            if let file { chosen(.file(file)) }
        }
    }
}

// Layout.
extension PicturePane {
    /// Slider and picture follow each other, without calling back.
    private func follow(_ change: (PicturePane) -> Void) {
        guard !isFollowing else { return }
        isFollowing = true
        change(self)
        isFollowing = false
    }

    private func waitingPage() -> Widget {
        let spinner = Spinner(isSpinning: true).aligned(horizontally: .center, vertically: .center).named(
            translated("Reading the picture"))
        spinner.setSize(width: 32, height: 32)
        return spinner
    }

    private func cropPage() -> Widget {
        zoom.onChanged { [weak self] value in self?.follow { $0.crop.zoom = value } }
        crop.onChanged { [weak self] in self?.follow { $0.zoom.value = $0.crop.zoom } }
        buttons.smaller.onClicked { [weak crop] in crop?.zoom(by: 1 / 1.2) }
        buttons.larger.onClicked { [weak crop] in crop?.zoom(by: 1.2) }
        let hint = Label.centered(translated("Drag to move, scroll to zoom. Lists show only the circle.")).styled(
            "dim-label", "caption")
        let bar = Box(.horizontal, spacing: 6, [buttons.smaller, zoom, buttons.larger])
        return Box(.vertical, spacing: 12, [crop, bar, hint]).padded(18)
    }
}
