internal import CGtk
internal import CGtkShim

/// A view on a widget that may be larger.
public final class ScrolledWindow: Widget {
    /// When a scroll bar is shown; `.external` scrolls without one and lets the view be smaller than the widget.
    public enum Policy: UInt32 {
        case always = 0
        case automatic = 1
        case never = 2
        case external = 3
    }

    /// A view on a widget.
    public convenience init(child: Widget? = nil, horizontal: Policy = .never, vertical: Policy = .automatic) {
        self.init(handle: WidgetHandle(gtk_scrolled_window_new()))
        if let child { self.child = child }
        setPolicies(horizontal: horizontal, vertical: vertical)
    }

    /// The widget looked at.
    public var child: Widget? {
        get { gtk_scrolled_window_get_child(pointer).map { Widget(handle: WidgetHandle($0)) } }
        set { gtk_scrolled_window_set_child(pointer, newValue?.widget) }
    }

    /// When scroll bars are shown.
    public func setPolicies(horizontal: Policy, vertical: Policy) {
        gtk_scrolled_window_set_policy(
            pointer, GtkPolicyType(rawValue: horizontal.rawValue), GtkPolicyType(rawValue: vertical.rawValue))
    }
    /// Whether the view asks for the room its widget would like.
    public func setPropagatesNaturalSize(width: Bool, height: Bool) {
        gtk_scrolled_window_set_propagate_natural_width(pointer, width.g)
        gtk_scrolled_window_set_propagate_natural_height(pointer, height.g)
    }
    /// The least and the most height of the view in pixels, -1 for none.
    public func setContentHeight(minimum: Int = -1, maximum: Int = -1) {
        gtk_scrolled_window_set_max_content_height(pointer, Int32(clamping: maximum))
        gtk_scrolled_window_set_min_content_height(pointer, Int32(clamping: minimum))
    }
    /// Scrolls to the beginning.
    public func scrollToTop() {
        if let adjustment = gtk_scrolled_window_get_vadjustment(pointer) {
            gtk_adjustment_set_value(adjustment, gtk_adjustment_get_lower(adjustment))
        }
    }
    /// How far it is scrolled down, in pixels.
    public var scrollPosition: Double {
        get { gtk_scrolled_window_get_vadjustment(pointer).map { gtk_adjustment_get_value($0) } ?? 0 }
        set {
            if let adjustment = gtk_scrolled_window_get_vadjustment(pointer) {
                gtk_adjustment_set_value(adjustment, newValue)
            }
        }
    }
    /// Scrolls just as far as it takes to see so many pixels from a place on.
    public func scroll(toSee top: Double, height: Double) {
        if let adjustment = gtk_scrolled_window_get_vadjustment(pointer) {
            gtk_adjustment_clamp_page(adjustment, top, top + height)
        }
    }
}

/// A widget that comes and goes with an animation.
public final class Revealer: Widget {
    /// How the widget comes.
    public enum Transition: UInt32 {
        case none = 0
        case crossfade = 1
        case slideRight = 2
        case slideLeft = 3
        case slideUp = 4
        case slideDown = 5
    }

    /// A revealer that hides its widget at first.
    public convenience init(child: Widget? = nil, transition: Transition = .slideDown, milliseconds: Int = 200) {
        self.init(handle: WidgetHandle(gtk_revealer_new()))
        gtk_revealer_set_transition_type(pointer, GtkRevealerTransitionType(rawValue: transition.rawValue))
        gtk_revealer_set_transition_duration(pointer, guint(clamping: milliseconds))
        if let child { self.child = child }
    }

    /// The widget that comes and goes.
    public var child: Widget? {
        get { gtk_revealer_get_child(pointer).map { Widget(handle: WidgetHandle($0)) } }
        set {
            gtk_revealer_set_child(pointer, newValue?.widget)
            tell()
        }
    }

    /// Whether the widget is shown, or coming; assistive programs meet it only then.
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
    /// How long it takes, in milliseconds.
    public var duration: Int {
        get { Int(gtk_revealer_get_transition_duration(pointer)) }
        set { gtk_revealer_set_transition_duration(pointer, guint(clamping: newValue)) }
    }
    /// How the widget comes.
    public var transition: Transition {
        get { Transition(rawValue: gtk_revealer_get_transition_type(pointer).rawValue) ?? .none }
        set { gtk_revealer_set_transition_type(pointer, GtkRevealerTransitionType(rawValue: newValue.rawValue)) }
    }
}

/// A line with an arrow that unfolds a widget.
public final class Expander: Widget {
    /// A folded expander.
    public convenience init(_ label: String, child: Widget? = nil) {
        self.init(handle: WidgetHandle(gtk_expander_new(label)))
        if let child { self.child = child }
    }

    /// The widget it unfolds.
    public var child: Widget? {
        get { gtk_expander_get_child(pointer).map { Widget(handle: WidgetHandle($0)) } }
        set { gtk_expander_set_child(pointer, newValue?.widget) }
    }
}

/// Two widgets with a border between them that can be moved.
public final class Paned: Widget {
    /// Two widgets beside each other or one above the other.
    public convenience init(_ orientation: Orientation = .horizontal, start: Widget, end: Widget) {
        self.init(handle: WidgetHandle(gtk_paned_new(orientation.gtk)))
        gtk_paned_set_start_child(pointer, start.widget)
        gtk_paned_set_end_child(pointer, end.widget)
    }

    /// Where the border is, in pixels.
    public var position: Int {
        get { Int(gtk_paned_get_position(pointer)) }
        set { gtk_paned_set_position(pointer, Int32(clamping: newValue)) }
    }
}

/// The bar at the top of a window.
public final class HeaderBar: Widget {
    /// An empty header bar.
    public convenience init() { self.init(handle: WidgetHandle(gtk_header_bar_new())) }

    /// Adds a widget at the start.
    public func packStart(_ child: Widget) { gtk_header_bar_pack_start(pointer, child.widget) }

    /// Adds a widget at the end.
    public func packEnd(_ child: Widget) { gtk_header_bar_pack_end(pointer, child.widget) }

    /// Takes a widget out.
    public func remove(_ child: Widget) { gtk_header_bar_remove(pointer, child.widget) }

    /// The widget in the middle, in place of the window's title; nil brings the title back.
    public var titleWidget: Widget? {
        get { gtk_header_bar_get_title_widget(pointer).map { Widget(handle: WidgetHandle($0)) } }
        set { gtk_header_bar_set_title_widget(pointer, newValue?.widget) }
    }

    /// Whether the window's buttons are shown.
    public var showsTitleButtons: Bool {
        get { gtk_header_bar_get_show_title_buttons(pointer).isTrue }
        set { gtk_header_bar_set_show_title_buttons(pointer, newValue.g) }
    }
}
