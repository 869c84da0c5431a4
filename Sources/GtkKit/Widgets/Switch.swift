internal import CGtk

/// A sliding switch.
public final class Switch: Widget, BuiltWidget {
    /// A switch that is on or off.
    public convenience init(isActive: Bool = false) {
        self.init(handle: WidgetHandle(gtk_switch_new()))
        gtk_switch_set_active(pointer, isActive.g)
    }

    /// Whether it is on.
    public var isActive: Bool {
        get { gtk_switch_get_active(pointer).isTrue }
        set { gtk_switch_set_active(pointer, newValue.g) }
    }
    /// Turns it on or off without calling handlers.
    public func setActive(_ isActive: Bool) { Quiet.change(pointer) { self.isActive = isActive } }

    /// Runs the handler after each change except those of `setActive`.
    public func onToggled(_ handler: @escaping @MainActor (Bool) -> Void) {
        Signal.notify(pointer, "active") { [pointer] in
            if !Quiet.isChanging(pointer) { handler(gtk_switch_get_active(pointer).isTrue) }
        }
    }
}
