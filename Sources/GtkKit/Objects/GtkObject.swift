package import CGtk
internal import Foundation

/// A Swift handle on a GObject. Several handles may refer to the same object.
@MainActor
open class GtkObject {
    package let reference: GObjectRef
    /// The GObject itself, for calls of GTK that have no name here.
    public final var pointer: OpaquePointer { reference.pointer }

    package init(_ reference: GObjectRef) { self.reference = reference }

    /// Whether both handles refer to the same object.
    public final func isSame(as other: GtkObject) -> Bool { pointer == other.pointer }

    /// A property by its name in GTK, for those that have no name here; nil where it is not set, or has another type.
    /// Setting nil resets it; setting a value of another type changes nothing.
    public final subscript<Value: GValueConvertible>(property name: String) -> Value? {
        get { pointer[property: name] }
        set { pointer[property: name] = newValue }
    }

    /// Calls the handler each time a signal is emitted, with as many of its arguments as the handler takes; it is not
    /// called where they have other types.
    @discardableResult
    public final func connect<each Argument: GValueConvertible>(
        _ signal: String, _ handler: @escaping @MainActor (repeat each Argument) -> Void
    ) -> Connection {
        Connection(reference, [Signal.connect(pointer, signal, handler)])
    }

    /// The same for a signal with a result, such as `close-request`.
    @discardableResult
    public final func answer<each Argument: GValueConvertible, Result: GValueConvertible>(
        _ signal: String, _ handler: @escaping @MainActor (repeat each Argument) -> Result
    ) -> Connection {
        Connection(reference, [Signal.answer(pointer, signal, handler)])
    }

    /// Keeps a Swift object as long as the GObject exists. The object must not hold this GObject itself.
    public final func keep(_ object: AnyObject, as name: String) {
        GtkObject.keep(object, on: pointer, as: name)
    }

    package static func keep(_ object: AnyObject, on pointer: OpaquePointer, as name: String) {
        let data = Unmanaged.passRetained(object).toOpaque()
        g_object_set_data_full(cast(pointer), "gtkkit-" + name, data) { data in
            if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
        }
    }

    package static func kept<Object: AnyObject>(on pointer: OpaquePointer, as name: String, _: Object.Type) -> Object? {
        guard let data = g_object_get_data(cast(pointer), "gtkkit-" + name) else { return nil }
        return Unmanaged<AnyObject>.fromOpaque(data).takeUnretainedValue() as? Object
    }
}

/// One strong reference to a GObject, released with this object.
@MainActor
package final class GObjectRef {
    package let pointer: OpaquePointer

    private init(owned pointer: OpaquePointer) {
        self.pointer = pointer
        LiveCount.references += 1
    }

    /// Takes over a reference the caller owns ("transfer full").
    package static func adopting(_ pointer: OpaquePointer) -> GObjectRef { GObjectRef(owned: pointer) }

    /// Adds a reference ("transfer none"); a floating reference becomes ours.
    package static func retaining(_ pointer: OpaquePointer) -> GObjectRef {
        g_object_ref_sink(pointer.raw)
        return GObjectRef(owned: pointer)
    }

    /// One more reference, for a function that takes over the one it gets.
    func another() -> OpaquePointer {
        g_object_ref(pointer.raw)
        return pointer
    }

    isolated deinit {
        g_object_unref(pointer.raw)
        LiveCount.references -= 1
    }
}

/// A GTK widget as C sees it.
package typealias WidgetPointer = UnsafeMutablePointer<GtkWidget>

// GTK's derivable classes come as typed pointers and its final ones as opaque pointers; these functions hide that.
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
    /// GLib's spelling of a truth value.
    package var g: gboolean { self ? 1 : 0 }
}

extension gboolean {
    package var isTrue: Bool { self != 0 }
}

/// The text that a GLib function returned and still owns.
package func borrowedText(_ text: UnsafePointer<CChar>?) -> String? { text.map { String(cString: $0) } }

/// The text that a GLib function returned for the caller to free.
package func ownedText(_ text: UnsafeMutablePointer<CChar>?) -> String? {
    guard let text else { return nil }
    defer { g_free(text) }
    return String(cString: text)
}

/// The message of a GLib error, which is freed.
func takeMessage(_ error: UnsafeMutablePointer<GError>?) -> String {
    guard let error else { return "unknown error" }
    defer { g_error_free(error) }
    return borrowedText(error.pointee.message) ?? "unknown error"
}

/// The bytes that a GLib function returned for the caller to release.
func takeData(_ bytes: OpaquePointer) -> Data {
    defer { g_bytes_unref(bytes) }
    var count: gsize = 0
    let start = g_bytes_get_data(bytes, &count)
    return start.map { Data(bytes: $0, count: Int(count)) } ?? Data()
}

/// The objects in a list model.
@MainActor
func items(of model: OpaquePointer) -> [GObjectRef] {
    (0..<g_list_model_get_n_items(model)).compactMap { place in
        g_list_model_get_item(model, place).map { .adopting(OpaquePointer($0)) }
    }
}

/// The children of a widget, first to last.
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

/// The widget with the keyboard in the window of a widget.
@MainActor
func windowFocus(of widget: WidgetPointer) -> WidgetPointer? {
    gtk_widget_get_root(widget).flatMap { gtk_root_get_focus($0) }
}

/// How many references and signal closures exist, so that tests can check that they return to their first count.
@MainActor
public enum LiveCount {
    /// GObjects held from Swift.
    public internal(set) static var references = 0
    /// Swift closures held by GObjects.
    public internal(set) static var boxes = 0
}

/// A widget that a closure can use without holding it.
///
/// A widget holds its handlers, so a handler that holds the widget, or one around it, keeps it forever. `[weak self]`
/// is enough where a Swift object of your own outlives the handler; use this where only GTK holds the widget.
@MainActor
public final class WeakWidget<Kind: BuiltWidget> {
    private let place = UnsafeMutablePointer<GWeakRef>.allocate(capacity: 1)

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
