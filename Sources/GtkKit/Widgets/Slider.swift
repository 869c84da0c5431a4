internal import CGtk

/// A knob on a line.
public final class Slider: Widget {
    /// A slider from 0 to 1 whose arrow keys move it by a step.
    public convenience init(step: Double = 0.05) {
        self.init(handle: WidgetHandle(gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 0, 1, max(0.001, step))))
        gtk_scale_set_draw_value(cast(pointer), 0)
    }

    /// The value, 0 to 1.
    public var value: Double {
        get { gtk_range_get_value(cast(pointer)) }
        set { gtk_range_set_value(cast(pointer), newValue.isFinite ? newValue : 0) }
    }

    /// Runs the handler after each change, including the program's own.
    public func onChanged(_ handler: @escaping @MainActor (Double) -> Void) {
        Signal.plain(pointer, "value-changed") { [pointer] in handler(gtk_range_get_value(cast(pointer))) }
    }
}
