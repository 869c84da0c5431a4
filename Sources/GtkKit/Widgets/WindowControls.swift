internal import CGtk

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
