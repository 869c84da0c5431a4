internal import CGtk

/// A widget with text that the user edits.
@MainActor
public protocol Editable: Widget {}

extension Editable {
    /// The text. Setting the same text again has no effect; undo reverts neither what the program sets nor what was
    /// typed before.
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
    /// Whether the user may edit the text.
    public var isEditable: Bool {
        get { gtk_editable_get_editable(pointer).isTrue }
        set { gtk_editable_set_editable(pointer, newValue.g) }
    }
    /// The width in characters, -1 for the widget's own.
    public var widthChars: Int {
        get { Int(gtk_editable_get_width_chars(pointer)) }
        set { gtk_editable_set_width_chars(pointer, Int32(clamping: newValue)) }
    }
    /// The horizontal alignment of the text: 0 at the start, 1 at the end.
    public var xalign: Double {
        get { Double(gtk_editable_get_alignment(pointer)) }
        set { gtk_editable_set_alignment(pointer, Float(newValue)) }
    }
    /// Selects all text.
    public func selectAll() { gtk_editable_select_region(pointer, 0, -1) }

    /// Puts the cursor behind the text.
    public func moveCursorToEnd() { gtk_editable_set_position(pointer, -1) }

    /// Runs the handler with the text after each change, including the program's own.
    public func onChanged(_ handler: @escaping @MainActor (String) -> Void) {
        Signal.plain(pointer, "changed") { [pointer] in handler(borrowedText(gtk_editable_get_text(pointer)) ?? "") }
    }
    /// Runs the handler when Return is pressed.
    public func onActivate(_ handler: @escaping @MainActor () -> Void) { Signal.plain(pointer, "activate", handler) }
}
