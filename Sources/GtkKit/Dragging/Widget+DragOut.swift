internal import CGtk
public import Foundation

/// The content that is dragged out of a widget: as a file, and as the bytes of one type.
public struct DraggedFile: Sendable {
    /// The file name.
    public let name: String
    /// The content type, such as `text/vcard`.
    public let type: String
    /// The bytes.
    public let content: Data

    /// A file of that name and type.
    public init(name: String, type: String, content: Data) {
        (self.name, self.type, self.content) = (name, type, content)
    }
}

extension Widget {
    /// Lets the widget be dragged to other programs, which get a copy of what `content` returns when the drag begins;
    /// where it returns nil, no drag begins.
    public final func onDragOut(_ content: @escaping @MainActor () -> DraggedFile?) {
        onDragOut(from: { _, _ in true }, content)
    }

    /// Lets a part of the widget be dragged to other programs, as `onDragOut` does; elsewhere on the widget a drag has
    /// no effect here, and is left to others.
    /// - Parameters:
    ///   - isPart: whether a position in the widget is in that part.
    ///   - content: what is dragged, or nil where that drag has no effect.
    public final func onDragOut(
        from isPart: @escaping @MainActor (_ x: Double, _ y: Double) -> Bool,
        _ content: @escaping @MainActor () -> DraggedFile?
    ) {
        guard let source = gtk_drag_source_new() else { return }
        gtk_drag_source_set_actions(source, GDK_ACTION_COPY)
        let gesture: OpaquePointer = cast(source)
        Signal.pointer(gesture, "begin") { sequence in
            var (x, y) = (0.0, 0.0)
            if gtk_gesture_get_point(gesture, sequence, &x, &y).isTrue, !isPart(x, y) {
                gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_DENIED)
            }
        }
        Signal.provider(gesture, "prepare") { x, y in
            isPart(x, y) ? content().flatMap(DragFolder.provider) : nil
        }
        gtk_widget_add_controller(widget, cast(source))
    }
}

/// The temporary folder of files that are dragged out; it is kept until the program ends.
@MainActor
private enum DragFolder {
    private static let folder = FileManager.default.temporaryDirectory.appending(
        path: "\(ProcessInfo.processInfo.processName)-\(ProcessInfo.processInfo.processIdentifier)-dragged")

    /// Offers the bytes and a file of them, because file managers accept only files.
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
