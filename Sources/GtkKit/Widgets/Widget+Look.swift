internal import CGtk
internal import CGtkShim

extension Widget {
    /// Sets the space around the widget in pixels.
    public final func setMargins(top: Int = 0, start: Int = 0, bottom: Int = 0, end: Int = 0) {
        gtk_widget_set_margin_top(widget, Int32(clamping: top))
        gtk_widget_set_margin_start(widget, Int32(clamping: start))
        gtk_widget_set_margin_bottom(widget, Int32(clamping: bottom))
        gtk_widget_set_margin_end(widget, Int32(clamping: end))
    }

    /// Sets the same space on all four sides, in pixels.
    public final func margin(_ all: Int) { setMargins(top: all, start: all, bottom: all, end: all) }

    /// Adds a style class.
    public final func addClass(_ name: String) { gtk_widget_add_css_class(widget, name) }

    /// Removes a style class.
    public final func removeClass(_ name: String) { gtk_widget_remove_css_class(widget, name) }

    /// Whether the widget has a style class.
    public final func hasClass(_ name: String) -> Bool { gtk_widget_has_css_class(widget, name).isTrue }

    /// Adds or removes a style class.
    public final func setClass(_ name: String, on: Bool) { on ? addClass(name) : removeClass(name) }

    /// The shape of the pointer over the widget, by its CSS name, such as `col-resize`.
    public final func setCursor(_ name: String) { gtk_widget_set_cursor_from_name(widget, name) }

    /// Marks the widget's value as invalid for assistive programs.
    public final func setAccessibleInvalid(_ isInvalid: Bool) { gtkkit_accessible_invalid(widget, isInvalid.g) }

    /// Whether assistive programs call it checked, where it has a role of its own.
    public final func setAccessibleChecked(_ isChecked: Bool) { gtkkit_accessible_checked(widget, isChecked.g) }

    /// The widget's accessible name; that of a label is always its text. Reading it returns an empty string: GTK does not
    /// return it.
    public final var accessibleName: String {
        get { "" }
        set { gtkkit_accessible_label(widget, newValue) }
    }

    /// The widget's accessible description. Reading it returns an empty string: GTK does not return it.
    public final var accessibleDescription: String {
        get { "" }
        set { gtkkit_accessible_description(widget, newValue) }
    }

    /// Shows a text for a place in the widget while the pointer is over it: what the closure returns, or none.
    public final func onTooltip(_ text: @escaping @MainActor (_ x: Double, _ y: Double) -> String?) {
        gtk_widget_set_has_tooltip(widget, 1)
        Signal.answer(pointer, "query-tooltip") { (x: Int, y: Int, _: Bool, tooltip: OpaquePointer) in
            guard let text = text(Double(x), Double(y)) else { return false }
            gtk_tooltip_set_text(tooltip, text)
            return true
        }
    }

    /// Whether the script's lines begin at the right.
    public final var isMirrored: Bool {
        get { gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL }
        set { gtk_widget_set_direction(widget, newValue ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR) }
    }
}
