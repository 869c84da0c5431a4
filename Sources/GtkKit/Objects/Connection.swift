internal import CGtk

/// A handler that was connected to an object. It holds the object; releasing it leaves the handler connected.
@MainActor
public struct Connection {
    private let object: GObjectRef
    private let handlers: [UInt]

    init(_ object: GObjectRef, _ handlers: [UInt]) { (self.object, self.handlers) = (object, handlers) }

    /// Disconnects the handler, which is not called any more; a second call has no effect.
    public func disconnect() {
        for handler in handlers where g_signal_handler_is_connected(object.pointer.raw, gulong(handler)).isTrue {
            Signal.disconnect(object.pointer, handler)
        }
    }
}
