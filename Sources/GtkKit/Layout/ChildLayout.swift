internal import CGtk

/// A minimum and a natural length in pixels.
public typealias Lengths = (minimum: Int, natural: Int)

/// Measures and places the children of a container. Subclass it, and create its container with `makeContainer`:
///
/// ```swift
/// final class Diagonal: Widget {
///     init(_ children: [Widget]) {
///         let box = Box(handle: DiagonalLayout().makeContainer())
///         super.init(root: box)
///         children.forEach(box.append)
///     }
/// }
/// ```
@MainActor
open class ChildLayout {
    public init() {}

    open var heightFollowsWidth: Bool { true }

    /// Whether places are mirrored in right-to-left locales, so that `allocate` need not do it.
    open var mirrorsChildren: Bool { false }

    /// Measures the width of the container.
    open func width(of children: [LayoutChild]) -> Lengths { (0, 0) }

    /// Measures the height for a width, or for any width if it is nil.
    open func height(of children: [LayoutChild], forWidth width: Int?) -> Lengths { (0, 0) }

    /// Places the children. By default each gets the whole space.
    open func allocate(_ children: [LayoutChild], width: Int, height: Int) {
        for child in children { child.allocate(x: 0, y: 0, width: width, height: height) }
    }

    /// A box with this layout. It retains the layout.
    public final func makeContainer(role: Role? = nil) -> WidgetHandle {
        makeContainer((role.map { Box(.horizontal, role: $0) } ?? Box(.horizontal)).handle)
    }

    final func makeContainer(_ container: WidgetHandle) -> WidgetHandle {
        let pointer = container.reference.pointer
        GtkObject.attach(self, on: pointer, as: "layout")
        let manager = gtk_custom_layout_new(Self.requestMode, Self.measure, Self.allocate)
        gtk_widget_set_layout_manager(cast(pointer), manager)
        return container
    }

    private static func of(_ container: WidgetPointer?) -> ChildLayout? {
        container.flatMap { GtkObject.attached(on: cast($0), as: "layout", ChildLayout.self) }
    }

    private static func shownChildren(_ container: WidgetPointer) -> [LayoutChild] {
        childWidgets(of: container).filter { gtk_widget_should_layout($0).isTrue }.map { LayoutChild($0) }
    }

    private static let requestMode: GtkCustomRequestModeFunc = { container in
        nonisolated(unsafe) let container = container
        let follows = MainActor.assumeIsolated { ChildLayout.of(container)?.heightFollowsWidth ?? false }
        return follows ? GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH : GTK_SIZE_REQUEST_CONSTANT_SIZE
    }

    private static let measure: GtkCustomMeasureFunc = { container, orientation, forSize, minimum, natural, _, _ in
        nonisolated(unsafe) let container = container
        let lengths: Lengths = MainActor.assumeIsolated {
            guard let container, let layout = ChildLayout.of(container) else { return (0, 0) }
            let children = shownChildren(container)
            guard orientation == GTK_ORIENTATION_VERTICAL else { return layout.width(of: children) }
            return layout.height(of: children, forWidth: forSize < 0 ? nil : Int(forSize))
        }
        minimum?.pointee = Int32(clamping: lengths.minimum)
        natural?.pointee = Int32(clamping: max(lengths.minimum, lengths.natural))
    }

    private static let allocate: GtkCustomAllocateFunc = { container, width, height, _ in
        nonisolated(unsafe) let container = container
        MainActor.assumeIsolated {
            guard let container else { return }
            guard let layout = ChildLayout.of(container) else { return }
            let isMirrored = layout.mirrorsChildren && gtk_widget_get_direction(container) == GTK_TEXT_DIR_RTL
            let children = shownChildren(container).map { isMirrored ? $0.mirrored(in: Int(width)) : $0 }
            layout.allocate(children, width: Int(width), height: Int(height))
        }
    }
}

/// A layout of constant size.
public final class FixedLayout: ChildLayout {
    private let widths: Lengths
    private let height: Int

    /// The minimum width is by default the natural one.
    public init(width: Int, height: Int, leastWidth: Int? = nil) {
        widths = (leastWidth ?? width, max(leastWidth ?? width, width))
        self.height = height
    }

    override public var heightFollowsWidth: Bool { false }
    override public func width(of children: [LayoutChild]) -> Lengths { widths }
    override public func height(of children: [LayoutChild], forWidth width: Int?) -> Lengths { (height, height) }
}

/// A child during the layout of its container. It does not retain the widget.
@MainActor
public struct LayoutChild {
    private let widget: WidgetPointer
    /// The width to mirror places in.
    private var mirrorWidth: Int?

    init(_ widget: WidgetPointer) { self.widget = widget }

    public init(_ widget: Widget) { self.widget = widget.widget }

    func mirrored(in width: Int) -> LayoutChild {
        var child = self
        child.mirrorWidth = width
        return child
    }

    public var width: Lengths { measure(GTK_ORIENTATION_HORIZONTAL, -1) }

    /// The height for a width, or for any width if it is nil.
    public func height(forWidth width: Int?) -> Lengths {
        measure(GTK_ORIENTATION_VERTICAL, width.map { Int32(clamping: max($0, self.width.minimum)) } ?? -1)
    }

    /// Places the child, at least in its minimum size.
    public func allocate(x: Int, y: Int, width: Int, height: Int) {
        let width = max(width, self.width.minimum)
        let height = max(height, self.height(forWidth: width).minimum)
        var room = GtkAllocation()
        let left = mirrorWidth.map { $0 - x - width } ?? x
        room.x = Int32(clamping: left)
        room.y = Int32(clamping: y)
        room.width = Int32(clamping: width)
        room.height = Int32(clamping: height)
        gtk_widget_size_allocate(widget, &room, -1)
    }

    /// Shows or hides the child. Use it in `allocate`, which must not set `isVisible`.
    public func setShown(_ isShown: Bool) { gtk_widget_set_child_visible(widget, isShown.g) }

    private func measure(_ orientation: GtkOrientation, _ size: gint) -> Lengths {
        var (minimum, natural): (gint, gint) = (0, 0)
        gtk_widget_measure(widget, orientation, size, &minimum, &natural, nil, nil)
        return (Int(minimum), Int(natural))
    }
}

/// Gives widgets the width of the widest of them, such as the labels of a form.
@MainActor
public final class WidthGroup {
    private let reference: GObjectRef

    public init() { reference = .adopting(cast(gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL))) }

    /// Adds a widget until it is released.
    public func add(_ widget: Widget) { gtk_size_group_add_widget(cast(reference.pointer), widget.widget) }
}
