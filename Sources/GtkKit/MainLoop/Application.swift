internal import CGtk

/// The program as the desktop sees it: one main loop, its windows and its app-wide actions.
@MainActor
public final class Application: GtkObject {
    /// The actions menus and shortcuts reach as `app.name`.
    public let actions: ActionGroup

    /// An application with a reverse-domain id. A unique one hands its start to the instance that already runs.
    public init(id: String, unique: Bool = true) {
        let flags = unique ? G_APPLICATION_DEFAULT_FLAGS : G_APPLICATION_NON_UNIQUE
        let reference = GObjectRef.adopting(cast(gtk_application_new(id, flags)))
        actions = ActionGroup(sharing: reference)
        super.init(reference)
    }

    /// Runs until the last window closes or `quit` is called, and returns the exit status. The closure makes the
    /// first window; it is called again each time another instance starts. Command-line arguments are not looked at.
    public func run(_ activate: @escaping @MainActor () -> Void) -> Int32 {
        let bridge = MainLoop.attachDispatch()
        defer { bridge.detach() }
        let handler = Signal.plain(pointer, "activate") {
            BaseStyle.install()
            activate()
        }
        defer { Signal.disconnect(pointer, handler) }
        return g_application_run(cast(pointer), 0, nil)
    }

    /// Ends `run`, leaving windows as they are.
    public func quit() { g_application_quit(cast(pointer)) }

    /// Makes the keys, such as `<Control>f`, do the action, such as `win.find` or `win.sort::last`.
    public func setAccelerators(_ action: String, _ keys: [String]) {
        var copies: [UnsafePointer<CChar>?] = keys.map { UnsafePointer(g_strdup($0)) }
        defer { for copy in copies { g_free(UnsafeMutableRawPointer(mutating: copy)) } }
        copies.append(nil)
        gtk_application_set_accels_for_action(cast(pointer), action, &copies)
    }
}
