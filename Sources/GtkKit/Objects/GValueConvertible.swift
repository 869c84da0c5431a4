internal import CGtk
internal import CGtkShim

/// A type that can be a property of a GObject, or an argument or the result of a signal.
@MainActor
public protocol GValueConvertible {
    /// The content of a GValue, or nil if it holds another type.
    static func read(_ value: UnsafeRawPointer) -> Self?
    /// Writes to an initialized GValue, unless that holds another type.
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

/// An object, a boxed value, or another pointer. The GValue still owns it.
extension OpaquePointer: GValueConvertible {
    public static func read(_ value: UnsafeRawPointer) -> OpaquePointer? {
        guard kind(value) != GTKKIT_STRING, g_value_fits_pointer(gvalue(value)).isTrue else { return nil }
        return g_value_peek_pointer(gvalue(value)).map { OpaquePointer($0) }
    }
    public func write(to value: UnsafeMutableRawPointer) {
        if kind(value) == GTKKIT_OBJECT { g_value_set_object(gvalue(value), raw) }
    }
}

extension GObjectRef: GValueConvertible {
    package static func read(_ value: UnsafeRawPointer) -> GObjectRef? {
        kind(value) == GTKKIT_OBJECT ? OpaquePointer.read(value).map(retaining) : nil
    }
    package func write(to value: UnsafeMutableRawPointer) { pointer.write(to: value) }
}

/// Reads nil from an unset value and from a value of another type.
extension Optional: GValueConvertible where Wrapped: GValueConvertible {
    public static func read(_ value: UnsafeRawPointer) -> Wrapped?? { .some(Wrapped.read(value)) }
    public func write(to value: UnsafeMutableRawPointer) {
        if let self { self.write(to: value) } else { g_value_reset(gvalue(value)) }
    }
}

/// The enumerations of GTK.
extension GValueConvertible where Self: RawRepresentable, RawValue == UInt32 {
    public static func read(_ value: UnsafeRawPointer) -> Self? {
        Int.read(value).flatMap { Self(rawValue: UInt32(clamping: $0)) }
    }
    public func write(to value: UnsafeMutableRawPointer) { Int(rawValue).write(to: value) }
}

private func kind(_ value: UnsafeRawPointer) -> GType { g_type_fundamental(gvalue(value).pointee.g_type) }

private func gvalue(_ value: UnsafeRawPointer) -> UnsafePointer<GValue> { value.assumingMemoryBound(to: GValue.self) }

private func gvalue(_ value: UnsafeMutableRawPointer) -> UnsafeMutablePointer<GValue> {
    value.assumingMemoryBound(to: GValue.self)
}

extension OpaquePointer {
    /// A property of a GObject by its GTK name, or nil if it is unset or has another type. Setting nil resets it;
    /// setting a value of another type has no effect.
    @MainActor
    package subscript<Value: GValueConvertible>(property name: String) -> Value? {
        get {
            var value = GValue()
            g_object_get_property(cast(self), name, &value)
            defer { g_value_unset(&value) }
            return Value.read(&value)
        }
        nonmutating set {
            var value = GValue()
            // Gives the value the type of the property.
            g_object_get_property(cast(self), name, &value)
            defer { g_value_unset(&value) }
            if let newValue { newValue.write(to: &value) } else { g_value_reset(&value) }
            g_object_set_property(cast(self), name, &value)
        }
    }
}

/// A GObject property under another name: `@GObjectProperty("can-focus") var canFocus = true`. GTK stores it; reading
/// an unset property returns the initial value.
@MainActor
@propertyWrapper
public struct GObjectProperty<Value: GValueConvertible> {
    private let name: StaticString
    private let initial: Value

    public init(wrappedValue: Value, _ name: StaticString) { (self.name, initial) = (name, wrappedValue) }

    @available(*, unavailable, message: "Use it in a subclass of GtkObject.")
    public var wrappedValue: Value {
        get { initial }
        set {}
    }

    public static subscript<Object: GtkObject>(
        _enclosingInstance object: Object, wrapped _: ReferenceWritableKeyPath<Object, Value>,
        storage property: ReferenceWritableKeyPath<Object, Self>
    ) -> Value {
        get { object.pointer[property: "\(object[keyPath: property].name)"] ?? object[keyPath: property].initial }
        set { object.pointer[property: "\(object[keyPath: property].name)"] = newValue }
    }
}
