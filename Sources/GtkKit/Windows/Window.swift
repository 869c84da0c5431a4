internal import CGtk
internal import CGtkShim

/// A window, which exists until it is closed.
public final class Window: Widget, BuiltWidget, Bin {
    /// The actions of the window, `win.name`.
    public var actions: ActionGroup {
        if let found = GtkObject.attached(on: pointer, as: "actions", ActionGroup.self) { return found }
        let group = ActionGroup()
        insert(group, prefix: "win")
        attach(group, as: "actions")
        return group
    }

    /// A window without an application can only be used in tests.
    public convenience init(application: Application? = nil) {
        self.init(handle: WidgetHandle(gtk_window_new()))
        StyleSheet.installBase()
        if let application { gtk_window_set_application(cast(pointer), cast(application.pointer)) }
    }

    /// A modal window that is at most as wide as its parent. Escape closes it.
    public static func secondary(title: String, over parent: Window, width: Int, height: Int = -1) -> Window {
        let window = Window()
        window.setTitlebar(HeaderBar())
        window.setDefaultSize(width: parent.width > 0 ? min(width, parent.width) : width, height: height)
        window.closesOnEscape()
        return window.modal(title, over: parent)
    }

    func modal(_ title: String, over parent: Window) -> Window {
        self.title = title
        transientFor = parent
        isModal = true
        return self
    }

    /// A window with the accessible role of a dialog.
    public static func dialog() -> Window {
        StyleSheet.installBase()
        return Window(handle: WidgetHandle(gtk_window_get_type(), .dialog))
    }

    /// GTK's about dialog, which is configured with GTK properties such as `program-name`. Escape closes it.
    public static func about(over parent: Window, title: String) -> Window {
        let window = Window(handle: WidgetHandle(gtk_about_dialog_new()))
        window.closesOnEscape()
        // GTK would focus the name, as if it could be edited.
        let pointer: UnsafeMutablePointer<GtkWindow> = cast(window.pointer)
        window.connect("show") { gtk_window_set_focus(pointer, nil) }
        return window.modal(title, over: parent)
    }

    /// The title and accessible name.
    @GObjectProperty("title") public var title = ""
    /// Sets the initial size in pixels; -1 is the natural size.
    public func setDefaultSize(width: Int, height: Int) {
        gtk_window_set_default_size(cast(pointer), Int32(clamping: width), Int32(clamping: height))
    }
    /// The size in pixels; -1 is the natural size.
    public var defaultSize: (width: Int, height: Int) {
        get {
            var (width, height): (gint, gint) = (-1, -1)
            gtk_window_get_default_size(cast(pointer), &width, &height)
            return (Int(width), Int(height))
        }
        set { setDefaultSize(width: newValue.width, height: newValue.height) }
    }
    /// Sets the title bar.
    public func setTitlebar(_ titlebar: Widget) { gtk_window_set_titlebar(cast(pointer), titlebar.widget) }

    /// Hides the title bar, for a child with header bars of its own.
    public func hideTitlebar() {
        let none = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
        gtk_widget_set_visible(none, 0)
        gtk_window_set_titlebar(cast(pointer), none)
    }

    /// Whether the child has the header bars.
    var isTitlebarHidden: Bool {
        gtk_window_get_titlebar(cast(pointer)).map { !gtk_widget_get_visible($0).isTrue } ?? false
    }

    @GObjectProperty("modal") public var isModal = false
    @GObjectProperty("resizable") public var resizable = true
    /// The parent. The window remains above it and is closed with it.
    public var transientFor: Window? {
        get { gtk_window_get_transient_for(cast(pointer)).map { Window(handle: WidgetHandle(OpaquePointer($0))) } }
        set {
            gtk_window_set_transient_for(cast(pointer), newValue.map { cast($0.pointer) })
            gtk_window_set_destroy_with_parent(cast(pointer), (newValue != nil).g)
        }
    }
    /// Whether a window of the program is active.
    public static var isAnyActive: Bool { all.contains(where: \.isActive) }

    var isActive: Bool { gtk_window_is_active(cast(pointer)).isTrue }

    package static var all: [Window] {
        gtk_window_get_toplevels().map { items(of: $0).map { Window(handle: WidgetHandle($0)) } } ?? []
    }

    /// The widget with the focus.
    public var focusWidget: Widget? {
        gtk_window_get_focus(cast(pointer)).map { Widget(handle: WidgetHandle($0)) }
    }
    /// Whether the focus is in a text view or in an entry that is not empty.
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

