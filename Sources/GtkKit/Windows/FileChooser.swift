internal import CGtk
public import Foundation

/// A filter of files to choose from.
public struct FileFilter: Hashable, Sendable {
    public let name: String
    /// Content types such as `image/png`.
    public let types: [String]
    /// Patterns of names such as `*.png`.
    public let patterns: [String]

    public init(name: String, types: [String] = [], patterns: [String] = []) {
        self.name = name
        self.types = types
        self.patterns = patterns
    }
}

/// The desktop's file dialog.
@MainActor
public enum FileChooser {
    /// Lets the user choose a file. Calls back once, with nil if the user cancels or the window is closed. The first
    /// filter is selected.
    /// - Parameter accept: the label of the default button, or nil for GTK's.
    public static func present(
        over window: Window, title: String, accept: String? = nil, filters: [FileFilter] = [],
        onChosen: @escaping @MainActor (URL?) -> Void
    ) {
        let made = gtk_file_chooser_native_new(title, cast(window.pointer), GTK_FILE_CHOOSER_ACTION_OPEN, accept, nil)
        run(made, over: window, filters, onChosen)
    }

    /// Lets the user choose where to save a file, and calls back like `present`. The dialog confirms overwriting.
    public static func save(
        over window: Window, title: String, accept: String? = nil, name: String, filters: [FileFilter] = [],
        onChosen: @escaping @MainActor (URL?) -> Void
    ) {
        let made = gtk_file_chooser_native_new(title, cast(window.pointer), GTK_FILE_CHOOSER_ACTION_SAVE, accept, nil)
        if let made { gtk_file_chooser_set_current_name(made, name) }
        run(made, over: window, filters, onChosen)
    }

    private static func run(
        _ made: OpaquePointer?, over window: Window, _ filters: [FileFilter],
        _ onChosen: @escaping @MainActor (URL?) -> Void
    ) {
        guard let made else { return onChosen(nil) }
        // GTK does not retain native dialogs; the handlers do until one of them is called.
        let chooser = GObjectRef.adopting(made)
        for filter in filters { gtk_file_chooser_add_filter(cast(chooser.pointer), gtkFilter(filter)) }
        gtk_native_dialog_set_modal(cast(chooser.pointer), 1)
        var connections: [Connection] = []
        let finish: @MainActor (URL?) -> Void = { file in
            for connection in connections { connection.disconnect() }
            connections = []
            gtk_native_dialog_destroy(cast(chooser.pointer))
            onChosen(file)
        }
        let response = Signal.connect(chooser.pointer, "response") { (response: Int) in
            let isAccepted = Int32(truncatingIfNeeded: response) == GTK_RESPONSE_ACCEPT.rawValue
            finish(isAccepted ? file(of: chooser.pointer) : nil)
        }
        let end = Signal.connect(window.pointer, "unrealize") { finish(nil) }
        connections = [Connection(chooser, [response]), Connection(window.reference, [end])]
        gtk_native_dialog_show(cast(chooser.pointer))
    }

    private static func gtkFilter(_ filter: FileFilter) -> OpaquePointer? {
        let made = gtk_file_filter_new()
        gtk_file_filter_set_name(made, filter.name)
        for type in filter.types { gtk_file_filter_add_mime_type(made, type) }
        for pattern in filter.patterns { gtk_file_filter_add_pattern(made, pattern) }
        return made
    }

    private static func file(of chooser: OpaquePointer) -> URL? {
        guard let file = gtk_file_chooser_get_file(chooser) else { return nil }
        defer { g_object_unref(file.raw) }
        if let path = ownedText(g_file_get_path(file)) { return URL(filePath: path) }
        return ownedText(g_file_get_uri(file)).flatMap { URL(string: $0) }
    }
}
