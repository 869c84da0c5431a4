internal import CGtk
internal import CGtkShim

/// A reference to a GTK widget, from which handles are made.
@MainActor
public struct WidgetHandle {
    package let reference: GObjectRef

    /// A reference to a widget that a call of GTK has returned, such as `gtk_calendar_new()`.
    public init(_ widget: OpaquePointer) { reference = .retaining(widget) }

    package init(_ widget: WidgetPointer) { reference = .retaining(cast(widget)) }

    init(_ reference: GObjectRef) { self.reference = reference }
}

/// A handle on a GTK widget. The widget is kept while a handle or its parent in the window holds it.
///
/// Handlers are kept by the widget, not by the handle: they must capture `[weak self]`, otherwise a widget that holds
/// its own handler's owner is never released.
@MainActor
open class Widget: GtkObject {
    /// The place of a widget in its space.
    public enum Align: UInt32 {
        case fill = 0
        /// At the top, or where the script begins.
        case start = 1
        /// At the bottom, or where the script ends.
        case end = 2
        case center = 3
        /// With its text on one line with its neighbors' text.
        case baseline = 4
    }

    package var widget: WidgetPointer { cast(pointer) }

    /// A handle on a widget that GtkKit made.
    public init(handle: WidgetHandle) { super.init(handle.reference) }

    var handle: WidgetHandle { WidgetHandle(reference) }

    /// A second handle on the same widget: a pane subclasses Widget and passes the box it is built in.
    public init(root: Widget) { super.init(root.reference) }

    /// Whether the widget is shown.
    @GObjectProperty("visible") public final var isVisible = true
    /// Whether the widget can be used.
    @GObjectProperty("sensitive") public final var isSensitive = true
    /// Whether the widget is on the screen, or would be if its window were not covered.
    public final var isMapped: Bool { gtk_widget_get_mapped(widget).isTrue }
    /// Whether the widget takes spare width.
    @GObjectProperty("hexpand") public final var hexpand = false
    /// Whether the widget takes spare height.
    @GObjectProperty("vexpand") public final var vexpand = false
    /// The horizontal place of the widget in its space.
    @GObjectProperty("halign") public final var halign = Align.fill
    /// The vertical place of the widget in its space.
    @GObjectProperty("valign") public final var valign = Align.fill
    /// Whether parts of children outside the widget are cut off.
    public final var overflowHidden: Bool {
        get { gtk_widget_get_overflow(widget) == GTK_OVERFLOW_HIDDEN }
        set { gtk_widget_set_overflow(widget, newValue ? GTK_OVERFLOW_HIDDEN : GTK_OVERFLOW_VISIBLE) }
    }
    /// Whether the keyboard may enter the widget or anything in it.
    @GObjectProperty("can-focus") public final var canFocus = true
    /// Whether the widget itself takes the keyboard.
    @GObjectProperty("focusable") public final var focusable = false
    /// Whether the pointer finds the widget; otherwise clicks go through it.
    @GObjectProperty("can-target") package final var canTarget = true
    /// Whether keys go to this widget or to one in it.
    public final var hasFocus: Bool {
        guard let focus = windowFocus(of: widget) else { return false }
        return focus == widget || gtk_widget_is_ancestor(focus, widget).isTrue
    }
    /// The text that is shown while the pointer is over the widget.
    @GObjectProperty("tooltip-text") public final var tooltip: String? = nil
    /// The minimum width in pixels, -1 for the widget's own.
    @GObjectProperty("width-request") public final var widthRequest = -1
    /// The minimum height in pixels, -1 for the widget's own.
    @GObjectProperty("height-request") public final var heightRequest = -1
    /// The current width, in pixels.
    public final var width: Int { Int(gtk_widget_get_width(widget)) }
    /// The current height, in pixels.
    public final var height: Int { Int(gtk_widget_get_height(widget)) }

    /// The children, first to last.
    public final var children: [Widget] { childWidgets(of: widget).map { Widget(handle: WidgetHandle($0)) } }

    /// The position of its upper left corner in another widget, in pixels; nil where they are not in the same window.
    public final func place(in other: Widget) -> (x: Double, y: Double)? {
        var (x, y) = (0.0, 0.0)
        return gtk_widget_translate_coordinates(widget, other.widget, 0, 0, &x, &y).isTrue ? (x, y) : nil
    }

    /// The natural size, within `width` pixels unless it cannot be narrower.
    public final func naturalSize(within width: Int) -> (width: Int, height: Int) {
        let child = LayoutChild(self)
        let given = max(child.width.minimum, min(child.width.natural, width))
        return (given, child.height(forWidth: given).natural)
    }

    /// Moves the keyboard to the widget, and returns whether it moved there.
    @discardableResult
    public final func grabFocus() -> Bool { gtk_widget_grab_focus(widget).isTrue }

    /// Sets a minimum size in pixels; -1 is the widget's own.
    public final func setSize(width: Int = -1, height: Int = -1) {
        gtk_widget_set_size_request(widget, Int32(clamping: width), Int32(clamping: height))
    }

    /// Makes the container place its children again before the next frame.
    public final func queueAllocate() { gtk_widget_queue_allocate(widget) }

    /// Makes GTK measure and place the widget again before the next frame.
    public final func queueResize() { gtk_widget_queue_resize(widget) }

    /// Makes GTK draw the widget again.
    public final func queueDraw() { gtk_widget_queue_draw(widget) }
}

extension Widget.Align: GValueConvertible {}

/// The widget around a list's row belongs to GTK: it has the row's state and its name for assistive programs.
extension Widget {
    /// The state of the row that this is the widget of.
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

    /// Runs the handler when the pointer or the keyboard focus enters the widget's parent or leaves it, and when
    /// another of the parent's states changes. The pointer stays in the parent while it moves from one child to the
    /// next; GTK's state for it is off and on again then.
    public final func onParentTouched(_ handler: @escaping @MainActor (_ isTouched: Bool) -> Void) {
        guard let parent = gtk_widget_get_parent(widget), let motion = gtk_event_controller_motion_new() else { return }
        let tell: @MainActor () -> Void = {
            let isFocused = gtk_widget_get_state_flags(parent).rawValue & GTK_STATE_FLAG_FOCUSED.rawValue != 0
            handler(isFocused || gtk_event_controller_motion_contains_pointer(cast(motion)).isTrue)
        }
        Signal.notify(cast(motion), "contains-pointer", tell)
        Signal.connect(cast(parent), "state-flags-changed", tell)
        gtk_widget_add_controller(parent, cast(motion))
    }

    /// Lets GTK look for the widget under the pointer again, where another has come under a pointer that does not move:
    /// the next click would otherwise go to what was there before.
    public final func findPointerAgain() { PointerRepick.find(over: widget) }

    /// The accessible name of the widget's parent: a list's row, from the row's content. Reading it returns an empty
    /// string.
    public final var accessibleNameOfParent: String {
        get { "" }
        set { if let parent = gtk_widget_get_parent(widget) { gtkkit_accessible_label(parent, newValue) } }
    }

    /// The accessible description of the widget's parent. Reading it returns an empty string.
    public final var accessibleDescriptionOfParent: String {
        get { "" }
        set { if let parent = gtk_widget_get_parent(widget) { gtkkit_accessible_description(parent, newValue) } }
    }
}
