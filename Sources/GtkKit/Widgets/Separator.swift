internal import CGtk

/// A thin line.
public final class Separator: Widget, BuiltWidget {
    /// A horizontal or vertical line.
    public convenience init(_ orientation: Orientation = .horizontal) {
        self.init(handle: WidgetHandle(gtk_separator_new(orientation.gtk)))
    }
}
