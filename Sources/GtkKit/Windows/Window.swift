internal import CGtk
internal import CGtkShim

/// A window. It exists until it is closed, whether or not a handle is kept.
public final class Window: Widget, BuiltWidget, Bin {
    /// The actions for menus and shortcuts, as `win.name`.
    public var actions: ActionGroup {
        if let found = GtkObject.kept(on: pointer, as: "actions", ActionGroup.self) { return found }
        let group = ActionGroup()
        insert(group, prefix: "win")
        keep(group, as: "actions")
        return group
    }

    /// A window of the application; only tests can use one without it.
    public convenience init(application: Application? = nil) {
        self.init(handle: WidgetHandle(gtk_window_new()))
        BaseStyle.install()
        if let application { gtk_window_set_application(cast(pointer), cast(application.pointer)) }
    }

    /// A window over another, which cannot be used until it is closed; Escape closes it. It is at most as wide as the other.
    public static func secondary(title: String, over parent: Window, width: Int, height: Int = -1) -> Window {
        let window = Window()
        window.title = title
        window.transientFor = parent
        window.isModal = true
        window.setTitlebar(HeaderBar())
        window.setDefaultSize(width: parent.width > 0 ? min(width, parent.width) : width, height: height)
        window.closesOnEscape()
        return window
    }

    /// A window with the dialog role for assistive programs. It has no buttons and no parent yet.
    public static func dialog() -> Window {
        BaseStyle.install()
        return Window(handle: WidgetHandle(gtk_window_get_type(), .dialog, otherwise: gtk_window_new()))
    }

    /// GTK's window about a program, over another; Escape closes it. It shows what its properties say, such as
    /// `program-name` and `license-type`.
    public static func about(over parent: Window, title: String) -> Window {
        let window = Window(handle: WidgetHandle(gtk_about_dialog_new()))
        window.title = title
        window.transientFor = parent
        window.isModal = true
        window.closesOnEscape()
        // GTK would focus the name, as if it could be edited.
        let pointer: UnsafeMutablePointer<GtkWindow> = cast(window.pointer)
        window.connect("show") { gtk_window_set_focus(pointer, nil) }
        return window
    }

    /// The title, which is also the window's accessible name.
    @GObjectProperty("title") public var title = ""
    /// Sets the size it opens with, in pixels; -1 for its own.
    public func setDefaultSize(width: Int, height: Int) {
        gtk_window_set_default_size(cast(pointer), Int32(clamping: width), Int32(clamping: height))
    }
    /// The size it opens with, or was last given by the user, in pixels; -1 for its own.
    public var defaultSize: (width: Int, height: Int) {
        get {
            var (width, height): (gint, gint) = (-1, -1)
            gtk_window_get_default_size(cast(pointer), &width, &height)
            return (Int(width), Int(height))
        }
        set { setDefaultSize(width: newValue.width, height: newValue.height) }
    }
    /// Puts a header bar at the top.
    public func setTitlebar(_ titlebar: Widget) { gtk_window_set_titlebar(cast(pointer), titlebar.widget) }

    /// Leaves the top to the window's child, which has header bars of its own.
    public func hideTitlebar() {
        let none = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
        gtk_widget_set_visible(none, 0)
        gtk_window_set_titlebar(cast(pointer), none)
    }

    /// Whether the child has the header bars, and is all that is seen of the window.
    var isTitlebarHidden: Bool {
        gtk_window_get_titlebar(cast(pointer)).map { !gtk_widget_get_visible($0).isTrue } ?? false
    }

    /// Whether the windows behind it cannot be used until it is closed.
    @GObjectProperty("modal") public var isModal = false
    /// Whether the user can change its size.
    @GObjectProperty("resizable") public var resizable = true
    /// Keeps it over another window and closes it with that one.
    public var transientFor: Window? {
        get { gtk_window_get_transient_for(cast(pointer)).map { Window(handle: WidgetHandle(OpaquePointer($0))) } }
        set {
            gtk_window_set_transient_for(cast(pointer), newValue.map { cast($0.pointer) })
            gtk_window_set_destroy_with_parent(cast(pointer), (newValue != nil).g)
        }
    }
    /// Whether any window of the program has the keyboard.
    public static var isAnyActive: Bool { all.contains(where: \.isActive) }

