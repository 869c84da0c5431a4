internal import CGtk

/// A bar that fills.
public final class ProgressBar: Widget, BuiltWidget {
    public convenience init() { self.init(handle: WidgetHandle(gtk_progress_bar_new())) }

    /// How full it is, 0 to 1.
    public var fraction: Double {
        get { gtk_progress_bar_get_fraction(pointer) }
        set { gtk_progress_bar_set_fraction(pointer, newValue.isFinite ? min(1, max(0, newValue)) : 0) }
    }
    /// The text shown with it, if `showsText`; nil shows the percentage.
    @GObjectProperty("text") public var text: String? = nil
    /// Whether text is shown.
    @GObjectProperty("show-text") public var showsText = false
    /// Whether a text that does not fit is cut, instead of making the bar wider.
    public var cutsText: Bool {
        get { gtk_progress_bar_get_ellipsize(pointer) != PANGO_ELLIPSIZE_NONE }
        set { gtk_progress_bar_set_ellipsize(pointer, newValue ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_NONE) }
    }
    /// Whether a block moves back and forth in it, because the progress is unknown; it does so while the bar is on
    /// the screen and the desktop has animations on.
    public var isPulsing: Bool {
        get { ticker?.isWanted ?? false }
        set {
            guard newValue != isPulsing else { return }
            if newValue { fraction = 0 }
            (ticker ?? PulseTicker(widget: widget)).isWanted = newValue
        }
    }

    /// Whether the block moves now.
    public var isTicking: Bool { ticker?.isTicking ?? false }

    private var ticker: PulseTicker? { .of(widget) }
}

private final class PulseTicker: Ticker {
    private var seconds = 0.0

    override func ticked(_ passed: Double) {
        seconds += passed
        // GTK animates each step of 0.1 seconds.
        guard seconds >= 0.1 else { return }
        seconds = 0
        gtk_progress_bar_pulse(cast(widget))
    }
}

/// A wheel that turns during a wait.
public final class Spinner: Widget, BuiltWidget {
    public convenience init(isSpinning: Bool = false) {
        self.init(handle: WidgetHandle(gtk_spinner_new()))
        self.isSpinning = isSpinning
    }

    @GObjectProperty("spinning") public var isSpinning = false
}

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
        Signal.connect(pointer, "value-changed") { [pointer] in handler(gtk_range_get_value(cast(pointer))) }
    }
}
