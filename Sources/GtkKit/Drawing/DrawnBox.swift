internal import CGtk
internal import CGtkShim

/// Boxes whose look is drawn in Swift.
@MainActor
package enum DrawnBox {
    package typealias Draw = @MainActor (_ box: WidgetPointer, _ snapshot: OpaquePointer) -> Void

    /// A box that keeps the closure and calls it for its look.
    package static func make(role: Role, _ draw: @escaping Draw) -> WidgetHandle {
        let caller: GtkKitDraw = { widget, snapshot, data in
            nonisolated(unsafe) let (widget, snapshot, data) = (widget, snapshot, data)
            MainActor.assumeIsolated {
                if let widget, let snapshot { CallbackBox<Draw>.body(data)?(widget, cast(snapshot)) }
            }
        }
        return WidgetHandle(gtkkit_drawn_new(role.gtk, caller, CallbackBox(draw).retained(), freeBox))
    }
}
