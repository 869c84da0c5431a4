internal import CGtk
internal import CGtkShim

/// A line for a password, with an icon that shows it.
public final class PasswordEntry: Widget, Editable, BuiltWidget {
    /// A password entry, with a hint shown while it is empty.
    public convenience init(placeholder: String = "") {
        self.init(handle: WidgetHandle(gtk_password_entry_new()))
        gtk_password_entry_set_show_peek_icon(cast(pointer), 1)
        if !placeholder.isEmpty { gtkkit_set_string(pointer.raw, "placeholder-text", placeholder) }
    }

}
