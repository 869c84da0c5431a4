internal import CGtk

/// A progress bar.
public final class ProgressBar: Widget, BuiltWidget {
    public convenience init() { self.init(handle: WidgetHandle(gtk_progress_bar_new())) }

    /// The progress from 0 to 1.
    public var fraction: Double {
        get { gtk_progress_bar_get_fraction(pointer) }
        set { gtk_progress_bar_set_fraction(pointer, newValue.isFinite ? min(1, max(0, newValue)) : 0) }
    }
    /// The text shown if `showsText`, by default the percentage.
    @GObjectProperty("text") public var text: String? = nil
    @GObjectProperty("show-text") public var showsText = false
    /// Whether a long text is ellipsized.
    public var cutsText: Bool {
        get { gtk_progress_bar_get_ellipsize(pointer) != PANGO_ELLIPSIZE_NONE }
        set { gtk_progress_bar_set_ellipsize(pointer, newValue ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_NONE) }
    }
    /// Whether it shows activity of unknown progress.
    public var isPulsing: Bool {
        get { ticker?.isWanted ?? false }
        set {
            guard newValue != isPulsing else { return }
            if newValue { fraction = 0 }
            (ticker ?? PulseTicker(widget: widget)).isWanted = newValue
        }
    }

    /// Whether a frame callback is active.
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

/// An animation during a wait.
public final class Spinner: Widget, BuiltWidget {
    public convenience init(isSpinning: Bool = false) {
        self.init(handle: WidgetHandle(gtk_spinner_new()))
        self.isSpinning = isSpinning
    }

    @GObjectProperty("spinning") public var isSpinning = false
}

/// A slider.
public final class Slider: Widget {
    /// - Parameter step: the step of the arrow keys. The range is 0 to 1.
    public convenience init(step: Double = 0.05) {
        self.init(handle: WidgetHandle(gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 0, 1, max(0.001, step))))
        gtk_scale_set_draw_value(cast(pointer), 0)
    }

    /// From 0 to 1.
    public var value: Double {
        get { gtk_range_get_value(cast(pointer)) }
        set { gtk_range_set_value(cast(pointer), newValue.isFinite ? newValue : 0) }
    }

    /// Runs the handler after each change.
    public func onChanged(_ handler: @escaping @MainActor (Double) -> Void) {
        Signal.connect(pointer, "value-changed") { [pointer] in handler(gtk_range_get_value(cast(pointer))) }
    }
}
