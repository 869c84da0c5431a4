internal import CGtk

/// The shortcuts of a program, in a window that can be searched.
@MainActor
public enum ShortcutsWindow {
    /// Keys that belong together.
    public struct Group: Equatable, Sendable {
        public let title: String
        public let shortcuts: [Shortcut]

        public init(title: String, shortcuts: [Shortcut]) { (self.title, self.shortcuts) = (title, shortcuts) }
    }

    /// Groups that are shown together: at most twelve lines each in one of two columns, because GTK 4.8 shows the pages
    /// of a longer section in the wrong order.
    public struct Section: Equatable, Sendable {
        /// The section's title, where there are several.
        public let title: String
        public let groups: [Group]

        public init(title: String, groups: [Group]) { (self.title, self.groups) = (title, groups) }
    }

    /// The effect of some keys.
    public struct Shortcut: Equatable, Sendable {
        public let title: String
        /// The keys: `<Control>f`.
        public let keys: [String]

        public init(title: String, keys: [String]) { (self.title, self.keys) = (title, keys) }
    }

    /// Opens the window over another; Escape closes it. Over a narrow one it is a plain list: GTK's own window is
    /// never narrower than 620 pixels.
    /// - Throws: `Builder.Failure` where GTK does not understand a key.
    @discardableResult
    public static func present(over parent: Window, title: String, _ sections: [Section]) throws -> Window {
        if parent.width > 0, parent.width < 660 { return presentList(over: parent, title: title, sections) }
        let window: Window = try Builder(description(of: sections)).get("shortcuts")
        window.title = title
        window.transientFor = parent
        window.isModal = true
        window.accessibleName = title
        if parent.width > 0 { window.setDefaultSize(width: min(parent.width, 820), height: min(parent.height, 640)) }
        // Otherwise GTK 4.8 opens it on the last.
        window.pointer[property: "section-name"] = "section-0"
        window.present()
        return window
    }

    private static func presentList(over parent: Window, title: String, _ sections: [Section]) -> Window {
        let window = Window.secondary(title: title, over: parent, width: 480, height: min(parent.height, 640))
        let content = Box(.vertical, spacing: 6)
        content.margin(18)
        for group in sections.flatMap(\.groups) {
            let heading = Label(group.title)
            heading.addClass("heading")
            heading.xalign = 0
            heading.setMargins(top: 12)
            content.append(heading)
            for shortcut in group.shortcuts { content.append(row(of: shortcut)) }
        }
        window.child = ScrolledWindow(child: content)
        window.accessibleName = title
        window.present()
        return window
    }

    private static func row(of shortcut: Shortcut) -> Widget {
        let title = Label(shortcut.title)
        title.xalign = 0
        title.wrap = true
        title.hexpand = true
        let keys = Label(shortcut.keys.compactMap(KeyName.label).joined(separator: "\n"))
        keys.xalign = 1
        keys.addClass("dim-label")
        return Box(.horizontal, spacing: 12, [title, keys])
    }

    /// GTK 4.8 makes this window only from a description.
    static func description(of sections: [Section]) -> String {
        let content = sections.enumerated().map { place, section in
            object(
                "GtkShortcutsSection",
                property("section-name", "section-\(place)") + property("title", section.title)
                    + property("max-height", "12"), section.groups.map(Self.lines))
        }
        return "<interface><object class=\"GtkShortcutsWindow\" id=\"shortcuts\">"
            + content.map { "<child>\($0)</child>" }.joined()
            + "</object></interface>"
    }

    private static func lines(_ group: Group) -> String {
        object("GtkShortcutsGroup", property("title", group.title), group.shortcuts.map(Self.line))
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

/// The labels of keys.
@MainActor
public enum KeyName {
    /// The label of the keys: "Ctrl+F" for `<Control>f`; nil where GTK does not know the key.
    public static func label(of keys: String) -> String? {
        var (key, modifiers) = (guint(0), GdkModifierType(rawValue: 0))
        guard gtk_accelerator_parse(keys, &key, &modifiers).isTrue else { return nil }
        return ownedText(gtk_accelerator_get_label(key, modifiers))
    }
}