    /// Shows the window in front.
    public func present() {
        gtk_widget_realize(widget)
        // At fractions of a pixel, the cairo renderer of GTK 4.8 omits the dot of an i.
        if let renderer = gtk_native_get_renderer(cast(pointer)),
            gtkkit_is_a(UnsafeMutableRawPointer(renderer), "GskCairoRenderer").isTrue
        {
            Desktop.putLettersOnWholePixels()
        }
        gtk_window_present(cast(pointer))
    }

    /// Closes the window like its close button, after `onCloseRequest`.
    public func close() { gtk_window_close(cast(pointer)) }

    /// Closes the window when the condition becomes true.
    @discardableResult
    public func closes(if condition: @escaping @MainActor () -> Bool) -> Self {
        bind(to: condition) { window, isOver in
            if isOver { MainLoop.soon(window.close) }
        }
    }

    /// Makes Escape close the window.
    public func closesOnEscape() {
        addShortcut("Escape", scope: .managed) { [pointer] in gtk_window_close(cast(pointer)) }
    }

    /// Activates the application's shortcuts for Control and a digit also on keyboards with the digits behind Shift,
    /// such as the French one, unless the key without Shift has another use.
    public func acceptsShiftedDigits() {
        guard let keys = gtk_event_controller_key_new() else { return }
        let window = widget
        Signal.answer(keys, "key-pressed") { (_: Int, code: Int, modifiers: Int) in
            let relevant =
                GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SHIFT_MASK.rawValue | GDK_SUPER_MASK.rawValue
            var value: guint = 0
            guard guint(modifiers) & relevant == GDK_CONTROL_MASK.rawValue,
                gdk_display_translate_key(
                    gtk_widget_get_display(window), guint(code), GDK_SHIFT_MASK,
                    gint(clamping: gtk_event_controller_key_get_group(keys)), &value, nil, nil, nil
                ).isTrue, guint(GDK_KEY_0)...guint(GDK_KEY_9) ~= value,
                let application = gtk_window_get_application(cast(window)),
                let names = gtk_application_get_actions_for_accel(application, "<Control>\(value - guint(GDK_KEY_0))")
            else { return false }
            defer { g_strfreev(names) }
            guard let name = borrowedText(names[0])?.split(separator: "::", maxSplits: 1), let action = name.first
            else { return false }
            let target = name.count > 1 ? g_variant_new_string(String(name[1])) : nil
            return gtk_widget_activate_action_variant(window, String(action), target).isTrue
        }
        add(keys)
    }

    /// Sets the initial focus.
    public func focusFirst(_ widget: Widget) { gtk_window_set_focus(cast(pointer), widget.widget) }

    /// Closes the window without `onCloseRequest`.
    public func destroy() { gtk_window_destroy(cast(pointer)) }

    /// Calls the handler before the window closes. Return true to keep it open.
    public func onCloseRequest(_ handler: @escaping @MainActor () -> Bool) {
        answer("close-request", handler)
    }
    /// Runs the closure after the next frame was painted.
    public func afterNextFrame(_ body: @escaping @MainActor () -> Void) {
        gtk_widget_realize(widget)
        guard let clock = gtk_widget_get_frame_clock(widget) else { return }
        FrameClock(clock).afterPaint(body)
        gtk_widget_queue_draw(widget)
    }
}

@MainActor
final class FrameClock {
    private let clock: OpaquePointer
    private var handler: UInt = 0

    init(_ clock: OpaquePointer) { self.clock = clock }

    /// Runs the closure once, after the next frame. The clock retains this object until then.
    func afterPaint(_ body: @escaping @MainActor () -> Void) {
        handler = Signal.connect(clock, "after-paint") { [self] in
            Signal.disconnect(clock, handler)
            body()
        }
    }
}

/// Picks the widget under a pointer that does not move. GTK does not when an insensitive widget becomes sensitive, and
/// the next click would go to the widget below.
@MainActor
enum PointerRepick {
    /// Queues a layout, after which GTK picks the widget.
    static func repick(over widget: UnsafeMutablePointer<GtkWidget>) {
        guard gtk_widget_get_mapped(widget).isTrue, let root = gtk_widget_get_root(widget),
            let clock = gtk_widget_get_frame_clock(widget)
        else { return }
        gtk_widget_queue_allocate(cast(root))
        // GTK does so in the next frame if that flushes events.
        FrameClock(clock).afterPaint { gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_FLUSH_EVENTS) }
    }
}
