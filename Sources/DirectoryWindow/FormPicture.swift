import DirectoryModel
import DirectoryScreens
import Foundation
import GtkKit

/// The buttons under a form's picture: choose a file, paste, take one, remove it.
@MainActor
final class FormPicture<R: Record> {
    let widget = Box(.horizontal, spacing: 6)
    private let screen: DirectoryScreen<R>
    private weak var window: Window?
    private let remove = Button(iconName: "user-trash-symbolic")

    init(screen: DirectoryScreen<R>, window: Window) {
        self.screen = screen
        self.window = window
        widget.halign = .center
        remove.tooltip = "Remove the picture"
        remove.accessibleName = "Remove Picture"
        remove.onClicked { [screen] in screen.form?.pictureRemoved() }
        widget.append(remove)
    }

    /// Whether there is a picture that can be removed.
    var hasPicture: Bool {
        get { remove.isVisible }
        set { remove.isVisible = newValue }
    }
}
