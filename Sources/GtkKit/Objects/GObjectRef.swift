internal import CGtk

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
