internal import CGtk
internal import CGtkShim

/// A view on a widget that may be larger.
public final class ScrolledWindow: Widget {
    /// When a scroll bar is shown.
    public enum Policy: UInt32 {
        /// When the widget is larger than the view.
        case automatic = 1
        /// Never: the view is as large as the widget.
        case never = 2
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

    private func setPolicies(horizontal: Policy, vertical: Policy) {
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
        /// At once.
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
