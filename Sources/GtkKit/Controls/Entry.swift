internal import CGtk
internal import CGtkShim

/// A single line of editable text.
public final class Entry: Widget, Editable {
    /// A hint for on-screen keyboards.
    public enum Purpose: UInt32 {
        case text = 0
        case digits = 2
        case number = 3
        case phone = 4
        case url = 5
        case email = 6
        case name = 7
    }

    public convenience init(placeholder: String = "") {
        self.init(handle: WidgetHandle(gtk_entry_new()))
        if !placeholder.isEmpty { self.placeholder = placeholder }
    }

    @GObjectProperty("placeholder-text") public var placeholder = ""
    @GObjectProperty("input-purpose") public var inputPurpose = Purpose.text
    /// The maximum number of characters, 0 for unlimited.
    @GObjectProperty("max-length") public var maxLength = 0
}

extension Entry.Purpose: GValueConvertible {}

extension Entry {
    /// Shows the text from left to right also in a right-to-left interface, as for phone numbers.
    public func editFromLeftToRight() {
        for part in [widget] + childWidgets(of: widget) { gtk_widget_set_direction(part, GTK_TEXT_DIR_LTR) }
    }

    /// Offers the texts that begin with the typed text.
    public func setCompletions(_ texts: [String]) {
        let completion = gtk_entry_completion_new()
        defer { g_object_unref(completion.map { UnsafeMutableRawPointer($0) }) }
        let store = gtkkit_text_store_new()
        defer { g_object_unref(store) }
        for text in texts { gtkkit_text_store_append(store, text) }
        gtk_entry_completion_set_model(completion, store.map { OpaquePointer($0) })
        gtk_entry_completion_set_text_column(completion, 0)
        gtk_entry_completion_set_popup_completion(completion, 1)
        gtk_entry_completion_set_inline_completion(completion, 0)
        gtk_entry_set_completion(cast(pointer), completion)
    }
}

/// A widget with editable text.
@MainActor
public protocol Editable: BuiltWidget {}

extension Editable {
    /// The text. Setting another text cannot be undone and clears the undo history.
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
    public var isEditable: Bool {
        get { gtk_editable_get_editable(pointer).isTrue }
        set { gtk_editable_set_editable(pointer, newValue.g) }
    }
    /// Selects the whole text.
    public func selectAll() { gtk_editable_select_region(pointer, 0, -1) }

    /// Moves the cursor to the end.
    public func moveCursorToEnd() { gtk_editable_set_position(pointer, -1) }

    /// Runs the handler with the text after each change.
    @discardableResult
    public func onChanged(_ handler: @escaping @MainActor (String) -> Void) -> Self {
        Signal.connect(pointer, "changed") { [pointer] in handler(borrowedText(gtk_editable_get_text(pointer)) ?? "") }
        return self
    }
    /// Runs the handler when Return is pressed.
    @discardableResult
    public func onActivate(_ handler: @escaping @MainActor () -> Void) -> Self {
        connect("activate", handler)
        return self
    }

    /// Runs the handler with the entry when Return is pressed.
    @discardableResult
    public func onActivate(_ handler: @escaping @MainActor (Self) -> Void) -> Self { onActivate(sending(handler)) }
}

extension Editable {
    /// Appends unused letter keys to the entry and moves the focus there, including input methods and dead keys.
    /// Spaces, shortcuts, and keys in popovers are ignored.
    /// - Parameters:
    ///   - window: the window to watch.
    ///   - begin: called before the focus moves; returns false to ignore the key.
    public func takeTyping(in window: Window, _ begin: @escaping @MainActor () -> Bool) {
        guard let controller = gtk_event_controller_key_new() else { return }
        Signal.answer(controller, "key-pressed") {
            [entry = WeakWidget(self), window = WeakWidget(window)] (value: Int, _: Int, modifiers: Int) in
            guard let entry = entry.widget, Self.isWriting(guint(value), guint(modifiers)), !entry.hasFocus,
                window.widget?.isPopoverFocused == false,
                begin(),
                let text = gtk_editable_get_delegate(entry.pointer)
            else { return false }
            // An input method must have the focus before it gets the key.
            if entry.isMapped { entry.grabFocus() }
            gtk_editable_set_position(entry.pointer, -1)
            return gtk_event_controller_key_forward(controller, cast(text)).isTrue
        }
        window.add(controller)
    }

    /// Whether the key types a letter, or begins to.
    private static func isWriting(_ value: guint, _ modifiers: guint) -> Bool {
        let others =
            GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue | GDK_META_MASK.rawValue
        guard modifiers & others == 0 else { return false }
        if deadKeys.contains(value) || value == guint(GDK_KEY_Multi_key) { return true }
        let scalar = Unicode.Scalar(gdk_keyval_to_unicode(value))
        return scalar.map { $0.value > 0x20 && $0.value != 0x7F && !$0.properties.isWhitespace } ?? false
    }

    private static var deadKeys: ClosedRange<guint> { guint(GDK_KEY_dead_grave)...guint(GDK_KEY_dead_greek) }
}

/// A password field with a button that reveals the text.
public final class PasswordEntry: Widget, Editable {
    public convenience init(placeholder: String = "") {
        self.init(handle: WidgetHandle(gtk_password_entry_new()))
        gtk_password_entry_set_show_peek_icon(cast(pointer), 1)
        if !placeholder.isEmpty { pointer[property: "placeholder-text"] = placeholder }
    }

}

/// A search field.
public final class SearchEntry: Widget, Editable {
    public convenience init(placeholder: String = "") {
        self.init(handle: WidgetHandle(gtk_search_entry_new()))
        if !placeholder.isEmpty { self.placeholder = placeholder }
    }

    @GObjectProperty("placeholder-text") public var placeholder = ""

    /// Runs the handler when Escape is pressed.
    public func onStop(_ handler: @escaping @MainActor () -> Void) { connect("stop-search", handler) }
}