    /// Whether the window has the keyboard.
    var isActive: Bool { gtk_window_is_active(cast(pointer)).isTrue }

    /// Whether another window is open over it, and must be closed before it can be used.
    var isBlocked: Bool { Self.all.contains { $0.isMapped && $0.isModal && $0.transientFor?.isSame(as: self) == true } }

    package static var all: [Window] {
        gtk_window_get_toplevels().map { items(of: $0).map { Window(handle: WidgetHandle($0)) } } ?? []
    }

    /// The widget that keys go to.
    public var focusWidget: Widget? {
        gtk_window_get_focus(cast(pointer)).map { Widget(handle: WidgetHandle($0)) }
    }
    /// True where the keyboard is in an entry or a text that is not empty.
    public var isTyping: Bool {
        guard let focus = gtk_window_get_focus(cast(pointer)) else { return false }
        if gtkkit_is_a(focus, "GtkTextView").isTrue { return true }
        guard gtkkit_is_a(focus, "GtkEditable").isTrue else { return false }
        return gtk_editable_get_text(cast(focus)).map { $0.pointee != 0 } ?? false
    }
    /// The widget that Return activates.
    public var defaultWidget: Widget? {
        get { gtk_window_get_default_widget(cast(pointer)).map { Widget(handle: WidgetHandle($0)) } }
        set { gtk_window_set_default_widget(cast(pointer), newValue?.widget) }
    }

    /// Shows the window, in front.
    public func present() {
        gtk_widget_realize(widget)
        // At fractions of a pixel, GTK 4.8's software renderer omits the dot of an i.
        if let renderer = gtk_native_get_renderer(cast(pointer)),
            gtkkit_is_a(UnsafeMutableRawPointer(renderer), "GskCairoRenderer").isTrue
        {
            Desktop.putLettersOnWholePixels()
        }
        gtk_window_present(cast(pointer))
    }

    /// Closes it like its close button: `onCloseRequest` can refuse.
    public func close() { gtk_window_close(cast(pointer)) }

    /// Makes Escape close it like its close button.
    public func closesOnEscape() {
        addShortcut("Escape", scope: .managed) { [pointer] in gtk_window_close(cast(pointer)) }
    }

    /// Moves the keyboard to a widget inside it once it is shown.
    public func focusFirst(_ widget: Widget) { gtk_window_set_focus(cast(pointer), widget.widget) }

    /// Closes it without asking.
    public func destroy() { gtk_window_destroy(cast(pointer)) }

    /// Calls the handler before the window is closed; true keeps it open.
    public func onCloseRequest(_ handler: @escaping @MainActor () -> Bool) {
        answer("close-request", handler)
    }
    /// Runs the closure after the next frame of this window has been painted; for a hidden window, once it is shown.
    public func afterNextFrame(_ body: @escaping @MainActor () -> Void) {
        gtk_widget_realize(widget)
        guard let clock = gtk_widget_get_frame_clock(widget) else { return }
        FrameClock(clock).afterPaint(body)
        gtk_widget_queue_draw(widget)
    }
}

/// The clock of a window's frames.
@MainActor
final class FrameClock {
    private let clock: OpaquePointer
    private var handler: UInt = 0

    init(_ clock: OpaquePointer) { self.clock = clock }

    /// Runs the closure once, after the next frame. The clock holds this object until then.
    func afterPaint(_ body: @escaping @MainActor () -> Void) {
        handler = Signal.connect(clock, "after-paint") { [self] in
            Signal.disconnect(clock, handler)
            body()
        }
    }
}

/// Finds the widget under a pointer that does not move. GTK takes it off a widget that becomes insensitive and does
/// not put it back when the widget can be used again: the next click without a move would go to what is behind.
@MainActor
enum PointerRepick {
    /// Lets GTK look for the widget under the pointer again, which it does after it has placed the window's widgets.
    static func find(over widget: UnsafeMutablePointer<GtkWidget>) {
        guard gtk_widget_get_mapped(widget).isTrue, let root = gtk_widget_get_root(widget),
            let clock = gtk_widget_get_frame_clock(widget)
        else { return }
        gtk_widget_queue_allocate(cast(root))
        // The frame after that one looks for it, and only where it is requested to deliver events.
        FrameClock(clock).afterPaint { gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_FLUSH_EVENTS) }
    }
}
