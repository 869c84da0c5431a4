internal import CGtk
internal import CGtkShim

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

/// A type that GLib passes in its own values: as the arguments and results of signals, and as properties.
@MainActor
public protocol GValueConvertible {
    /// The content of a GValue; nil where it holds another type.
    static func read(_ value: UnsafeRawPointer) -> Self?
    /// Puts it into a GValue that was made for its type; one of another type stays as it is.
    func write(to value: UnsafeMutableRawPointer)
}

extension Bool: GValueConvertible {
    public static func read(_ value: UnsafeRawPointer) -> Bool? {
        kind(value) == GTKKIT_BOOLEAN ? g_value_get_boolean(gvalue(value)).isTrue : nil
    }
    public func write(to value: UnsafeMutableRawPointer) {
        if kind(value) == GTKKIT_BOOLEAN { g_value_set_boolean(gvalue(value), g) }
    }
}

extension Int: GValueConvertible {
    public static func read(_ value: UnsafeRawPointer) -> Int? {
        switch kind(value) {
        case GTKKIT_INT: Int(g_value_get_int(gvalue(value)))
        case GTKKIT_UINT: Int(g_value_get_uint(gvalue(value)))
        case GTKKIT_INT64: Int(g_value_get_int64(gvalue(value)))
        case GTKKIT_ENUM: Int(g_value_get_enum(gvalue(value)))
        case GTKKIT_FLAGS: Int(g_value_get_flags(gvalue(value)))
        default: nil
        }
    }
    public func write(to value: UnsafeMutableRawPointer) {
        switch kind(value) {
        case GTKKIT_INT: g_value_set_int(gvalue(value), gint(clamping: self))
        case GTKKIT_UINT: g_value_set_uint(gvalue(value), guint(clamping: self))
        case GTKKIT_INT64: g_value_set_int64(gvalue(value), gint64(self))
        case GTKKIT_ENUM: g_value_set_enum(gvalue(value), gint(clamping: self))
        case GTKKIT_FLAGS: g_value_set_flags(gvalue(value), guint(clamping: self))
        default: break
        }
    }
}

extension Double: GValueConvertible {
    public static func read(_ value: UnsafeRawPointer) -> Double? {
        switch kind(value) {
        case GTKKIT_DOUBLE: g_value_get_double(gvalue(value))
        case GTKKIT_FLOAT: Double(g_value_get_float(gvalue(value)))
        default: nil
        }
    }
    public func write(to value: UnsafeMutableRawPointer) {
        switch kind(value) {
        case GTKKIT_DOUBLE: g_value_set_double(gvalue(value), self)
        case GTKKIT_FLOAT: g_value_set_float(gvalue(value), Float(self))
        default: break
        }
    }
}

extension String: GValueConvertible {
    public static func read(_ value: UnsafeRawPointer) -> String? {
        kind(value) == GTKKIT_STRING ? borrowedText(g_value_get_string(gvalue(value))) : nil
    }
    public func write(to value: UnsafeMutableRawPointer) {
        if kind(value) == GTKKIT_STRING { g_value_set_string(gvalue(value), self) }
    }
}

/// An object, a boxed value, or another pointer, which the GValue holds.
extension OpaquePointer: GValueConvertible {
    public static func read(_ value: UnsafeRawPointer) -> OpaquePointer? {
        guard kind(value) != GTKKIT_STRING, g_value_fits_pointer(gvalue(value)).isTrue else { return nil }
        return g_value_peek_pointer(gvalue(value)).map { OpaquePointer($0) }
    }
    /// Puts an object into a GValue, which takes over the caller's reference.
    public func write(to value: UnsafeMutableRawPointer) {
        if kind(value) == GTKKIT_OBJECT { g_value_take_object(gvalue(value), raw) }
    }
}

/// A value that may be missing: nil also stands for one of another type.
extension Optional: GValueConvertible where Wrapped: GValueConvertible {
    public static func read(_ value: UnsafeRawPointer) -> Wrapped?? { .some(Wrapped.read(value)) }
    public func write(to value: UnsafeMutableRawPointer) { self?.write(to: value) }
}

private func kind(_ value: UnsafeRawPointer) -> GType { g_type_fundamental(gvalue(value).pointee.g_type) }

private func gvalue(_ value: UnsafeRawPointer) -> UnsafePointer<GValue> { value.assumingMemoryBound(to: GValue.self) }

private func gvalue(_ value: UnsafeMutableRawPointer) -> UnsafeMutablePointer<GValue> {
    value.assumingMemoryBound(to: GValue.self)
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
