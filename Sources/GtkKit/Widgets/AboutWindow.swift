internal import CGtk

/// What a program is, in GTK's window for it.
@MainActor
public enum AboutWindow {
    /// What is said of a program.
    public struct Facts: Sendable {
        /// What it is called.
        public let name: String
        /// Which version this is.
        public let version: String
        /// What it is for, in a sentence.
        public let comments: String
        /// Whose it is, and since when.
        public let copyright: String
        /// What anybody may do with it.
        public let license: License
        /// The names of icons, of which the first is taken that the theme has.
        public let iconNames: [String]

        /// Facts for the window.
        public init(
            name: String, version: String, comments: String, copyright: String, license: License, iconNames: [String]
        ) {
            (self.name, self.version, self.comments) = (name, version, comments)
            (self.copyright, self.license, self.iconNames) = (copyright, license, iconNames)
        }
    }

    /// A license whose text GTK knows.
    public enum License: UInt32, Sendable {
        /// None that is shown.
        case none = 0
        /// The GNU General Public License, version 3 or later.
        case gpl3 = 3
        /// The MIT license.
        case mit = 7
    }

    /// Opens the window, so titled, over another; Escape closes it.
    @discardableResult
    public static func present(over parent: Window, title: String, _ facts: Facts) -> Window {
        let window = Window(handle: WidgetHandle(gtk_about_dialog_new()))
        let about: OpaquePointer = window.pointer
        gtk_about_dialog_set_program_name(about, facts.name)
        gtk_about_dialog_set_version(about, facts.version)
        gtk_about_dialog_set_comments(about, facts.comments)
        gtk_about_dialog_set_copyright(about, facts.copyright)
        gtk_about_dialog_set_license_type(about, GtkLicense(rawValue: facts.license.rawValue))
        let icons = gdk_display_get_default().flatMap { gtk_icon_theme_get_for_display($0) }
        let icon = facts.iconNames.first { gtk_icon_theme_has_icon(icons, $0).isTrue }
        gtk_about_dialog_set_logo_icon_name(about, icon ?? facts.iconNames.last)
        window.title = title
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
