internal import CGtk

/// The description of a program, in GTK's window for it.
@MainActor
public enum AboutWindow {
    /// The facts about a program.
    public struct Facts: Sendable {
        public let name: String
        public let version: String
        /// Its purpose, in a sentence.
        public let comments: String
        /// The owner and the year.
        public let copyright: String
        public let license: License
        /// The names of icons; the window shows the first one in the theme.
        public let iconNames: [String]

        public init(
            name: String, version: String, comments: String, copyright: String, license: License, iconNames: [String]
        ) {
            (self.name, self.version, self.comments) = (name, version, comments)
            (self.copyright, self.license, self.iconNames) = (copyright, license, iconNames)
        }
    }

    /// A license whose text GTK knows.
    public enum License: UInt32, Sendable {
        case none = 0
        /// The GNU General Public License, version 3 or later.
        case gpl3 = 3
        case mit = 7
    }

    /// Opens the window with a title, over another; Escape closes it.
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
        window.closesOnEscape()
        window.present()
        // GTK would put it into the name, as if the name could be edited.
        gtk_window_set_focus(cast(window.pointer), nil)
        return window
    }
}
