package import CGtk
internal import Foundation

/// A Swift handle on a GObject. Several handles may refer to the same object.
@MainActor
open class GtkObject {
    package let reference: GObjectRef
    /// The GObject, for GTK functions that GtkKit does not wrap.
    public final var pointer: OpaquePointer { reference.pointer }

    package init(_ reference: GObjectRef) { self.reference = reference }

    /// Whether both refer to the same GObject.
    public final func isSame(as other: GtkObject) -> Bool { pointer == other.pointer }

    /// A property by its GTK name, or nil if it is unset or has another type. Setting nil resets it; setting a value of
    /// another type has no effect.
    public final subscript<Value: GValueConvertible>(property name: String) -> Value? {
        get { pointer[property: name] }
        set { pointer[property: name] = newValue }
    }

    /// Calls the handler on each emission of a signal, with as many arguments as it takes. Emissions whose arguments
    /// have other types are ignored.
    @discardableResult
    public final func connect<each Argument: GValueConvertible>(
        _ signal: String, _ handler: @escaping @MainActor (repeat each Argument) -> Void
    ) -> Connection {
        Connection(reference, [Signal.connect(pointer, signal, handler)])
    }

    /// Connects to a signal with a result, such as `close-request`.
    @discardableResult
    public final func answer<each Argument: GValueConvertible, Result: GValueConvertible>(
        _ signal: String, _ handler: @escaping @MainActor (repeat each Argument) -> Result
    ) -> Connection {
        Connection(reference, [Signal.answer(pointer, signal, handler)])
    }

    /// Keeps a Swift object as long as the GObject exists. The object must not hold the GObject.
    public final func attach(_ object: AnyObject, as name: String) {
        GtkObject.attach(object, on: pointer, as: name)
    }

    package static func attach(_ object: AnyObject, on pointer: OpaquePointer, as name: String) {
        let data = Unmanaged.passRetained(object).toOpaque()
        g_object_set_data_full(cast(pointer), "gtkkit-" + name, data) { data in
            if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
        }
    }

    package static func attached<Object: AnyObject>(on pointer: OpaquePointer, as name: String, _: Object.Type)
        -> Object?
    {
        guard let data = g_object_get_data(cast(pointer), "gtkkit-" + name) else { return nil }
        return Unmanaged<AnyObject>.fromOpaque(data).takeUnretainedValue() as? Object
    }
}

/// A strong reference to a GObject.
@MainActor
package final class GObjectRef {
    package let pointer: OpaquePointer

    private init(owned pointer: OpaquePointer) {
        self.pointer = pointer
        LiveCount.references += 1
    }

    /// Takes ownership of a reference ("transfer full").
    package static func adopting(_ pointer: OpaquePointer) -> GObjectRef { GObjectRef(owned: pointer) }

    /// Adds a reference ("transfer none"), or sinks a floating one.
    package static func retaining(_ pointer: OpaquePointer) -> GObjectRef {
        g_object_ref_sink(pointer.raw)
        return GObjectRef(owned: pointer)
    }

    /// Adds a reference for a function that takes ownership of it.
    func another() -> OpaquePointer {
        g_object_ref(pointer.raw)
        return pointer
    }

    isolated deinit {
        g_object_unref(pointer.raw)
        LiveCount.references -= 1
    }
}

package typealias WidgetPointer = UnsafeMutablePointer<GtkWidget>

// Derivable GTK classes are imported as typed pointers, final ones as opaque pointers.
package func cast<From, To>(_ pointer: UnsafeMutablePointer<From>) -> UnsafeMutablePointer<To> {
    UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: To.self)
}
package func cast<From>(_ pointer: UnsafeMutablePointer<From>) -> OpaquePointer { OpaquePointer(pointer) }
package func cast<To>(_ pointer: OpaquePointer) -> UnsafeMutablePointer<To> { UnsafeMutablePointer(pointer) }
package func cast(_ pointer: OpaquePointer) -> OpaquePointer { pointer }

extension OpaquePointer {
    package var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }
}

extension Bool {
    package var g: gboolean { self ? 1 : 0 }
}

extension gboolean {
    package var isTrue: Bool { self != 0 }
}

/// Text that GLib still owns ("transfer none").
package func borrowedText(_ text: UnsafePointer<CChar>?) -> String? { text.map { String(cString: $0) } }

/// Text that the caller must free ("transfer full").
package func ownedText(_ text: UnsafeMutablePointer<CChar>?) -> String? {
    guard let text else { return nil }
    defer { g_free(text) }
    return String(cString: text)
}

/// Returns the message and frees the error.
func takeMessage(_ error: UnsafeMutablePointer<GError>?) -> String {
    guard let error else { return "unknown error" }
    defer { g_error_free(error) }
    return borrowedText(error.pointee.message) ?? "unknown error"
}

/// Returns the bytes and releases them.
func takeData(_ bytes: OpaquePointer) -> Data {
    defer { g_bytes_unref(bytes) }
    var count: gsize = 0
    let start = g_bytes_get_data(bytes, &count)
    return start.map { Data(bytes: $0, count: Int(count)) } ?? Data()
}

@MainActor
func items(of model: OpaquePointer) -> [GObjectRef] {
    (0..<g_list_model_get_n_items(model)).compactMap { weakReference in
        g_list_model_get_item(model, weakReference).map { .adopting(OpaquePointer($0)) }
    }
}

@MainActor
package func childWidgets(of widget: WidgetPointer) -> [WidgetPointer] {
    var found: [WidgetPointer] = []
    var next = gtk_widget_get_first_child(widget)
    while let child = next {
        found.append(child)
        next = gtk_widget_get_next_sibling(child)
    }
    return found
}

/// The focus widget of a widget's window.
@MainActor
func windowFocus(of widget: WidgetPointer) -> WidgetPointer? {
    gtk_widget_get_root(widget).flatMap { gtk_root_get_focus($0) }
}

/// Counts live references and closures, for tests that look for leaks.
@MainActor
public enum LiveCount {
    /// GObjects held from Swift.
    public internal(set) static var references = 0
    /// Swift closures held by GObjects.
    public internal(set) static var boxes = 0
}

/// A weak reference to a widget.
///
/// A widget retains its handlers, so a handler that holds the widget or one of its ancestors leaks both. If a Swift
/// object outlives the handler, `[weak self]` is enough; otherwise use this.
@MainActor
public final class WeakWidget<Kind: BuiltWidget> {
    private let weakReference = UnsafeMutablePointer<GWeakRef>.allocate(capacity: 1)

    public init(_ widget: Kind) { g_weak_ref_init(weakReference, widget.pointer.raw) }

    isolated deinit {
        g_weak_ref_clear(weakReference)
        weakReference.deallocate()
    }

    /// The widget, or nil after it was released.
    public var widget: Kind? {
        guard let found = g_weak_ref_get(weakReference) else { return nil }
        defer { g_object_unref(found) }
        return Kind(handle: WidgetHandle(found.assumingMemoryBound(to: GtkWidget.self)))
    }
}
