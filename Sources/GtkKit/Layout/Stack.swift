internal import CGtk
internal import CGtkShim

/// The animation while a widget comes or goes.
public enum Transition: UInt32 {
    case none = 0
    case crossfade = 1
    case slideUp = 4
    case slideDown = 5
}

/// One of several widgets, by name.
public final class Stack: Widget, BuiltWidget {
    /// An empty stack; a change takes a number of milliseconds.
    public convenience init(transition: Transition = .crossfade, milliseconds: Int = 150) {
        self.init(handle: WidgetHandle(gtk_stack_new()))
        gtk_stack_set_transition_type(pointer, GtkStackTransitionType(rawValue: transition.rawValue))
        gtk_stack_set_transition_duration(pointer, guint(clamping: milliseconds))
    }

    /// Adds a widget under a name. The first one added is shown.
    public func add(_ child: Widget, name: String) {
        _ = gtk_stack_add_named(pointer, child.widget, name)
        tell()
    }

    /// Lets assistive programs see only the shown child: GTK 4.8 would show them every child.
    private func tell() {
        let shown = gtk_stack_get_visible_child(pointer)
        for child in childWidgets(of: widget) { gtkkit_accessible_hidden(child, (child != shown).g) }
    }

    /// The name of the shown widget. A name that no child has changes nothing.
    public var visibleName: String {
        get { borrowedText(gtk_stack_get_visible_child_name(pointer)) ?? "" }
        set {
            if gtk_stack_get_child_by_name(pointer, newValue) != nil {
                gtk_stack_set_visible_child_name(pointer, newValue)
                tell()
            }
        }
    }
    /// Whether the stack is as large as its largest child.
    public func setHomogeneous(horizontal: Bool, vertical: Bool) {
        gtk_stack_set_hhomogeneous(pointer, horizontal.g)
        gtk_stack_set_vhomogeneous(pointer, vertical.g)
    }
}

/// A widget that is shown and hidden with an animation.
public final class Revealer: Widget, BuiltWidget {
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
