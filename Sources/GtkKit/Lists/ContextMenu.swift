internal import CGtk

/// The menu of a list's rows, made when it is first opened.
@MainActor
final class ContextMenu {
    private(set) var popover: GObjectRef?
    private let menu = Menu([])

    /// Opens a menu at a position inside a widget, always the same. GTK adds the lines between its sections in the next
    /// turn of the loop; a menu that opens before that is measured without them, and its last entry is cut off.
    func show(_ parts: [Menu.Part], in widget: Widget, at x: Double, _ y: Double) {
        let popover = popover ?? made(in: widget)
        menu.update(parts)
        var place = GdkRectangle(x: Int32(x), y: Int32(y), width: 1, height: 1)
        gtk_popover_set_pointing_to(cast(popover.pointer), &place)
        MainLoop.soon { [weak widget] in if widget?.isMapped == true { gtk_popover_popup(cast(popover.pointer)) } }
    }

    // The popover is the widget's child until that is destroyed; a widget must not be destroyed with children.
    private func made(in widget: Widget) -> GObjectRef {
        let made: WidgetPointer = gtk_popover_menu_new_from_model(cast(menu.pointer))
        gtk_popover_set_has_arrow(cast(made), 0)
        gtk_widget_set_halign(made, GTK_ALIGN_START)
        gtk_widget_set_parent(made, widget.widget)
        widget.onDestroy { gtk_widget_unparent(made) }
        let reference = GObjectRef.retaining(cast(made))
        popover = reference
        return reference
    }
}
