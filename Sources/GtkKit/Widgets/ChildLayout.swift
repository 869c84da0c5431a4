internal import CGtk

/// How a container of our own measures and places its children.
@MainActor
class ChildLayout {
    typealias Lengths = (minimum: Int, natural: Int)

    /// Whether the height depends on the width.
    var heightFollowsWidth: Bool { true }

    func width(of container: WidgetPointer) -> Lengths { (0, 0) }

    /// The height for a width, or for any width if it is nil.
    func height(of container: WidgetPointer, forWidth width: Int?) -> Lengths { (0, 0) }

    func allocate(_ container: WidgetPointer, width: Int, height: Int) {}

    /// A container, made from the box or a new one, that is laid out by this object and keeps it alive.
    func makeContainer(_ box: WidgetHandle? = nil) -> WidgetHandle {
        let container = box ?? WidgetHandle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
        let pointer = container.reference.pointer
        GtkObject.keep(self, on: pointer, as: "layout")
        let manager = gtk_custom_layout_new(Self.requestMode, Self.measure, Self.allocate)
        gtk_widget_set_layout_manager(cast(pointer), manager)
        return container
    }

    private static func of(_ container: WidgetPointer?) -> ChildLayout? {
        container.flatMap { GtkObject.kept(on: cast($0), as: "layout", ChildLayout.self) }
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
            guard orientation == GTK_ORIENTATION_VERTICAL else { return layout.width(of: container) }
            return layout.height(of: container, forWidth: forSize < 0 ? nil : Int(forSize))
        }
        minimum?.pointee = Int32(clamping: lengths.minimum)
        natural?.pointee = Int32(clamping: max(lengths.minimum, lengths.natural))
    }

    private static let allocate: GtkCustomAllocateFunc = { container, width, height, _ in
        nonisolated(unsafe) let container = container
        MainActor.assumeIsolated {
            guard let container else { return }
            ChildLayout.of(container)?.allocate(container, width: Int(width), height: Int(height))
        }
    }
}

// What layouts ask of children and tell them.
extension ChildLayout {
    static func shownChildren(_ container: WidgetPointer) -> [WidgetPointer] {
        childWidgets(of: container).filter { gtk_widget_should_layout($0).isTrue }
    }

    static func width(_ child: WidgetPointer) -> Lengths { measure(child, GTK_ORIENTATION_HORIZONTAL, -1) }

    static func height(_ child: WidgetPointer, forWidth width: Int?) -> Lengths {
        let enough = width.map { Int32(clamping: max($0, self.width(child).minimum)) }
        return measure(child, GTK_ORIENTATION_VERTICAL, enough ?? -1)
    }

    /// Places a child. One that needs more than it gets is made as large as it needs, and sticks out.
    static func place(_ child: WidgetPointer, x: Int, y: Int, width: Int, height: Int) {
        let width = max(width, self.width(child).minimum)
        let height = max(height, self.height(child, forWidth: width).minimum)
        var room = GtkAllocation()
        (room.x, room.y) = (Int32(clamping: x), Int32(clamping: y))
        (room.width, room.height) = (Int32(clamping: width), Int32(clamping: height))
        gtk_widget_size_allocate(child, &room, -1)
    }

    private static func measure(_ child: WidgetPointer, _ orientation: GtkOrientation, _ size: gint) -> Lengths {
        var (minimum, natural): (gint, gint) = (0, 0)
        gtk_widget_measure(child, orientation, size, &minimum, &natural, nil, nil)
        return (Int(minimum), Int(natural))
    }
}
