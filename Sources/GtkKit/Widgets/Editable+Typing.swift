internal import CGtk

extension Editable {
    /// Lets keys that write a letter, pressed in the window where no widget uses them, go to the entry: the keyboard
    /// moves there, and the letter follows what the entry has. Space, keys with Control or Alt, and keys in an open
    /// menu stay where they are. Input methods and dead keys work as in the entry itself.
    /// - Parameters:
    ///   - window: where what is typed is taken.
    ///   - begin: called before the keyboard moves; false leaves the key alone.
    public func takeTyping(in window: Window, _ begin: @escaping @MainActor () -> Bool) {
        guard let controller = gtk_event_controller_key_new() else { return }
        Signal.key(cast(controller), "key-pressed") { [weak self, window = WeakWidget(window)] value, modifiers in
            guard let self, Self.isWriting(value, modifiers), !hasFocus, window.widget?.isPopoverFocused == false,
                begin(),
                let text = gtk_editable_get_delegate(pointer)
            else { return false }
            // Its input method knows the keyboard before it gets the key.
            if isMapped { grabFocus() }
            gtk_editable_set_position(pointer, -1)
            return gtk_event_controller_key_forward(cast(controller), cast(text)).isTrue
        }
        gtk_widget_add_controller(window.widget, cast(controller))
    }

    /// True for a key that writes a letter, or begins one.
    private static func isWriting(_ value: guint, _ modifiers: guint) -> Bool {
        let others =
            GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue | GDK_META_MASK.rawValue
        guard modifiers & others == 0 else { return false }
        if deadKeys.contains(value) || value == guint(GDK_KEY_Multi_key) { return true }
        let scalar = Unicode.Scalar(gdk_keyval_to_unicode(value))
        return scalar.map { $0.value > 0x20 && $0.value != 0x7F && !$0.properties.isWhitespace } ?? false
    }

    /// The keys that wait for a letter to put an accent on.
    private static var deadKeys: ClosedRange<guint> { guint(GDK_KEY_dead_grave)...guint(GDK_KEY_dead_greek) }
}
