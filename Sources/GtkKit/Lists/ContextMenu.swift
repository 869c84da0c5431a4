internal import CGtk

/// The menu of a list's rows, made when it is first opened.
@MainActor
final class ContextMenu {
    private(set) var popover: GObjectRef?

    /// Opens a menu at a position inside a widget, always the same. GTK adds the lines between its sections in the next
    /// turn of the loop; a menu that opens before that is measured without them, and its last entry is cut off.
    func show(_ menu: Menu, in widget: Widget, at x: Double, _ y: Double) {
        let popover = popover ?? made(in: widget)
        gtk_popover_menu_set_menu_model(cast(popover.pointer), cast(menu.pointer))
        var place = GdkRectangle(x: Int32(x), y: Int32(y), width: 1, height: 1)
        gtk_popover_set_pointing_to(cast(popover.pointer), &place)
        MainLoop.idle { [weak widget] in if widget?.isMapped == true { gtk_popover_popup(cast(popover.pointer)) } }
    }

    // The popover is the widget's child until that is destroyed; a widget must not be destroyed with children.
    private func made(in widget: Widget) -> GObjectRef {
        let made: WidgetPointer = gtk_popover_menu_new_from_model(nil)
        gtk_popover_set_has_arrow(cast(made), 0)
        gtk_widget_set_halign(made, GTK_ALIGN_START)
        gtk_widget_set_parent(made, widget.widget)
        widget.onDestroy { gtk_widget_unparent(made) }
        let reference = GObjectRef.retaining(cast(made))
        popover = reference
        return reference
    }
}
