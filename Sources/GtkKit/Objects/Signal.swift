internal import CGtk

/// Connects Swift closures to signals of GObjects.
///
/// All of them are called through one closure of GLib, which reads the arguments it gets: where the signal has fewer
/// arguments than the Swift closure, or others, the closure is not called.
@MainActor
package enum Signal {
    fileprivate typealias Body = @MainActor (UnsafeBufferPointer<GValue>, UnsafeMutablePointer<GValue>?) -> Void

    /// Calls the body each time the signal is emitted, with as many of its arguments as the body takes.
    @discardableResult
    package static func connect<each Argument: GValueConvertible>(
        _ object: OpaquePointer, _ name: String, _ body: @escaping @MainActor (repeat each Argument) -> Void
    ) -> UInt {
        attach(object, name) { values, _ in
            var arguments = SignalArguments(values)
            do { body(repeat try arguments.next((each Argument).self)) } catch {}
        }
    }

    /// The same for a signal with a result.
    @discardableResult
    package static func answer<each Argument: GValueConvertible, Result: GValueConvertible>(
        _ object: OpaquePointer, _ name: String, _ body: @escaping @MainActor (repeat each Argument) -> Result
    ) -> UInt {
        attach(object, name) { values, result in
            var arguments = SignalArguments(values)
            do {
                let made = body(repeat try arguments.next((each Argument).self))
                if let result { made.write(to: result) }
            } catch {}
        }
    }

    /// Calls the body each time the property has changed.
    @discardableResult
    package static func notify(_ object: OpaquePointer, _ property: String, _ body: @escaping @MainActor () -> Void)
        -> UInt
    {
        connect(object, "notify::" + property, body)
    }

    package static func disconnect(_ object: OpaquePointer, _ handler: UInt) {
        g_signal_handler_disconnect(object.raw, gulong(handler))
    }

    private static func attach(_ object: OpaquePointer, _ name: String, _ body: @escaping Body) -> UInt {
        let data = CallbackBox(body).retained()
        let closure = g_closure_new_simple(guint(MemoryLayout<GClosure>.size), data)
        // A signal that does not exist leaves the closure to us.
        g_closure_ref(closure)
        g_closure_sink(closure)
        defer { g_closure_unref(closure) }
        g_closure_set_marshal(closure, marshal)
        g_closure_add_finalize_notifier(closure, data) { data, _ in freeBox(data) }
        return UInt(g_signal_connect_closure(object.raw, name, closure, 0))
    }

    // It enters `assumeIsolated`, which traps off the main thread; without it the thread would not be checked.
    private static let marshal: GClosureMarshal = { closure, result, count, values, _, _ in
        nonisolated(unsafe) let (data, result, values) = (closure?.pointee.data, result, values)
        MainActor.assumeIsolated {
            CallbackBox<Body>.body(data)?(UnsafeBufferPointer(start: values, count: Int(count)), result)
        }
    }
}

/// The arguments of a signal, one after another.
@MainActor
private struct SignalArguments {
    private struct Mismatch: Error {}
    private let values: UnsafeBufferPointer<GValue>
    // The first value is the object itself.
    private var place = 1

    init(_ values: UnsafeBufferPointer<GValue>) { self.values = values }

    mutating func next<Value: GValueConvertible>(_: Value.Type) throws -> Value {
        guard place < values.count, let start = values.baseAddress, let value = Value.read(start + place) else {
            throw Mismatch()
        }
        place += 1
        return value
    }
}

/// Holds a Swift closure as long as GLib may call it.
@MainActor
package final class CallbackBox<Body> {
    package let body: Body

    package init(_ body: Body) {
        self.body = body
        LiveCount.boxes += 1
    }

    isolated deinit { LiveCount.boxes -= 1 }

    /// This box as the `user_data` of a C callback; pass `freeBox` too, which releases it.
    package func retained() -> UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

    /// The closure behind a C callback's `user_data`.
    package static func body(_ data: UnsafeMutableRawPointer?) -> Body? {
        data.map { Unmanaged<CallbackBox<Body>>.fromOpaque($0).takeUnretainedValue().body }
    }
}

/// Calls the closure of a `CallbackBox<@MainActor () -> Bool>` as a source of the main loop, which stays where the
/// closure returns true.
let callSource: GSourceFunc = { data in
    nonisolated(unsafe) let data = data
    return MainActor.assumeIsolated { CallbackBox<@MainActor () -> Bool>.body(data)?() ?? false }.g
}

/// The destroy notification for `CallbackBox.retained()`.
package let freeBox: @convention(c) (UnsafeMutableRawPointer?) -> Void = { data in
    if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
}

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
