internal import CGtk

/// The minimum length and the natural length, in pixels.
public typealias Lengths = (minimum: Int, natural: Int)

/// How a container measures and places its children.
///
/// A subclass lays out the children; `makeContainer` makes the widget that uses it:
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
    /// A layout that gives its children no space.
    public init() {}

    /// Whether the height depends on the width.
    open var heightFollowsWidth: Bool { true }

    /// Whether the places are mirrored where scripts begin at the right, so that `allocate` need not know.
    open var mirrorsPlaces: Bool { false }

    /// The container's width.
    open func width(of children: [LayoutChild]) -> Lengths { (0, 0) }

    /// The container's height for a width, or for any width if it is nil.
    open func height(of children: [LayoutChild], forWidth width: Int?) -> Lengths { (0, 0) }

    /// Places the children in the container's space.
    open func allocate(_ children: [LayoutChild], width: Int, height: Int) {}

    /// A box that this object lays out, and that keeps this object; append children to it.
    public final func makeContainer(role: Role? = nil) -> WidgetHandle {
        makeContainer((role.map { Box(.horizontal, role: $0) } ?? Box(.horizontal)).handle)
    }

    /// The container, laid out by this object from now on.
    final func makeContainer(_ container: WidgetHandle) -> WidgetHandle {
        let pointer = container.reference.pointer
        GtkObject.keep(self, on: pointer, as: "layout")
        let manager = gtk_custom_layout_new(Self.requestMode, Self.measure, Self.allocate)
        gtk_widget_set_layout_manager(cast(pointer), manager)
        return container
    }

    private static func of(_ container: WidgetPointer?) -> ChildLayout? {
        container.flatMap { GtkObject.kept(on: cast($0), as: "layout", ChildLayout.self) }
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
            let isMirrored = layout.mirrorsPlaces && gtk_widget_get_direction(container) == GTK_TEXT_DIR_RTL
            let children = shownChildren(container).map { isMirrored ? $0.mirrored(in: Int(width)) : $0 }
            layout.allocate(children, width: Int(width), height: Int(height))
        }
    }
}
