internal import CGtk
internal import CGtkShim
public import Foundation

/// The program as the desktop sees it: one main loop, its windows and its app-wide actions.
@MainActor
public final class Application: GtkObject {
    /// How a program relates to other instances of itself.
    public enum Instance: Sendable {
        /// Hands its start, files and actions to the instance that already runs.
        case unique
        /// Started by the desktop for a request; it shows no window until a request needs one.
        case service
        /// Does not share anything with other instances.
        case separate
    }

    /// The actions menus and shortcuts reach as `app.name`, and the desktop by name.
    public let actions: ActionGroup
    private let id: String

    /// An application with a reverse-domain id, which is also the name of its icon.
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
        // A caller usually sends another request with the next letter.
        if instance == .service { g_application_set_inactivity_timeout(cast(pointer), Self.timeout) }
    }

    /// How long a service waits for the next request, in milliseconds.
    private static let timeout: guint = 60_000

    /// Runs until the last window closes or `quit` is called, and returns the exit status. The closure makes the
    /// first window; it is called again each time another instance starts. Command-line arguments are ignored.
    /// - Parameters:
    ///   - files: what to open; `onOpen` is called with them instead of `activate`, in the instance that already runs.
    ///   - action: one of `actions` to call first, in the instance that already runs.
    ///   - activate: makes the first window.
    public func run(
        opening files: [URL] = [], doing action: String? = nil, _ activate: @escaping @MainActor () -> Void
    ) -> Int32 {
        SoftwareDrawing.preferWithoutGraphicsCard()
        let handler = Signal.connect(pointer, "activate") { [id] in
            BaseStyle.install()
            gtk_window_set_default_icon_name(id)
            // Once there was a window, the program ends with the last one.
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

    /// Does the same as starting the program again: calls the closure that `run` was given.
    public func activate() { g_application_activate(cast(pointer)) }

    /// Calls the handler with the files that `run`, another instance or the desktop opens.
    public func onOpen(_ handler: @escaping @MainActor ([URL]) -> Void) {
        Signal.connect(pointer, "open") { (list: OpaquePointer, count: Int) in
            let start: UnsafeMutablePointer<OpaquePointer?> = cast(list)
            let files = UnsafeBufferPointer(start: start, count: count).compactMap(\.self)
            handler(files.compactMap { ownedText(g_file_get_path($0)) }.map { URL(filePath: $0) })
        }
    }

    /// Ends `run`; windows stay as they are.
    public func quit() { g_application_quit(cast(pointer)) }

    /// Makes the keys, such as `<Control>f`, do the action, such as `win.find` or `win.sort::last`.
    public func setAccelerators(_ action: String, _ keys: [String]) {
        var copies: [UnsafePointer<CChar>?] = keys.map { UnsafePointer(g_strdup($0)) }
        defer { for copy in copies { g_free(UnsafeMutableRawPointer(mutating: copy)) } }
        copies.append(nil)
        gtk_application_set_accels_for_action(cast(pointer), action, &copies)
    }
}
