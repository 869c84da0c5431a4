internal import CGtk

/// A Swift handle on a GObject. Several handles may refer to the same object.
@MainActor
open class GtkObject {
    package let reference: GObjectRef
    package var pointer: OpaquePointer { reference.pointer }

    package init(_ reference: GObjectRef) { self.reference = reference }

    /// Whether both handles refer to the same object.
    public final func isSame(as other: GtkObject) -> Bool { pointer == other.pointer }

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
