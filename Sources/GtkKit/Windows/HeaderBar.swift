internal import CGtk

/// The title bar of a window.
public final class HeaderBar: Widget, BuiltWidget {
    public convenience init() { self.init(handle: WidgetHandle(gtk_header_bar_new())) }

    /// A header bar without the window's buttons, with its widgets in the order in which they are shown.
    public convenience init(start: [Widget], title: Widget? = nil, end: [Widget]) {
        self.init()
        showsTitleButtons = false
        start.forEach(packStart)
        if let title { gtk_header_bar_set_title_widget(pointer, title.widget) }
        end.reversed().forEach(packEnd)
    }

    /// Adds a widget at the start.
    public func packStart(_ child: Widget) { gtk_header_bar_pack_start(pointer, child.widget) }

    /// Adds a widget at the end.
    public func packEnd(_ child: Widget) { gtk_header_bar_pack_end(pointer, child.widget) }

    /// Removes a widget.
    public func remove(_ child: Widget) { gtk_header_bar_remove(pointer, child.widget) }

    @GObjectProperty("show-title-buttons") public var showsTitleButtons = true
}

/// The window buttons on one side of a header bar.
public final class WindowControls: Widget, BuiltWidget {
    /// A side of a header bar.
    public enum Side: UInt32, Sendable {
        case start = 0
        case end = 1
    }

    /// The buttons of a side.
    public convenience init(_ side: Side) {
        self.init(handle: WidgetHandle(gtk_window_controls_new(GtkPackType(rawValue: side.rawValue))))
    }

    private var isConnected = false

    /// Whether to show the buttons that the desktop has on this side.
    public var isWanted = true {
        didSet {
            connect()
            update()
        }
    }

    private func connect() {
        guard !isConnected else { return }
        isConnected = true
        Signal.notify(pointer, "empty") { [weak self] in self?.update() }
    }

    private func update() { isVisible = isWanted && !gtk_window_controls_get_empty(pointer).isTrue }
}
