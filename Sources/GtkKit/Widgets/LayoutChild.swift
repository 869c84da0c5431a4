internal import CGtk

/// A child as the layout of its container sees it. It does not hold the widget.
@MainActor
public struct LayoutChild {
    private let widget: WidgetPointer
    /// The width of the container where places count from its right edge.
    private var mirrorWidth: Int?

    init(_ widget: WidgetPointer) { self.widget = widget }

    /// The widget as a layout sees it.
    public init(_ widget: Widget) { self.widget = widget.widget }

    /// The child with places that count from the right edge of a container.
    func mirrored(in width: Int) -> LayoutChild {
        var child = self
        child.mirrorWidth = width
        return child
    }

    /// Its minimum and natural width.
    public var width: Lengths { measure(GTK_ORIENTATION_HORIZONTAL, -1) }

    /// Its height for a width, or for any width if it is nil; a width below its minimum counts as its minimum.
    public func height(forWidth width: Int?) -> Lengths {
        measure(GTK_ORIENTATION_VERTICAL, width.map { Int32(clamping: max($0, self.width.minimum)) } ?? -1)
    }

    /// Places it. A child that needs more than it gets is as large as it needs, and extends beyond its place.
    public func place(x: Int, y: Int, width: Int, height: Int) {
        let width = max(width, self.width.minimum)
        let height = max(height, self.height(forWidth: width).minimum)
        var room = GtkAllocation()
        let left = mirrorWidth.map { $0 - x - width } ?? x
        (room.x, room.y) = (Int32(clamping: left), Int32(clamping: y))
        (room.width, room.height) = (Int32(clamping: width), Int32(clamping: height))
        gtk_widget_size_allocate(widget, &room, -1)
    }

    /// Shows or hides it, in `allocate`, where widgets must not be made visible or invisible.
    public func setShown(_ isShown: Bool) { gtk_widget_set_child_visible(widget, isShown.g) }

    private func measure(_ orientation: GtkOrientation, _ size: gint) -> Lengths {
        var (minimum, natural): (gint, gint) = (0, 0)
        gtk_widget_measure(widget, orientation, size, &minimum, &natural, nil, nil)
        return (Int(minimum), Int(natural))
    }
}
