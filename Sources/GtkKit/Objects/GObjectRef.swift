internal import CGtk

/// How many references and signal closures are alive, so that tests can count them back to where they began.
@MainActor
public enum LiveCount {
    /// GObjects held from Swift.
    public internal(set) static var references = 0
    /// Swift closures held by GObjects.
    public internal(set) static var boxes = 0
}

/// One strong reference to a GObject, given back when this is gone.
@MainActor
final class GObjectRef {
    let pointer: OpaquePointer

    private init(owned pointer: OpaquePointer) {
        self.pointer = pointer
        LiveCount.references += 1
    }

    /// Takes over a reference the caller owns ("transfer full").
    static func adopting(_ pointer: OpaquePointer) -> GObjectRef { GObjectRef(owned: pointer) }

    /// Adds a reference ("transfer none"); a floating reference becomes ours.
    static func retaining(_ pointer: OpaquePointer) -> GObjectRef {
        g_object_ref_sink(pointer.raw)
        return GObjectRef(owned: pointer)
    }

    /// A reference more, for a function that takes over the one it gets.
    func another() -> OpaquePointer {
        g_object_ref(pointer.raw)
        return pointer
    }

    isolated deinit {
        g_object_unref(pointer.raw)
        LiveCount.references -= 1
    }
}

/// A Swift handle on a GObject. Several handles may stand for the same object.
@MainActor
open class GtkObject {
    let reference: GObjectRef
    var pointer: OpaquePointer { reference.pointer }

    init(_ reference: GObjectRef) { self.reference = reference }

    /// Whether both handles stand for the same object.
    public final func isSame(as other: GtkObject) -> Bool { pointer == other.pointer }

    /// Keeps a Swift object alive as long as the GObject lives. It must not hold this GObject itself.
    public final func keep(_ object: AnyObject, as name: String) {
        GtkObject.keep(object, on: pointer, as: name)
    }

    static func keep(_ object: AnyObject, on pointer: OpaquePointer, as name: String) {
        let data = Unmanaged.passRetained(object).toOpaque()
        g_object_set_data_full(cast(pointer), "gtkkit-" + name, data) { data in
            if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
        }
    }

    static func kept<Object: AnyObject>(on pointer: OpaquePointer, as name: String, _: Object.Type) -> Object? {
        guard let data = g_object_get_data(cast(pointer), "gtkkit-" + name) else { return nil }
        return Unmanaged<AnyObject>.fromOpaque(data).takeUnretainedValue() as? Object
    }
}
