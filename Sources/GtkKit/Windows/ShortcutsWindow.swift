internal import CGtk

/// A searchable window of keyboard shortcuts.
@MainActor
public enum ShortcutsWindow {
    /// Related shortcuts.
    public typealias Group = (title: String, shortcuts: [Shortcut])

    /// Groups that are shown together. A section has at most 24 lines, because GTK 4.8 shows further pages in the wrong
    /// order.
    public typealias Section = (title: String, groups: [Group])

    /// The accelerators of an action, such as `<Control>f`.
    public typealias Shortcut = (title: String, keys: [String])

    /// Opens the window. If the parent is narrow, it is a plain list, because GTK's window is at least 620 pixels wide.
    /// - Throws: `Builder.Failure` for an invalid accelerator.
    @discardableResult
    public static func present(over parent: Window, title: String, _ sections: [Section]) throws -> Window {
        if parent.width > 0, parent.width < 660 { return presentList(over: parent, title: title, sections) }
        let window: Window = try Builder(description(of: sections)).get("shortcuts")
        window.modal(title, over: parent).accessibleName = title
        if parent.width > 0 { window.setDefaultSize(width: min(parent.width, 820), height: min(parent.height, 640)) }
        // GTK 4.8 would show the last section.
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

    /// In GTK 4.8, the window can only be built from XML.
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

/// Labels of accelerators.
@MainActor
public enum KeyName {
    /// The label, "Ctrl+F" for `<Control>f`, or nil if it is not an accelerator.
    public static func label(of keys: String) -> String? {
        var (key, modifiers) = (guint(0), GdkModifierType(rawValue: 0))
        guard gtk_accelerator_parse(keys, &key, &modifiers).isTrue else { return nil }
        return ownedText(gtk_accelerator_get_label(key, modifiers))
    }
}
