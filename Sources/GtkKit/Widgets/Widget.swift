internal import CGtk
internal import CGtkShim

/// A reference from which `Widget` objects are made.
@MainActor
public struct WidgetHandle {
    package let reference: GObjectRef

    /// A widget returned by a GTK function, such as `gtk_calendar_new()`.
    public init(_ widget: OpaquePointer) { reference = .retaining(widget) }

    package init(_ widget: WidgetPointer) { reference = .retaining(cast(widget)) }

    init(_ reference: GObjectRef) { self.reference = reference }
}

/// A reference to a GTK widget, which exists while a reference or its parent holds it.
///
/// The GTK widget retains the handlers, so they must capture `[weak self]` if self holds the widget.
@MainActor
open class Widget: GtkObject {
    /// The alignment of a widget in the space it gets.
    public enum Align: UInt32 {
        case fill = 0
        /// Top, or the leading edge.
        case start = 1
        /// Bottom, or the trailing edge.
        case end = 2
        case center = 3
        /// Aligned with the text of its neighbors.
        case baseline = 4
    }

    package var widget: WidgetPointer { cast(pointer) }

    public init(handle: WidgetHandle) { super.init(handle.reference) }

    var handle: WidgetHandle { WidgetHandle(reference) }

    /// Another reference to the same widget, for subclasses that are built around a container.
    public init(root: Widget) { super.init(root.reference) }

    @GObjectProperty("visible") public final var isVisible = true
    @GObjectProperty("sensitive") public final var isSensitive = true
    /// Whether the widget is on the screen, or covered by other windows.
    public final var isMapped: Bool { gtk_widget_get_mapped(widget).isTrue }
    @GObjectProperty("hexpand") public final var hexpand = false
    @GObjectProperty("vexpand") public final var vexpand = false
    @GObjectProperty("halign") public final var halign = Align.fill
    @GObjectProperty("valign") public final var valign = Align.fill
    /// Whether children are clipped to the widget.
    public final var overflowHidden: Bool {
        get { gtk_widget_get_overflow(widget) == GTK_OVERFLOW_HIDDEN }
        set { gtk_widget_set_overflow(widget, newValue ? GTK_OVERFLOW_HIDDEN : GTK_OVERFLOW_VISIBLE) }
    }
    /// Whether the widget or its descendants can get the focus.
    @GObjectProperty("can-focus") public final var canFocus = true
    /// Whether the widget itself can get the focus.
    @GObjectProperty("focusable") public final var focusable = false
    /// Whether the widget gets pointer events.
    @GObjectProperty("can-target") package final var canTarget = true
    /// Whether the focus is in the widget or its descendants.
    public final var hasFocus: Bool {
        guard let focus = windowFocus(of: widget) else { return false }
        return focus == widget || gtk_widget_is_ancestor(focus, widget).isTrue
    }
    public final var tooltip: String? {
        get { gtk_widget_get_tooltip_text(widget).map { String(cString: $0) } }
        set {
            // GTK asks the display where the pointer is, and waits for the answer.
            if newValue ?? "" != tooltip ?? "" { gtk_widget_set_tooltip_text(widget, newValue) }
        }
    }
    /// The minimum width in pixels, -1 for the natural minimum.
    @GObjectProperty("width-request") public final var widthRequest = -1
    /// The minimum height in pixels, -1 for the natural minimum.
    @GObjectProperty("height-request") public final var heightRequest = -1
    /// In pixels.
    public final var width: Int { Int(gtk_widget_get_width(widget)) }
    /// In pixels.
    public final var height: Int { Int(gtk_widget_get_height(widget)) }

    /// The window that the widget is in.
    public final var root: Window? { gtk_widget_get_root(widget).map { Window(handle: WidgetHandle(cast($0))) } }

    public final var children: [Widget] { childWidgets(of: widget).map { Widget(handle: WidgetHandle($0)) } }

    /// The position of the upper left corner in another widget's coordinates, or nil if they are in different windows.
    public final func position(in other: Widget) -> (x: Double, y: Double)? {
        var (x, y) = (0.0, 0.0)
        return gtk_widget_translate_coordinates(widget, other.widget, 0, 0, &x, &y).isTrue ? (x, y) : nil
    }

    /// The natural size at a width of at most `width` pixels, or of the minimum width if that is larger.
    public final func naturalSize(within width: Int) -> (width: Int, height: Int) {
        let child = LayoutChild(self)
        let given = max(child.width.minimum, min(child.width.natural, width))
        return (given, child.height(forWidth: given).natural)
    }

    /// Moves the focus to the widget, and returns whether that succeeded.
    @discardableResult
    public final func grabFocus() -> Bool { gtk_widget_grab_focus(widget).isTrue }

    /// Sets the minimum size in pixels; -1 keeps the natural minimum.
    public final func setSize(width: Int = -1, height: Int = -1) {
        gtk_widget_set_size_request(widget, Int32(clamping: width), Int32(clamping: height))
    }

    /// Requests a new layout of the children.
    public final func queueAllocate() { gtk_widget_queue_allocate(widget) }

    /// Requests new measurements of the widget.
    public final func queueResize() { gtk_widget_queue_resize(widget) }

    /// Requests a redraw.
    public final func queueDraw() { gtk_widget_queue_draw(widget) }
}

extension Widget.Align: GValueConvertible {}

/// GTK owns the parent of a row's widget, which has the row's state and accessible name.
extension Widget {
    public final var rowState: RowState {
        guard let parent = gtk_widget_get_parent(widget) else { return [] }
        let flags = gtk_widget_get_state_flags(parent).rawValue
        var state: RowState = []
        if flags & GTK_STATE_FLAG_PRELIGHT.rawValue != 0 { state.insert(.hovered) }
        if flags & GTK_STATE_FLAG_SELECTED.rawValue != 0 { state.insert(.selected) }
        if flags & GTK_STATE_FLAG_FOCUSED.rawValue != 0 { state.insert(.focused) }
        if flags & GTK_STATE_FLAG_FOCUS_VISIBLE.rawValue != 0 { state.insert(.focusVisible) }
        return state
    }

    /// Runs the handler when ``rowState`` may have changed.
    public final func onRowStateChanged(_ handler: @escaping @MainActor () -> Void) {
        if let parent = gtk_widget_get_parent(widget) { Signal.connect(cast(parent), "state-flags-changed", handler) }
    }

    /// Makes GTK pick the widget under a pointer that does not move, after the layout changed below it. Otherwise the
    /// next click would go to the previous widget.
    public final func findPointerAgain() { PointerRepick.repick(over: widget) }

    /// The accessible name of the parent, which is the row in a list. Reading gives "".
    public final var accessibleNameOfParent: String {
        get { "" }
        set { if let parent = gtk_widget_get_parent(widget) { gtkkit_accessible_label(parent, newValue) } }
    }

    /// The accessible description of the parent. Reading gives "".
    public final var accessibleDescriptionOfParent: String {
        get { "" }
        set { if let parent = gtk_widget_get_parent(widget) { gtkkit_accessible_description(parent, newValue) } }
    }
}
