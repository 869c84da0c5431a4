internal import CGtk

/// The bar at the top of a window.
public final class HeaderBar: Widget, BuiltWidget {
    public convenience init() { self.init(handle: WidgetHandle(gtk_header_bar_new())) }

    /// Adds a widget at the start.
    public func packStart(_ child: Widget) { gtk_header_bar_pack_start(pointer, child.widget) }

    /// Adds a widget at the end.
    public func packEnd(_ child: Widget) { gtk_header_bar_pack_end(pointer, child.widget) }

    /// Removes a widget.
    public func remove(_ child: Widget) { gtk_header_bar_remove(pointer, child.widget) }

    /// Whether the window's buttons are shown.
    @GObjectProperty("show-title-buttons") public var showsTitleButtons = true
}

/// The window's buttons on one side of its header: Close and others, as the desktop has them there.
public final class WindowControls: Widget, BuiltWidget {
    private var isConnected = false

    /// Whether they are shown where the desktop has buttons on this side; a header in the middle shows none.
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
