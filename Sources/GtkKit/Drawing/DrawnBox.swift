internal import CGtk
internal import CGtkShim

/// A box drawn in Swift with what the graphics card can combine; `Canvas` is for lines and shapes.
public final class DrawnBox: Widget, BuiltWidget {
    /// Draws the box as it looks now.
    public typealias Draw = @MainActor (Snapshot) -> Void

    /// A box that keeps the closure and calls it to draw itself.
    public convenience init(role: Role, _ draw: @escaping Draw) { self.init(handle: Self.make(role: role, draw)) }

    /// A box that is measured by a layout, which also places its children; the closure draws it, and its children with
    /// ``Snapshot/drawChildren()``.
    public convenience init(role: Role, layout: ChildLayout, _ draw: @escaping Draw) {
        self.init(handle: layout.makeContainer(Self.make(role: role, draw)))
    }

    /// Adds a child at the end.
    public func append(_ child: Widget) { gtk_box_append(cast(pointer), child.widget) }

    /// Removes a child; a widget that is not a child is ignored.
    public func remove(_ child: Widget) {
        if gtk_widget_get_parent(child.widget) == widget { gtk_box_remove(cast(pointer), child.widget) }
    }

    static func make(role: Role, _ draw: @escaping Draw) -> WidgetHandle {
        let caller: GtkKitDraw = { widget, snapshot, data in
            nonisolated(unsafe) let (widget, snapshot, data) = (widget, snapshot, data)
            MainActor.assumeIsolated {
                guard let widget, let snapshot else { return }
                CallbackBox<Draw>.body(data)?(Snapshot(widget: widget, pointer: cast(snapshot)))
            }
        }
        return WidgetHandle(gtkkit_drawn_new(role.gtk, caller, CallbackBox(draw).retained(), freeBox))
    }
}
