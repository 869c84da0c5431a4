internal import CGtk
internal import CGtkShim

/// The widget around a list's row belongs to GTK: it has the row's state and its name for assistive programs.
extension Widget {
    /// The state of the row that this is the widget of.
    public final var rowState: RowState {
        guard let parent = gtk_widget_get_parent(widget) else { return [] }
        let flags = gtk_widget_get_state_flags(parent).rawValue
        var state: RowState = []
        if flags & GTK_STATE_FLAG_PRELIGHT.rawValue != 0 { state.insert(.hovered) }
        if flags & GTK_STATE_FLAG_SELECTED.rawValue != 0 { state.insert(.selected) }
        if flags & GTK_STATE_FLAG_FOCUSED.rawValue != 0 { state.insert(.focused) }
        if flags & GTK_STATE_FLAG_FOCUS_VISIBLE.rawValue != 0 { state.insert(.focusVisible) }
        return state
    }

    /// Runs the handler when the pointer or the keyboard focus enters the widget's parent or leaves it, and when
    /// another of the parent's states changes. The pointer stays in the parent while it moves from one child to the
    /// next; GTK's state for it is off and on again then.
    public final func onParentTouched(_ handler: @escaping @MainActor (_ isTouched: Bool) -> Void) {
        guard let parent = gtk_widget_get_parent(widget), let motion = gtk_event_controller_motion_new() else { return }
        let tell: @MainActor () -> Void = {
            let isFocused = gtk_widget_get_state_flags(parent).rawValue & GTK_STATE_FLAG_FOCUSED.rawValue != 0
            handler(isFocused || gtk_event_controller_motion_contains_pointer(cast(motion)).isTrue)
        }
        Signal.notify(cast(motion), "contains-pointer", tell)
        Signal.position(cast(parent), "state-flags-changed") { _ in tell() }
        gtk_widget_add_controller(parent, cast(motion))
    }

    /// Lets GTK look for the widget under the pointer again, where another has come under a pointer that does not move:
    /// the next click would otherwise go to what was there before.
    public final func findPointerAgain() { PointerRepick.find(over: widget) }

    /// The accessible name of the widget's parent: a list's row, from the row's content. Reading it returns an empty
    /// string.
    public final var accessibleNameOfParent: String {
        get { "" }
        set { if let parent = gtk_widget_get_parent(widget) { gtkkit_accessible_label(parent, newValue) } }
    }

    /// The accessible description of the widget's parent. Reading it returns an empty string.
    public final var accessibleDescriptionOfParent: String {
        get { "" }
        set { if let parent = gtk_widget_get_parent(widget) { gtkkit_accessible_description(parent, newValue) } }
    }
}
