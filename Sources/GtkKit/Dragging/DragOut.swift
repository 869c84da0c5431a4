internal import CGtk
public import Foundation

/// What is dragged out of a widget: as a file, and as the bytes of one type.
public struct DraggedFile: Sendable {
    /// What the file is called.
    public let name: String
    /// What it is, such as `text/vcard`.
    public let type: String
    /// What it holds.
    public let content: Data

    /// A file of that name and type.
    public init(name: String, type: String, content: Data) {
        (self.name, self.type, self.content) = (name, type, content)
    }
}

extension Widget {
    /// Lets the widget be dragged to other programs, where it is a copy of what `content` gives when the drag begins;
    /// nil, and there is no drag.
    public final func onDragOut(_ content: @escaping @MainActor () -> DraggedFile?) {
        guard let source = gtk_drag_source_new() else { return }
        gtk_drag_source_set_actions(source, GDK_ACTION_COPY)
        Signal.provider(cast(source), "prepare") { content().flatMap(DragFolder.provider) }
        gtk_widget_add_controller(widget, cast(source))
    }
}

/// Where files that are dragged out rest until the program ends.
@MainActor
enum DragFolder {
    private static let folder = FileManager.default.temporaryDirectory.appending(
        path: "\(ProcessInfo.processInfo.processName)-\(ProcessInfo.processInfo.processIdentifier)-dragged")

    /// Offers the bytes, and a file of them, for file managers take nothing else.
    static func provider(_ dragged: DraggedFile) -> OpaquePointer? {
        let bytes = dragged.content.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
        defer { g_bytes_unref(bytes) }
        var providers: [UnsafeMutablePointer<GdkContentProvider>?] = []
        if let file = write(dragged) {
            let list = g_bytes_new("\(file.absoluteString)\r\n", gsize(file.absoluteString.utf8.count + 2))
            defer { g_bytes_unref(list) }
            providers.append(gdk_content_provider_new_for_bytes("text/uri-list", list))
        }
        for type in [dragged.type, "text/plain;charset=utf-8"] {
            providers.append(gdk_content_provider_new_for_bytes(type, bytes))
        }
        return gdk_content_provider_new_union(&providers, gsize(providers.count)).map { cast($0) }
    }

    private static func write(_ dragged: DraggedFile) -> URL? {
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            let file = folder.appending(path: dragged.name)
            try dragged.content.write(to: file)
            _ = removesAtEnd
            return file
        } catch { return nil }
    }

    private static let removesAtEnd: Bool = {
        atexit { MainActor.assumeIsolated { try? FileManager.default.removeItem(at: DragFolder.folder) } }
        return true
    }()
}
