internal import CGtk

/// A scrollable view of a widget.
public final class ScrolledWindow: Widget, BuiltWidget, Bin {
    /// When scroll bars are shown.
    public enum Policy: UInt32 {
        case automatic = 1
        /// Never; the view is as large as its child.
        case never = 2
    }

    public convenience init(child: Widget? = nil, horizontal: Policy = .never, vertical: Policy = .automatic) {
        self.init(handle: WidgetHandle(gtk_scrolled_window_new()))
        if let child { self.child = child }
        gtk_scrolled_window_set_policy(
            pointer, GtkPolicyType(rawValue: horizontal.rawValue), GtkPolicyType(rawValue: vertical.rawValue))
    }
    /// Whether the view asks for the natural size of its child.
    public func setPropagatesNaturalSize(width: Bool, height: Bool) {
        gtk_scrolled_window_set_propagate_natural_width(pointer, width.g)
        gtk_scrolled_window_set_propagate_natural_height(pointer, height.g)
    }
    /// Sets the minimum and maximum height of the content in pixels, -1 for none.
    public func setContentHeight(minimum: Int = -1, maximum: Int = -1) {
        gtk_scrolled_window_set_max_content_height(pointer, Int32(clamping: maximum))
        gtk_scrolled_window_set_min_content_height(pointer, Int32(clamping: minimum))
    }
    /// Runs the handler after scrolling and after the height of the content changed. It must not change the layout.
    public func onScrolled(_ handler: @escaping @MainActor () -> Void) {
        guard let adjustment else { return }
        for signal in ["value-changed", "changed"] { Signal.connect(cast(adjustment), signal, handler) }
    }
    /// Whether a descendant is not scrolled away at the top.
    public func isSeen(_ child: Widget, in content: Widget) -> Bool {
        guard let adjustment, let origin = child.position(in: content) else { return true }
        return origin.y + Double(child.height) >= gtk_adjustment_get_value(adjustment)
    }
    /// Scrolls to the beginning.
    public func scrollToTop() {
        if let adjustment { gtk_adjustment_set_value(adjustment, gtk_adjustment_get_lower(adjustment)) }
    }
    /// Scrolls as little as needed to show a range of pixels.
    public func scroll(toSee top: Double, height: Double) {
        if let adjustment { gtk_adjustment_clamp_page(adjustment, top, top + height) }
    }

    private var adjustment: UnsafeMutablePointer<GtkAdjustment>? { gtk_scrolled_window_get_vadjustment(pointer) }
}
