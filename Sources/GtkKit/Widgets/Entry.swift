internal import CGtk

/// A line of editable text.
public final class Entry: Widget, Editable, BuiltWidget {
    /// The kind of text, as a hint for on-screen keyboards.
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
    /// The kind of text, as a hint for on-screen keyboards.
    public var inputPurpose: Purpose {
        get { Purpose(rawValue: gtk_entry_get_input_purpose(cast(pointer)).rawValue) ?? .text }
        set { gtk_entry_set_input_purpose(cast(pointer), GtkInputPurpose(rawValue: newValue.rawValue)) }
    }
    /// The most characters it accepts, 0 for any number.
    public var maxLength: Int {
        get { Int(gtk_entry_get_max_length(cast(pointer))) }
        set { gtk_entry_set_max_length(cast(pointer), Int32(clamping: newValue)) }
    }
}
