internal import CGtk

/// A widget that a closure can use without holding it.
///
/// A widget holds its handlers, so a handler that holds the widget, or one around it, keeps it forever. `[weak self]`
/// is enough where a Swift object of your own outlives the handler; use this where only GTK holds the widget.
@MainActor
public final class WeakWidget<Kind: BuiltWidget> {
    private let place = UnsafeMutablePointer<GWeakRef>.allocate(capacity: 1)

    /// A reference to the widget that does not keep it.
    public init(_ widget: Kind) { g_weak_ref_init(place, widget.pointer.raw) }

    isolated deinit {
        g_weak_ref_clear(place)
        place.deallocate()
    }

    /// The widget, or nil once it is gone.
    public var widget: Kind? {
        guard let found = g_weak_ref_get(place) else { return nil }
        defer { g_object_unref(found) }
        return Kind(handle: WidgetHandle(found.assumingMemoryBound(to: GtkWidget.self)))
    }
}
