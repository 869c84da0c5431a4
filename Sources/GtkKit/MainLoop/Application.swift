internal import CGtk
internal import CGtkShim
public import Foundation

/// A program with its main loop, windows, and application-wide actions.
@MainActor
public final class Application: GtkObject {
    /// How several processes of the same program share work.
    public enum Instance: Sendable {
        /// Forwards launches, files, and actions to the first process.
        case unique
        /// Launched by D-Bus activation; shows no window until a request needs one.
        case service
        case separate
    }

    /// The actions that menus and shortcuts reach as `app.name`.
    public let actions: ActionGroup
    private let id: String

    /// A program with a reverse-DNS name, which is also the name of its icon.
    public init(id: String, instance: Instance = .unique) {
        let kind =
            switch instance {
            case .unique: G_APPLICATION_DEFAULT_FLAGS
            case .service: G_APPLICATION_IS_SERVICE
            case .separate: G_APPLICATION_NON_UNIQUE
            }
        let flags = GApplicationFlags(rawValue: kind.rawValue | G_APPLICATION_HANDLES_OPEN.rawValue)
        let reference = GObjectRef.adopting(cast(gtkkit_application_new(id, flags)))
        actions = ActionGroup(sharing: reference)
        self.id = id
        super.init(reference)
        // Each keystroke in the desktop's search is another request.
        if instance == .service { g_application_set_inactivity_timeout(cast(pointer), Self.timeout) }
    }

    /// Milliseconds that a service waits for the next request.
    private static let timeout: guint = 60_000

    /// Runs until the last window is closed or `quit` is called, and returns the exit status. Command-line arguments
    /// are ignored.
    /// - Parameters:
    ///   - files: files for the `onOpen` handler of the first process, which is called instead of `activate`.
    ///   - action: one of `actions`, activated first.
    ///   - activate: shows the first window. It is called again for each further launch.
    public func run(
        opening files: [URL] = [], doing action: String? = nil, _ activate: @escaping @MainActor () -> Void
    ) -> Int32 {
        let handler = Signal.connect(pointer, "activate") { [id] in
            StyleSheet.installBase()
            gtk_window_set_default_icon_name(id)
            // From now on the program ends with its last window.
            g_application_set_inactivity_timeout(g_application_get_default(), 0)
            activate()
        }
        defer { Signal.disconnect(pointer, handler) }
        if let action, g_application_register(cast(pointer), nil, nil).isTrue { actions.activate(action) }
        var arguments = ([id] + files.map(\.path)).map { strdup($0) }
        defer { for argument in arguments { free(argument) } }
        return MainLoop.withDispatch {
            g_application_run(cast(pointer), Int32(clamping: arguments.count), &arguments)
        }
    }

    /// Calls the closure passed to `run`, as another launch would.
    public func activate() { g_application_activate(cast(pointer)) }

    /// Calls the handler once in the first process, before GTK loads the theme, which takes time: what the first window
    /// needs can be prepared meanwhile on another thread.
    public func onStart(_ handler: @escaping @MainActor () -> Void) {
        Signal.connect(pointer, "gtkkit-start", handler)
    }

    /// Calls the handler with files passed to `run` or opened from the desktop.
    public func onOpen(_ handler: @escaping @MainActor ([URL]) -> Void) {
        Signal.connect(pointer, "open") { (list: OpaquePointer, count: Int) in
            let start: UnsafeMutablePointer<OpaquePointer?> = cast(list)
            let files = UnsafeBufferPointer(start: start, count: count).compactMap(\.self)
            handler(files.compactMap { ownedText(g_file_get_path($0)) }.map { URL(filePath: $0) })
        }
    }

    /// Ends `run` without closing windows.
    public func quit() { g_application_quit(cast(pointer)) }

    /// Sets the shortcuts, such as `<Control>f`, of an action such as `win.find` or `win.sort::last`.
    public func setAccelerators(_ action: String, _ keys: [String]) {
        var copies: [UnsafePointer<CChar>?] = keys.map { UnsafePointer(g_strdup($0)) }
        defer { for copy in copies { g_free(UnsafeMutableRawPointer(mutating: copy)) } }
        copies.append(nil)
        gtk_application_set_accels_for_action(cast(pointer), action, &copies)
    }
}
