public import GtkKit
import Language

/// Shows the progress of updating a directory that an earlier version wrote.
@MainActor
public final class PreparingWindow {
    private let window: Window
    private let bar = ProgressBar()

    public init(application: Application) {
        window = Window(application: application)
        let page = EmptyPage()
        page.show(
            iconName: "view-refresh-symbolic", title: translated("Updating Your Directory"),
            body: translated("This happens once after an update."))
        bar.accessibleName = translated("Progress of the update")
        page.widget.append(bar)
        window.title = "Duke Directory"
        window.setTitlebar(HeaderBar())
        window.child = page.widget
        window.setDefaultSize(width: 480, height: 360)
        window.present()
    }

    /// The part that is done, from 0 to 1.
    public var fraction: Double {
        get { bar.fraction }
        set { bar.fraction = newValue }
    }

    /// Closes the window.
    public func close() { window.close() }
}
