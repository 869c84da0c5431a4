internal import CGtk

/// Widgets that are all as wide as the widest of them, such as the labels of a column of fields. A widget
/// leaves the group when it is released.
@MainActor
public final class WidthGroup {
    private let reference: GObjectRef

    /// An empty group.
    public init() { reference = .adopting(cast(gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL))) }

    /// Adds a widget, which is as wide as the others from now on.
    public func add(_ widget: Widget) { gtk_size_group_add_widget(cast(reference.pointer), widget.widget) }
}
