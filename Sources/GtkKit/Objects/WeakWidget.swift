internal import CGtk

/// A handler that was connected to an object. It holds the object; dropping it leaves the handler connected.
@MainActor
public struct Connection {
    private let object: GObjectRef
    private let handlers: [UInt]

    init(_ object: GObjectRef, _ handlers: [UInt]) { (self.object, self.handlers) = (object, handlers) }

    /// Lets go of the handler, which is not called any more; a second call does nothing.
    public func disconnect() {
        for handler in handlers where g_signal_handler_is_connected(object.pointer.raw, gulong(handler)).isTrue {
            Signal.disconnect(object.pointer, handler)
        }
    }
}

/// A widget that a closure can use without holding it.
///
/// A widget holds its handlers, so a handler that holds the widget, or one around it, keeps it forever. `[weak self]`
/// does where a Swift object of your own outlives the handler; this does where nothing but GTK holds the widget.
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
