import DirectoryModel
import DirectoryScreens
import DirectoryWidgets
import Foundation
import GtkKit
import Language
import PictureKit

/// The buttons under a form's picture, and pictures dropped on the form.
final class FormPicture {
    let widget = Box(.horizontal, spacing: 6).aligned(horizontally: .center)
    private let screen: CollectionScreen
    private weak var window: Window?
    private let remove: Button

    init(screen: CollectionScreen, window: Window) {
        self.screen = screen
        self.window = window
        remove = Button.icon("user-trash-symbolic", translated("Remove Picture"))
        let choose = Button.icon("folder-pictures-symbolic", translated("Choose a Picture File…"))
        let paste = Button.icon("edit-paste-symbolic", translated("Paste a Picture"))
        let take = Button.icon("camera-photo-symbolic", translated("Take a Picture"))
        choose.onClicked { [weak self] in self?.choose() }
        paste.onClicked { [weak self] in self?.paste() }
        take.onClicked { [weak self] in self?.open(.camera) }
        remove.onClicked { [screen] in screen.editing.form?.pictureRemoved() }
        for button in [choose, paste, take, remove] { widget.append(button) }
    }

    var hasPicture: Bool {
        get { remove.isSensitive }
        set { remove.isSensitive = newValue }
    }

    func takeDrops(on target: Widget) {
        target.onDropPicture { [weak self] dropped in
            switch dropped {
            case .success(let data): self?.open(.data(data))
            case .failure(let problem): self?.open(.problem(problem))
            }
        }
    }

    func choose() {
        if let window { PicturePane.chooseFile(over: window) { [weak self] in self?.open($0) } }
    }

    private func paste() {
        Task { [weak self] in
            do throws(PictureError) {
                guard let data = try await Desktop.clipboardPicture() else {
                    self?.screen.editing.noPictureToPaste()
                    return
                }
                self?.open(.data(data))
            } catch { self?.open(.problem(error)) }
        }
    }

    private func open(_ source: PicturePane.Source) {
        guard let window, let form = screen.editing.form else { return }
        PicturePane.present(over: window, source) { [weak form] data in form?.pictureChosen(data) }
    }
}
