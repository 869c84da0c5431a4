internal import CGtk

/// The keys of a program, in a window that can be searched.
@MainActor
public enum ShortcutsWindow {
    /// Keys that belong together.
    public struct Group: Equatable, Sendable {
        public let title: String
        public let shortcuts: [Shortcut]

        public init(title: String, shortcuts: [Shortcut]) { (self.title, self.shortcuts) = (title, shortcuts) }
    }

    /// What some keys do.
    public struct Shortcut: Equatable, Sendable {
        public let title: String
        /// As in `<Control>f`.
        public let keys: [String]

        public init(title: String, keys: [String]) { (self.title, self.keys) = (title, keys) }
    }

    /// Opens the window over another; Escape closes it.
    /// - Throws: `Builder.Failure` where GTK does not understand a key.
    @discardableResult
    public static func present(over parent: Window, title: String, _ groups: [Group]) throws -> Window {
        let window: Window = try Builder(description(of: groups)).get("shortcuts")
        window.title = title
        window.transientFor = parent
        window.isModal = true
        window.setClass("dark", on: parent.hasClass("dark"))
        window.setAccessibleName(title)
        if parent.width > 0 { window.setDefaultSize(width: min(parent.width, 820), height: min(parent.height, 640)) }
        window.present()
        return window
    }

    /// GTK 4.8 makes this window from a description alone.
    static func description(of groups: [Group]) -> String {
        let content = groups.map { group in
            object("GtkShortcutsGroup", property("title", group.title), group.shortcuts.map(Self.line))
        }
        let section = object(
            "GtkShortcutsSection", property("section-name", "keys") + property("max-height", "12"), content)
        return "<interface><object class=\"GtkShortcutsWindow\" id=\"shortcuts\">"
            + "<child>\(section)</child></object></interface>"
    }

    private static func line(_ shortcut: Shortcut) -> String {
        let keys = property("accelerator", shortcut.keys.joined(separator: " "))
        return object("GtkShortcutsShortcut", property("title", shortcut.title) + keys, [])
    }

    private static func object(_ name: String, _ properties: String, _ children: [String]) -> String {
        "<object class=\"\(name)\"><property name=\"visible\">1</property>" + properties
            + children.map { "<child>\($0)</child>" }.joined() + "</object>"
    }

    private static func property(_ name: String, _ value: String) -> String {
        "<property name=\"\(name)\">\(Label.escaped(value))</property>"
    }
}

/// How keys are called.
@MainActor
public enum KeyName {
    /// What stands on the keys: "Ctrl+F" for `<Control>f`; nil where GTK knows no such key.
    public static func label(of keys: String) -> String? {
        var (key, modifiers) = (guint(0), GdkModifierType(rawValue: 0))
        guard gtk_accelerator_parse(keys, &key, &modifiers).isTrue else { return nil }
        return ownedText(gtk_accelerator_get_label(key, modifiers))
    }
}
