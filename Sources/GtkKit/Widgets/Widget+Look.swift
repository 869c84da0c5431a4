internal import CGtk
internal import CGtkShim

extension Widget {
    /// Sets the margins in pixels.
    public final func setMargins(top: Int = 0, start: Int = 0, bottom: Int = 0, end: Int = 0) {
        gtk_widget_set_margin_top(widget, Int32(clamping: top))
        gtk_widget_set_margin_start(widget, Int32(clamping: start))
        gtk_widget_set_margin_bottom(widget, Int32(clamping: bottom))
        gtk_widget_set_margin_end(widget, Int32(clamping: end))
    }

    /// Sets all margins in pixels.
    public final func margin(_ all: Int) { setMargins(top: all, start: all, bottom: all, end: all) }

    /// Adds a style class.
    public final func addClass(_ name: String) { gtk_widget_add_css_class(widget, name) }

    /// Removes a style class.
    public final func removeClass(_ name: String) { gtk_widget_remove_css_class(widget, name) }

    /// Whether the widget has a style class.
    public final func hasClass(_ name: String) -> Bool { gtk_widget_has_css_class(widget, name).isTrue }

    /// Adds or removes a style class.
    public final func setClass(_ name: String, on: Bool) { on ? addClass(name) : removeClass(name) }

    /// Sets the cursor by its CSS name, such as `col-resize`.
    public final func setCursor(_ name: String) { gtk_widget_set_cursor_from_name(widget, name) }

    /// Sets the accessible invalid state.
    public final func setAccessibleInvalid(_ isInvalid: Bool) { gtkkit_accessible_invalid(widget, isInvalid.g) }

    /// Sets the checked state of a widget with a role such as `radio`.
    public final func setAccessibleChecked(_ isChecked: Bool) { gtkkit_accessible_checked(widget, isChecked.g) }

    /// Sets the expanded state of a widget that shows and hides others.
    public final func setAccessibleExpanded(_ isExpanded: Bool) { gtkkit_accessible_expanded(widget, isExpanded.g) }

    /// Sets the busy state of a widget whose content is loaded.
    public final func setAccessibleBusy(_ isBusy: Bool) { gtkkit_accessible_busy(widget, isBusy.g) }

    /// The accessible name, except of labels, whose text is always their name. GTK cannot return it: reading gives "".
    public final var accessibleName: String {
        get { "" }
        set { gtkkit_accessible_label(widget, newValue) }
    }

    /// The accessible description. GTK cannot return it: reading gives "".
    public final var accessibleDescription: String {
        get { "" }
        set { gtkkit_accessible_description(widget, newValue) }
    }

    /// Sets a tooltip for each position in the widget; nil shows none.
    public final func onTooltip(_ text: @escaping @MainActor (_ x: Double, _ y: Double) -> String?) {
        gtk_widget_set_has_tooltip(widget, 1)
        Signal.answer(pointer, "query-tooltip") { (x: Int, y: Int, _: Bool, tooltip: OpaquePointer) in
            guard let text = text(Double(x), Double(y)) else { return false }
            gtk_tooltip_set_text(tooltip, text)
            return true
        }
    }

    public final var isMirrored: Bool {
        get { gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL }
        set { gtk_widget_set_direction(widget, newValue ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR) }
    }
}
