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

    /// Takes a style class away.
    public final func removeClass(_ name: String) { gtk_widget_remove_css_class(widget, name) }

    /// Whether the widget has a style class.
    public final func hasClass(_ name: String) -> Bool { gtk_widget_has_css_class(widget, name).isTrue }

    /// Adds or takes away a style class.
    public final func setClass(_ name: String, on: Bool) { on ? addClass(name) : removeClass(name) }

    /// The shape of the pointer over the widget, by its CSS name, such as `col-resize`.
    public final func setCursor(_ name: String) { gtk_widget_set_cursor_from_name(widget, name) }

    /// What is shown when the pointer rests on the widget.
    public final var tooltip: String? {
        get { borrowedText(gtk_widget_get_tooltip_text(widget)) }
        set { gtk_widget_set_tooltip_text(widget, newValue) }
    }

    /// Names the widget for assistive programs. A label's name is always its text. GTK cannot be asked for it back.
    public final func setAccessibleName(_ name: String) { gtkkit_accessible_label(widget, name) }

    /// Describes the widget for assistive programs. GTK cannot be asked for it back.
    public final func setAccessibleDescription(_ text: String) { gtkkit_accessible_description(widget, text) }

    /// Tells assistive programs whether what the widget holds is wrong.
    public final func setAccessibleInvalid(_ isInvalid: Bool) { gtkkit_accessible_invalid(widget, isInvalid.g) }

    /// The widget's name for assistive programs. Reading it gives an empty string: GTK cannot be asked.
    public final var accessibleName: String {
        get { "" }
        set { setAccessibleName(newValue) }
    }

    /// The widget's description for assistive programs. Reading it gives an empty string: GTK cannot be asked.
    public final var accessibleDescription: String {
        get { "" }
        set { setAccessibleDescription(newValue) }
    }

    /// The name of the widget that holds this one: a list's row, from the row's content in `bind`. Reading it gives
    /// an empty string.
    public final var accessibleNameOfParent: String {
        get { "" }
        set { if let parent = gtk_widget_get_parent(widget) { gtkkit_accessible_label(parent, newValue) } }
    }
}
