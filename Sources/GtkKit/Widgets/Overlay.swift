internal import CGtk

/// A widget with others floating over it.
public final class Overlay: Widget, BuiltWidget {
    /// An overlay over a widget.
    public convenience init(child: Widget? = nil) {
        self.init(handle: WidgetHandle(gtk_overlay_new()))
        if let child { self.child = child }
    }

    /// The widget underneath.
    public var child: Widget? {
        get { gtk_overlay_get_child(pointer).map { Widget(handle: WidgetHandle($0)) } }
        set { gtk_overlay_set_child(pointer, newValue?.widget) }
    }

    /// Adds a widget on top; its alignment is its place.
    public func addOverlay(_ child: Widget) { gtk_overlay_add_overlay(pointer, child.widget) }

    /// The rectangle of a widget on top, in pixels.
    public typealias Place = (x: Int, y: Int, width: Int, height: Int)

    /// Adds a widget on top, at the place that the closure returns each time the overlay is laid out.
    public func addOverlay(_ child: Widget, at place: @escaping @MainActor (_ overlay: Overlay) -> Place) {
        addOverlay(child)
        Signal.childPlace(pointer, "get-child-position") { [childPointer = child.widget] over, asked in
            asked == childPointer ? place(Overlay(handle: WidgetHandle(over))) : nil
        }
    }
}
