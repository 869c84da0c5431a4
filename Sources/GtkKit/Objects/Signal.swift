internal import CGtk

/// Connects Swift closures to signals of GObjects.
///
/// A single GLib marshaller converts the arguments. If the signal has fewer arguments or other types than the closure,
/// it is not called.
@MainActor
package enum Signal {
    fileprivate typealias Body = @MainActor (UnsafeBufferPointer<GValue>, UnsafeMutablePointer<GValue>?) -> Void

    /// Calls the body on each emission, with as many arguments as it takes.
    @discardableResult
    package static func connect<each Argument: GValueConvertible>(
        _ object: OpaquePointer, _ name: String, _ body: @escaping @MainActor (repeat each Argument) -> Void
    ) -> UInt {
        attach(object, name) { values, _ in
            var arguments = SignalArguments(rest: values.dropFirst())
            do { body(repeat try arguments.next((each Argument).self)) } catch {}
        }
    }

    /// Connects to a signal with a result.
    @discardableResult
    package static func answer<each Argument: GValueConvertible, Result: GValueConvertible>(
        _ object: OpaquePointer, _ name: String, _ body: @escaping @MainActor (repeat each Argument) -> Result
    ) -> UInt {
        attach(object, name) { values, result in
            var arguments = SignalArguments(rest: values.dropFirst())
            do {
                let made = body(repeat try arguments.next((each Argument).self))
                if let result { made.write(to: result) }
            } catch {}
        }
    }

    /// Calls the body after each change of a property.
    @discardableResult
    package static func notify(_ object: OpaquePointer, _ property: String, _ body: @escaping @MainActor () -> Void)
        -> UInt
    {
        connect(object, "notify::" + property, body)
    }

    package static func disconnect(_ object: OpaquePointer, _ handler: UInt) {
        // GTK disconnects all handlers of a frame clock with its window.
        guard g_signal_handler_is_connected(object.raw, gulong(handler)).isTrue else { return }
        g_signal_handler_disconnect(object.raw, gulong(handler))
    }

    private static func attach(_ object: OpaquePointer, _ name: String, _ body: @escaping Body) -> UInt {
        let data = CallbackBox(body).retained()
        let closure = g_closure_new_simple(guint(MemoryLayout<GClosure>.size), data)
        // GLib does not sink the closure if the signal does not exist.
        g_closure_ref(closure)
        g_closure_sink(closure)
        defer { g_closure_unref(closure) }
        g_closure_set_marshal(closure, marshal)
        g_closure_add_finalize_notifier(closure, data) { data, _ in freeBox(data) }
        return UInt(g_signal_connect_closure(object.raw, name, closure, 0))
    }

    // Traps off the main thread; without `assumeIsolated` nothing would be checked.
    private static let marshal: GClosureMarshal = { closure, result, count, values, _, _ in
        nonisolated(unsafe) let (data, result, values) = (closure?.pointee.data, result, values)
        MainActor.assumeIsolated {
            CallbackBox<Body>.body(data)?(UnsafeBufferPointer(start: values, count: Int(count)), result)
        }
    }
}

private struct SignalArguments {
    private struct Mismatch: Error {}
    // Without the first value, which is the emitter.
    var rest: Slice<UnsafeBufferPointer<GValue>>

    @MainActor
    mutating func next<Value: GValueConvertible>(_: Value.Type) throws -> Value {
        guard var first = rest.popFirst(), let value = Value.read(&first) else { throw Mismatch() }
        return value
    }
}

/// Retains a Swift closure for a C callback.
@MainActor
package final class CallbackBox<Body> {
    package let body: Body

    package init(_ body: Body) {
        self.body = body
        LiveCount.boxes += 1
    }

    isolated deinit { LiveCount.boxes -= 1 }

    /// The `user_data` of a C callback. Pass `freeBox` as its destroy notification.
    package func retained() -> UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

    package static func body(_ data: UnsafeMutableRawPointer?) -> Body? {
        data.map { Unmanaged<CallbackBox<Body>>.fromOpaque($0).takeUnretainedValue().body }
    }
}

/// Calls a `CallbackBox<@MainActor () -> Bool>` as a main loop source; false removes the source.
let callSource: GSourceFunc = { data in
    nonisolated(unsafe) let data = data
    return MainActor.assumeIsolated { CallbackBox<@MainActor () -> Bool>.body(data)?() ?? false }.g
}

/// The destroy notification for `CallbackBox.retained()`.
package let freeBox: @convention(c) (UnsafeMutableRawPointer?) -> Void = { data in
    if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
}

/// The connection of a handler to a signal. It retains the object. Releasing it does not disconnect.
@MainActor
public struct Connection {
    private let object: GObjectRef
    private let handlers: [UInt]

    init(_ object: GObjectRef, _ handlers: [UInt]) { (self.object, self.handlers) = (object, handlers) }

    /// Disconnects the handler. Later calls have no effect.
    public func disconnect() {
        for handler in handlers { Signal.disconnect(object.pointer, handler) }
    }
}
