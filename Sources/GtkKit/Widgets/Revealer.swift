internal import CGtk
internal import CGtkShim

/// A widget that is shown and hidden with an animation.
public final class Revealer: Widget, BuiltWidget {
    /// The animation.
    public enum Transition: UInt32 {
        /// Without an animation.
        case none = 0
        /// It dissolves into view.
        case crossfade = 1
        /// From below.
        case slideUp = 4
        /// From above.
        case slideDown = 5
    }

    /// A revealer that hides its widget at first.
    public convenience init(child: Widget? = nil, transition: Transition = .slideDown, milliseconds: Int = 200) {
        self.init(handle: WidgetHandle(gtk_revealer_new()))
        gtk_revealer_set_transition_type(pointer, GtkRevealerTransitionType(rawValue: transition.rawValue))
        gtk_revealer_set_transition_duration(pointer, guint(clamping: milliseconds))
        if let child { self.child = child }
    }

    /// The widget that is shown and hidden.
    public var child: Widget? {
        get { gtk_revealer_get_child(pointer).map { Widget(handle: WidgetHandle($0)) } }
        set {
            gtk_revealer_set_child(pointer, newValue?.widget)
            tell()
        }
    }

    /// Whether the widget is shown, or about to be; assistive programs see it only then.
    public var isRevealed: Bool {
        get { gtk_revealer_get_reveal_child(pointer).isTrue }
        set {
            guard newValue != isRevealed else { return }
            gtk_revealer_set_reveal_child(pointer, newValue.g)
            tell()
        }
    }
    private func tell() {
        if let child = gtk_revealer_get_child(pointer) { gtkkit_accessible_hidden(child, (!isRevealed).g) }
    }
}
