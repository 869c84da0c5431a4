internal import CGtk
public import GtkKit

// What tests ask of a program that no program asks of itself.
extension MainLoop {
    /// Runs what is waiting in the main loop, and returns whether there was anything.
    @discardableResult
    public static func iterate(mayBlock: Bool = false) -> Bool { g_main_context_iteration(nil, mayBlock.g).isTrue }
}

extension Application {
    /// Makes windows of it possible without `run`.
    public func register() { g_application_register(cast(pointer), nil, nil) }
}

extension ActionGroup {
    /// Whether there is such an action and it may be called.
    public func isEnabled(_ name: String) -> Bool { g_action_group_get_action_enabled(pointer, name).isTrue }

    /// The state of a toggle, or nil when there is no such action.
    public func toggleState(_ name: String) -> Bool? { state(name) { g_variant_get_boolean($0).isTrue } }

    /// The word of a choice, or nil when there is no such action.
    public func choiceState(_ name: String) -> String? {
        state(name) { borrowedText(g_variant_get_string($0, nil)) } ?? nil
    }

    private func state<Value>(_ name: String, _ read: (OpaquePointer) -> Value) -> Value? {
        guard let state = g_action_group_get_action_state(pointer, name) else { return nil }
        defer { g_variant_unref(state) }
        return read(state)
    }
}

extension ScrolledWindow {
    /// How far it is scrolled down, in pixels.
    public var scrollPosition: Double {
        get { gtk_scrolled_window_get_vadjustment(pointer).map { gtk_adjustment_get_value($0) } ?? 0 }
        set {
            if let adjustment = gtk_scrolled_window_get_vadjustment(pointer) {
                gtk_adjustment_set_value(adjustment, newValue)
            }
        }
    }
}

extension ListView {
    /// How many row widgets there are.
    public var rowCount: Int { factory.rows.count }
}

extension Desktop {
    /// The text on the clipboard, or nil when there is none.
    public static func clipboardText() async -> String? {
        guard let clipboard else { return nil }
        return await withCheckedContinuation { continuation in
            let done: @MainActor (String?) -> Void = { continuation.resume(returning: $0) }
            let callback: GAsyncReadyCallback = { source, result, data in
                let text = ownedText(source.flatMap { gdk_clipboard_read_text_finish(cast($0), result, nil) })
                nonisolated(unsafe) let data = data
                MainActor.assumeIsolated { CallbackBox<@MainActor (String?) -> Void>.body(data)?(text) }
                freeBox(data)
            }
            gdk_clipboard_read_text_async(clipboard, nil, callback, CallbackBox(done).retained())
        }
    }
}
