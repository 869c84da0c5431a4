internal import CGtk

/// A wheel that turns during a wait.
public final class Spinner: Widget, BuiltWidget {
    /// A wheel that is still or turns.
    public convenience init(isSpinning: Bool = false) {
        self.init(handle: WidgetHandle(gtk_spinner_new()))
        self.isSpinning = isSpinning
    }

    /// Whether it turns.
    public var isSpinning: Bool {
        get { gtk_spinner_get_spinning(pointer).isTrue }
        set { gtk_spinner_set_spinning(pointer, newValue.g) }
    }
}
