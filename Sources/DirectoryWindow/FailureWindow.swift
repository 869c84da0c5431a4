import DirectoryScreens
public import GtkKit
import Language

/// Shows why the directory cannot be opened, where no other window can be shown.
@MainActor
public enum FailureWindow {
    private static let icon = "dialog-error-symbolic"

    /// - Parameter restore: offered where the file is damaged; returns what went wrong, or nil where the requested
    ///   window is open.
    public static func present(
        application: Application, sentence: String, restore: (@MainActor () -> String?)? = nil
    ) {
        let page = EmptyPage()
        let title = translated("The Directory Could Not Be Opened")
        let window = Window(application: application)
        page.show(iconName: icon, title: title, body: sentence)
        if let restore {
            page.show(iconName: icon, title: title, body: sentence, button: EmptyState.restoreLabel) {
                [weak page] in
                guard let problem = restore() else { return window.close() }
                page?.show(iconName: icon, title: title, body: problem)
            }
            // The window keeps its page, and releases it when it is closed.
            window.onCloseRequest {
                withExtendedLifetime(page) {}
                return false
            }
        }
        window.title = "Duke Directory"
        window.setTitlebar(HeaderBar())
        window.child = page.widget
        window.setDefaultSize(width: 480, height: 360)
        window.present()
    }
}
