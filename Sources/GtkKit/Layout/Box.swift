internal import CGtk

/// The direction of a layout.
public enum Orientation: UInt32, Sendable {
    case horizontal = 0
    case vertical = 1

    var gtk: GtkOrientation { GtkOrientation(rawValue: rawValue) }
}

extension Orientation: GValueConvertible {}

/// Children in a row or a column.
public final class Box: Widget, BuiltWidget, Container {
    /// An empty box with this many pixels between children.
    public convenience init(_ orientation: Orientation = .vertical, spacing: Int = 0) {
        self.init(handle: WidgetHandle(gtk_box_new(orientation.gtk, Int32(clamping: spacing))))
    }

    public convenience init(_ orientation: Orientation, spacing: Int = 0, role: Role) {
        self.init(handle: WidgetHandle(gtk_box_get_type(), role))
        self.orientation = orientation
        self.spacing = spacing
    }

    public convenience init(_ orientation: Orientation = .vertical, spacing: Int = 0, _ children: [Widget]) {
        self.init(orientation, spacing: spacing)
        children.forEach(append)
    }

    /// A box of the listed children.
    public convenience init(
        _ orientation: Orientation = .vertical, spacing: Int = 0, @WidgetBuilder _ children: () -> [Widget]
    ) {
        self.init(orientation, spacing: spacing, children())
    }

    /// In pixels.
    @GObjectProperty("spacing") public var spacing = 0
    /// Whether all children get the same size.
    @GObjectProperty("homogeneous") public var isHomogeneous = false
    @GObjectProperty("orientation") public var orientation = Orientation.vertical
}

/// A widget with any number of children: a ``Box``, ``WrapBox``, or ``DrawnBox``.
@MainActor
public protocol Container: Widget {}

extension Container {
    public var childCount: Int { childWidgets(of: widget).count }

    /// Adds a child at the end.
    public func append(_ child: Widget) { gtk_box_append(cast(pointer), child.widget) }

    /// Adds a child at the beginning.
    public func prepend(_ child: Widget) { gtk_box_prepend(cast(pointer), child.widget) }

    /// Removes a child.
    public func remove(_ child: Widget) {
        if gtk_widget_get_parent(child.widget) == widget { gtk_box_remove(cast(pointer), child.widget) }
    }
    /// Removes all children.
    public func removeAll() {
        for child in childWidgets(of: widget) { gtk_box_remove(cast(pointer), child) }
    }
}

/// A line between widgets.
public final class Separator: Widget, BuiltWidget {
    public convenience init(_ orientation: Orientation = .horizontal) {
        self.init(handle: WidgetHandle(gtk_separator_new(orientation.gtk)))
    }
}

/// A widget with others on top of it.
public final class Overlay: Widget, BuiltWidget, Bin {
    public convenience init(child: Widget? = nil) {
        self.init(handle: WidgetHandle(gtk_overlay_new()))
        if let child { self.child = child }
    }

    /// Adds a widget on top, placed by its alignment.
    public func addOverlay(_ child: Widget) { gtk_overlay_add_overlay(pointer, child.widget) }

    /// A rectangle in pixels.
    public typealias Frame = (x: Int, y: Int, width: Int, height: Int)

    /// Adds a widget on top, at the rectangle returned for each layout.
    public func addOverlay(_ child: Widget, at position: @escaping @MainActor (_ overlay: Overlay) -> Frame) {
        addOverlay(child)
        let (over, child) = (widget, child.pointer)
        Signal.answer(pointer, "get-child-position") { (requested: OpaquePointer, rectangle: OpaquePointer) in
            guard requested == child else { return false }
            let found = position(Overlay(handle: WidgetHandle(over)))
            let rectangle: UnsafeMutablePointer<GdkRectangle> = cast(rectangle)
            rectangle.pointee = GdkRectangle(
                x: gint(clamping: found.x), y: gint(clamping: found.y), width: gint(clamping: found.width),
                height: gint(clamping: found.height))
            return true
        }
    }
}
