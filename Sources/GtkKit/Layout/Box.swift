internal import CGtk

/// The direction in which children are laid out.
public enum Orientation: UInt32, Sendable {
    case horizontal = 0
    case vertical = 1

    var gtk: GtkOrientation { GtkOrientation(rawValue: rawValue) }
}

extension Orientation: GValueConvertible {}

/// Widgets in a row or in a column.
public final class Box: Widget, BuiltWidget, Container {
    /// An empty box with the spacing between its children in pixels.
    public convenience init(_ orientation: Orientation = .vertical, spacing: Int = 0) {
        self.init(handle: WidgetHandle(gtk_box_new(orientation.gtk, Int32(clamping: spacing))))
    }

    public convenience init(_ orientation: Orientation, spacing: Int = 0, role: Role) {
        self.init(handle: WidgetHandle(gtk_box_get_type(), role, otherwise: gtk_box_new(orientation.gtk, 0)))
        self.orientation = orientation
        self.spacing = spacing
    }

    public convenience init(_ orientation: Orientation, spacing: Int = 0, _ children: [Widget]) {
        self.init(orientation, spacing: spacing)
        children.forEach(append)
    }

    /// The pixels between children.
    @GObjectProperty("spacing") public var spacing = 0
    /// Whether all children get the same space.
    @GObjectProperty("homogeneous") public var isHomogeneous = false
    /// The direction in which its children are laid out.
    @GObjectProperty("orientation") public var orientation = Orientation.vertical
}

/// A widget with any number of children in order: a ``Box``, a ``WrapBox``, or a ``DrawnBox``.
@MainActor
public protocol Container: Widget {}

extension Container {
    /// How many children it has.
    public var childCount: Int { childWidgets(of: widget).count }

    /// Adds a widget at the end.
    public func append(_ child: Widget) { gtk_box_append(cast(pointer), child.widget) }

    /// Adds a widget at the beginning.
    public func prepend(_ child: Widget) { gtk_box_prepend(cast(pointer), child.widget) }

    /// Removes a child; a widget that is not a child is ignored.
    public func remove(_ child: Widget) {
        if gtk_widget_get_parent(child.widget) == widget { gtk_box_remove(cast(pointer), child.widget) }
    }
    /// Removes all children.
    public func removeAll() {
        for child in childWidgets(of: widget) { gtk_box_remove(cast(pointer), child) }
    }
}

/// A thin line.
public final class Separator: Widget, BuiltWidget {
    public convenience init(_ orientation: Orientation = .horizontal) {
        self.init(handle: WidgetHandle(gtk_separator_new(orientation.gtk)))
    }
}

/// A widget with others floating over it.
public final class Overlay: Widget, BuiltWidget, Bin {
    public convenience init(child: Widget? = nil) {
        self.init(handle: WidgetHandle(gtk_overlay_new()))
        if let child { self.child = child }
    }

    /// Adds a widget on top; its alignment is its place.
    public func addOverlay(_ child: Widget) { gtk_overlay_add_overlay(pointer, child.widget) }

    /// The rectangle of a widget on top, in pixels.
    public typealias Place = (x: Int, y: Int, width: Int, height: Int)

    /// Adds a widget on top, at the place that the closure returns each time the overlay is laid out.
    public func addOverlay(_ child: Widget, at place: @escaping @MainActor (_ overlay: Overlay) -> Place) {
        addOverlay(child)
        let (over, child) = (widget, child.pointer)
        Signal.answer(pointer, "get-child-position") { (asked: OpaquePointer, rectangle: OpaquePointer) in
            guard asked == child else { return false }
            let found = place(Overlay(handle: WidgetHandle(over)))
            let rectangle: UnsafeMutablePointer<GdkRectangle> = cast(rectangle)
            rectangle.pointee = GdkRectangle(
                x: gint(clamping: found.x), y: gint(clamping: found.y), width: gint(clamping: found.width),
                height: gint(clamping: found.height))
            return true
        }
    }
}
