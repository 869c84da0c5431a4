internal import CGtk

/// The keys of a shortcut such as `<Control>f`, drawn as keys.
public final class ShortcutLabel: Widget, BuiltWidget {
    public convenience init(_ keys: String) { self.init(handle: WidgetHandle(gtk_shortcut_label_new(keys))) }
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
