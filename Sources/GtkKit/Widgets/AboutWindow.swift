internal import CGtk
internal import Language

/// What a program is, in GTK's window for it.
@MainActor
public enum AboutWindow {
    /// What is said of a program.
    public struct Facts: Sendable {
        public let name: String
        public let version: String
        public let comments: String
        public let copyright: String
        /// The names of icons, of which the first is taken that the theme has.
        public let iconNames: [String]

        public init(name: String, version: String, comments: String, copyright: String, iconNames: [String]) {
            (self.name, self.version, self.comments) = (name, version, comments)
            (self.copyright, self.iconNames) = (copyright, iconNames)
        }
    }

    /// Opens the window over another, for a program under the MIT licence; Escape closes it.
    @discardableResult
    public static func present(over parent: Window, _ facts: Facts) -> Window {
        let window = Window(handle: WidgetHandle(gtk_about_dialog_new()))
        let about: OpaquePointer = window.pointer
        gtk_about_dialog_set_program_name(about, facts.name)
        gtk_about_dialog_set_version(about, facts.version)
        gtk_about_dialog_set_comments(about, facts.comments)
        gtk_about_dialog_set_copyright(about, facts.copyright)
        gtk_about_dialog_set_license_type(about, GTK_LICENSE_MIT_X11)
        let icons = gdk_display_get_default().flatMap { gtk_icon_theme_get_for_display($0) }
        let icon = facts.iconNames.first { gtk_icon_theme_has_icon(icons, $0).isTrue }
        gtk_about_dialog_set_logo_icon_name(about, icon ?? facts.iconNames.last)
        window.title = translated("About \(facts.name)")
        window.transientFor = parent
        window.isModal = true
        window.setClass("dark", on: parent.hasClass("dark"))
        window.closesOnEscape()
        window.present()
        // GTK would put it into the name, as if that were to be changed.
        gtk_window_set_focus(cast(window.pointer), nil)
        return window
    }
}
