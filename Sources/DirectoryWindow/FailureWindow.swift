public import GtkKit
import Language

/// Says why the directory cannot be opened, where there is nothing else to show.
@MainActor
public enum FailureWindow {
    public static func present(application: Application, sentence: String) {
        let page = EmptyPage()
        page.show(
            iconName: "dialog-error-symbolic", title: translated("The Directory Cannot Be Opened"), body: sentence)
        let window = Window(application: application)
        window.title = "Duke Directory"
        window.setTitlebar(HeaderBar())
        window.child = page.widget
        window.setDefaultSize(width: 480, height: 360)
        window.present()
    }
}
