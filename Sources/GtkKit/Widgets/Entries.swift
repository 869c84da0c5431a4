internal import CGtk
internal import CGtkShim

/// A widget whose text the user writes.
@MainActor
public protocol Editable: Widget {}

extension Editable {
    /// What is written. Setting the same text again changes nothing; what the program writes is not for the user to
    /// undo, and neither is what was written before it.
    public var text: String {
        get { borrowedText(gtk_editable_get_text(pointer)) ?? "" }
        set {
            guard newValue != text else { return }
            let isUndoable = gtk_editable_get_enable_undo(pointer)
            gtk_editable_set_enable_undo(pointer, 0)
            gtk_editable_set_text(pointer, newValue)
            gtk_editable_set_enable_undo(pointer, isUndoable)
        }
    }
    /// Whether the user may write.
    public var isEditable: Bool {
        get { gtk_editable_get_editable(pointer).isTrue }
        set { gtk_editable_set_editable(pointer, newValue.g) }
    }
    /// The width asked for in characters, -1 for the widget's own.
    public var widthChars: Int {
        get { Int(gtk_editable_get_width_chars(pointer)) }
        set { gtk_editable_set_width_chars(pointer, Int32(clamping: newValue)) }
    }
    /// Where written text stands across: 0 at the start, 1 at the end.
    public var xalign: Double {
        get { Double(gtk_editable_get_alignment(pointer)) }
        set { gtk_editable_set_alignment(pointer, Float(newValue)) }
    }
    /// Marks all text.
    public func selectAll() { gtk_editable_select_region(pointer, 0, -1) }

    /// Puts the cursor behind the text.
    public func moveCursorToEnd() { gtk_editable_set_position(pointer, -1) }

    /// Runs the handler with the text after each change, also the program's.
    public func onChanged(_ handler: @escaping @MainActor (String) -> Void) {
        Signal.plain(pointer, "changed") { [pointer] in handler(borrowedText(gtk_editable_get_text(pointer)) ?? "") }
    }
    /// Runs the handler when Return is pressed.
    public func onActivate(_ handler: @escaping @MainActor () -> Void) { Signal.plain(pointer, "activate", handler) }
}

/// A line of text to write in.
public final class Entry: Widget, Editable {
    /// What the text is, as a hint for on-screen keyboards.
    public enum Purpose: UInt32 {
        /// Any text.
        case text = 0
        /// Digits alone.
        case digits = 2
        /// A number, with sign and decimal point.
        case number = 3
        /// A phone number.
        case phone = 4
        /// An address on the web.
        case url = 5
        /// An email address.
        case email = 6
        /// A person's name.
        case name = 7
    }

    /// An entry, with a hint shown while it is empty.
    public convenience init(placeholder: String = "") {
        self.init(handle: WidgetHandle(gtk_entry_new()))
        if !placeholder.isEmpty { self.placeholder = placeholder }
    }

    /// The hint shown while it is empty.
    public var placeholder: String {
        get { borrowedText(gtk_entry_get_placeholder_text(cast(pointer))) ?? "" }
        set { gtk_entry_set_placeholder_text(cast(pointer), newValue) }
    }
    /// What the text is, as a hint for on-screen keyboards.
    public var inputPurpose: Purpose {
        get { Purpose(rawValue: gtk_entry_get_input_purpose(cast(pointer)).rawValue) ?? .text }
        set { gtk_entry_set_input_purpose(cast(pointer), GtkInputPurpose(rawValue: newValue.rawValue)) }
    }
    /// The most characters it takes, 0 for any number.
    public var maxLength: Int {
        get { Int(gtk_entry_get_max_length(cast(pointer))) }
        set { gtk_entry_set_max_length(cast(pointer), Int32(clamping: newValue)) }
    }
}

/// A line to write a password in, with an icon that shows it.
public final class PasswordEntry: Widget, Editable {
    /// A password entry, with a hint shown while it is empty.
    public convenience init(placeholder: String = "") {
        self.init(handle: WidgetHandle(gtk_password_entry_new()))
        gtk_password_entry_set_show_peek_icon(cast(pointer), 1)
        if !placeholder.isEmpty { gtkkit_set_string(pointer.raw, "placeholder-text", placeholder) }
    }

}

/// A line to write what is searched for.
public final class SearchEntry: Widget, Editable {
    /// A search entry, with a hint shown while it is empty.
    public convenience init(placeholder: String = "") {
        self.init(handle: WidgetHandle(gtk_search_entry_new()))
        if !placeholder.isEmpty { self.placeholder = placeholder }
    }

    /// The hint shown while it is empty.
    public var placeholder: String {
        get { ownedText(gtkkit_get_string(pointer.raw, "placeholder-text")) ?? "" }
        set { gtkkit_set_string(pointer.raw, "placeholder-text", newValue) }
    }

    /// Runs the handler when Escape is pressed in it.
    public func onStop(_ handler: @escaping @MainActor () -> Void) { Signal.plain(pointer, "stop-search", handler) }
}
