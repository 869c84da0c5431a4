internal import CGtk
internal import CGtkShim

/// Which way children are laid out.
public enum Orientation: UInt32, Sendable {
    /// In a row.
    case horizontal = 0
    /// In a column.
    case vertical = 1

    var gtk: GtkOrientation { GtkOrientation(rawValue: rawValue) }
}

/// Widgets in a row or in a column.
public final class Box: Widget {
    /// An empty box with so many pixels between its children.
    public convenience init(_ orientation: Orientation = .vertical, spacing: Int = 0) {
        self.init(handle: WidgetHandle(gtk_box_new(orientation.gtk, Int32(clamping: spacing))))
    }

    /// An empty box that assistive programs know by a role.
    public convenience init(_ orientation: Orientation, spacing: Int = 0, role: Role) {
        self.init(handle: WidgetHandle(gtk_box_get_type(), role, otherwise: gtk_box_new(orientation.gtk, 0)))
        self.orientation = orientation
        self.spacing = spacing
    }

    /// A box with these children.
    public convenience init(_ orientation: Orientation, spacing: Int = 0, _ children: [Widget]) {
        self.init(orientation, spacing: spacing)
        children.forEach(append)
    }

    /// The pixels between children.
    public var spacing: Int {
        get { Int(gtk_box_get_spacing(cast(pointer))) }
        set { gtk_box_set_spacing(cast(pointer), Int32(clamping: newValue)) }
    }
    /// Whether all children get the same room.
    public var isHomogeneous: Bool {
        get { gtk_box_get_homogeneous(cast(pointer)).isTrue }
        set { gtk_box_set_homogeneous(cast(pointer), newValue.g) }
    }
    /// The way its children are laid out.
    public var orientation: Orientation {
        get { Orientation(rawValue: gtk_orientable_get_orientation(pointer).rawValue) ?? .vertical }
        set { gtk_orientable_set_orientation(pointer, newValue.gtk) }
    }
    /// How many children it has.
    public var childCount: Int { childWidgets(of: widget).count }

    /// Adds a widget at the end.
    public func append(_ child: Widget) { gtk_box_append(cast(pointer), child.widget) }

    /// Adds a widget at the beginning.
    public func prepend(_ child: Widget) { gtk_box_prepend(cast(pointer), child.widget) }

    /// Takes a child out; a widget that is no child is left alone.
    public func remove(_ child: Widget) {
        if gtk_widget_get_parent(child.widget) == widget { gtk_box_remove(cast(pointer), child.widget) }
    }
    /// Takes all children out.
    public func removeAll() {
        for child in childWidgets(of: widget) { gtk_box_remove(cast(pointer), child) }
    }
}

/// One of several widgets, by name.
public final class Stack: Widget {
    /// What is seen while one widget takes the place of another.
    public enum Transition: UInt32 {
        /// Nothing: it is there at once.
        case none = 0
        /// One dissolves into the other.
        case crossfade = 1
    }

    /// An empty stack; changes take so many milliseconds.
    public convenience init(transition: Transition = .crossfade, milliseconds: Int = 150) {
        self.init(handle: WidgetHandle(gtk_stack_new()))
        gtk_stack_set_transition_type(pointer, GtkStackTransitionType(rawValue: transition.rawValue))
        gtk_stack_set_transition_duration(pointer, guint(clamping: milliseconds))
    }

    /// Adds a widget under a name. The first one added is shown.
    public func add(_ child: Widget, name: String) {
        _ = gtk_stack_add_named(pointer, child.widget, name)
        tell()
    }

    /// Assistive programs meet what is shown and nothing else: GTK 4.8 would hand them every child.
    private func tell() {
        let shown = gtk_stack_get_visible_child(pointer)
        for child in childWidgets(of: widget) { gtkkit_accessible_hidden(child, (child != shown).g) }
    }

    /// The name of the widget shown. A name that no child has changes nothing.
    public var visibleName: String {
        get { borrowedText(gtk_stack_get_visible_child_name(pointer)) ?? "" }
        set {
            if gtk_stack_get_child_by_name(pointer, newValue) != nil {
                gtk_stack_set_visible_child_name(pointer, newValue)
                tell()
            }
        }
    }
    /// Whether the stack is as large as its largest child.
    public func setHomogeneous(horizontal: Bool, vertical: Bool) {
        gtk_stack_set_hhomogeneous(pointer, horizontal.g)
        gtk_stack_set_vhomogeneous(pointer, vertical.g)
    }
}

/// A widget with others floating over it.
public final class Overlay: Widget {
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

    /// Adds a widget on top; its alignment says where.
    public func addOverlay(_ child: Widget) { gtk_overlay_add_overlay(pointer, child.widget) }

    /// Where a widget on top is put, in pixels.
    public typealias Place = (x: Int, y: Int, width: Int, height: Int)

    /// Adds a widget on top, where the closure says each time the overlay is laid out.
    public func addOverlay(_ child: Widget, at place: @escaping @MainActor (_ overlay: Overlay) -> Place) {
        addOverlay(child)
        Signal.childPlace(pointer, "get-child-position") { [childPointer = child.widget] over, asked in
            asked == childPointer ? place(Overlay(handle: WidgetHandle(over))) : nil
        }
    }
}
