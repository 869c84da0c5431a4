internal import CGtk
public import Foundation

/// Content of the clipboard or a drop, read as bytes, because GDK would decode pictures without checking their size.
@MainActor
public final class OfferedContent {
    /// Why content could not be read.
    public enum Failure: Error {
        /// It is longer than the limit.
        case tooLong
        /// The other program did not send it.
        case notRead
    }

    private let formats: OpaquePointer
    private let source: GObjectRef
    private let isDrop: Bool

    private init?(_ source: GObjectRef, _ formats: OpaquePointer?, isDrop: Bool) {
        guard let formats else { return nil }
        // Offered objects can be read as bytes, too.
        self.formats = gdk_content_formats_union_serialize_mime_types(gdk_content_formats_ref(formats))
        self.source = source
        self.isDrop = isDrop
    }

    convenience init?(clipboard: OpaquePointer) {
        self.init(.retaining(clipboard), gdk_clipboard_get_formats(clipboard), isDrop: false)
    }

    convenience init?(drop: GObjectRef) { self.init(drop, gdk_drop_get_formats(drop.pointer), isDrop: true) }

    isolated deinit { gdk_content_formats_unref(formats) }

    /// Whether the content has a type such as `image/png`.
    public func has(_ type: String) -> Bool { gdk_content_formats_contain_mime_type(formats, type).isTrue }

    /// Reads content of a type, up to `limit` bytes. Throws `Failure`.
    public func read(_ type: String, atMost limit: Int) async throws(Failure) -> Data {
        let stream = await AsyncCall.of(
            start: { callback, data in
                type.withCString { type in
                    var types: [UnsafePointer<CChar>?] = [type, nil]
                    let read = isDrop ? gdk_drop_read_async : gdk_clipboard_read_async
                    read(source.pointer, &types, G_PRIORITY_DEFAULT, nil, callback, data)
                }
            },
            finish: { [isDrop] object, result in
                let finish = isDrop ? gdk_drop_read_finish : gdk_clipboard_read_finish
                return finish(object, result, nil, nil).map { GObjectRef.adopting(cast($0)) }
            })
        guard let stream else { throw .notRead }
        var data = Data()
        while let part = await Self.next(of: stream) {
            if part.isEmpty { return data }
            data += part
            guard data.count <= limit else { throw .tooLong }
        }
        throw .notRead
    }

    private static func next(of stream: GObjectRef) async -> Data? {
        await AsyncCall.of(
            start: { callback, data in
                g_input_stream_read_bytes_async(
                    cast(stream.pointer), 1 << 18, G_PRIORITY_DEFAULT, nil, callback, data)
            },
            finish: { object, result in
                g_input_stream_read_bytes_finish(cast(object), result, nil).map(takeData)
            })
    }
}

/// A file that can be dragged out of a widget.
public struct DraggedFile: Sendable {
    public let name: String
    /// The content type, such as `text/vcard`.
    public let type: String
    public let content: Data

    public init(name: String, type: String, content: Data) {
        self.name = name
        self.type = type
        self.content = content
    }
}

extension Widget {
    /// A movement of the pointer in a widget's coordinates.
    public typealias Movement = (from: (x: Double, y: Double), to: (x: Double, y: Double))

    /// Lets the user drag a file out of the widget.
    /// - Parameters:
    ///   - isDrag: whether a movement with the button pressed drags the file; called at each step until it does. A
    ///     finger drags only from where that is so at once.
    ///   - content: called when a drag begins; nil prevents the drag.
    public final func onDragOut(
        when isDrag: @escaping @MainActor (Movement) -> Bool = { _ in true },
        _ content: @escaping @MainActor () -> DraggedFile?
    ) {
        guard let source = gtk_drag_source_new() else { return }
        gtk_drag_source_set_actions(source, GDK_ACTION_COPY)
        let gesture: OpaquePointer = cast(source)
        // Only fingers have a sequence.
        Signal.connect(gesture, "begin") { (sequence: OpaquePointer?) in
            var (x, y) = (0.0, 0.0)
            if sequence != nil, gtk_gesture_get_point(gesture, sequence, &x, &y).isTrue, !isDrag(((x, y), (x, y))) {
                gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_DENIED)
            }
        }
        Signal.answer(gesture, "prepare") { (x: Double, y: Double) in
            var now = (x: x, y: y)
            gtk_gesture_get_point(gesture, gtk_gesture_get_last_updated_sequence(gesture), &now.x, &now.y)
            return isDrag(((x, y), now)) ? content().flatMap(DragFolder.provider) : nil
        }
        Signal.connect(gesture, "drag-begin") { (drag: OpaquePointer) in
            // The icon of a refused drag flies back for half a second, and would take a click at the start of the drag.
            guard let icon = gdk_drag_get_drag_surface(drag), let nowhere = cairo_region_create() else { return }
            gdk_surface_set_input_region(icon, nowhere)
            cairo_region_destroy(nowhere)
        }
        add(gesture)
    }
}

/// The temporary folder of dragged files, removed when the program ends.
@MainActor
private enum DragFolder {
    private static let folder = FileManager.default.temporaryDirectory.appending(
        path: "\(ProcessInfo.processInfo.processName)-\(ProcessInfo.processInfo.processIdentifier)-dragged")

    /// Offers the bytes and a file, because file managers only accept files.
    static func provider(_ dragged: DraggedFile) -> GObjectRef? {
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
        return gdk_content_provider_new_union(&providers, gsize(providers.count)).map { .adopting(cast($0)) }
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

extension Widget {
    /// Accepts drops of content types such as `image/png`. The handler returns whether it used the content. Style
    /// sheets match the drag with `:drop(active)`.
    /// - Parameter isTarget: whether the widget accepts drops now; called when a drag enters it.
    public final func onDropContent(
        _ types: [String], if isTarget: @escaping @MainActor () -> Bool = { true },
        _ handler: @escaping @MainActor (OfferedContent) async -> Bool
    ) {
        guard let builder = gdk_content_formats_builder_new() else { return }
        for type in types { gdk_content_formats_builder_add_mime_type(builder, type) }
        let named = gdk_content_formats_builder_free_to_formats(builder)
        let formats = gdk_content_formats_union_deserialize_gtypes(named)
        guard let target = gtk_drop_target_async_new(formats, GDK_ACTION_COPY) else { return }
        Signal.answer(cast(target), "accept") { (drop: OpaquePointer) in
            isTarget() && gdk_content_formats_match(formats, gdk_drop_get_formats(drop)).isTrue
        }
        Signal.answer(cast(target), "drop") { [widget] (pointer: OpaquePointer) in
            // GTK 4.8 keeps the state after the drop.
            gtk_widget_unset_state_flags(widget, GTK_STATE_FLAG_DROP_ACTIVE)
            let drop = GObjectRef.retaining(pointer)
            Task {
                let isTaken = if let content = OfferedContent(drop: drop) { await handler(content) } else { false }
                gdk_drop_finish(drop.pointer, isTaken ? GDK_ACTION_COPY : GdkDragAction(rawValue: 0))
            }
            return true
        }
        add(cast(target))
    }
}

extension Widget {
    /// Accepts files dropped by other programs. Style sheets match the drag with `:drop(active)`.
    /// - Parameter handler: gets at least one local file.
    public final func onDropFiles(_ handler: @escaping @MainActor ([URL]) -> Void) {
        guard let target = gtk_drop_target_new(gdk_file_list_get_type(), GDK_ACTION_COPY) else { return }
        Signal.answer(cast(target), "accept") { (drop: OpaquePointer) in
            gdk_drop_get_drag(drop) == nil
                && gdk_content_formats_match(gtk_drop_target_get_formats(target), gdk_drop_get_formats(drop)).isTrue
        }
        Signal.answer(cast(target), "drop") { [widget] (value: OpaquePointer) in
            // GTK 4.8 keeps the state after the drop.
            gtk_widget_unset_state_flags(widget, GTK_STATE_FLAG_DROP_ACTIVE)
            let files = Self.files(in: cast(value))
            if !files.isEmpty { handler(files) }
            return !files.isEmpty
        }
        add(cast(target))
    }

    private static func files(in value: UnsafePointer<GValue>) -> [URL] {
        guard let list = g_value_get_boxed(value) else { return [] }
        let files = gdk_file_list_get_files(OpaquePointer(list))
        defer { g_slist_free(files) }
        var (found, next): ([URL], UnsafeMutablePointer<GSList>?) = ([], files)
        while let node = next {
            if let file = node.pointee.data, let path = ownedText(g_file_get_path(OpaquePointer(file))) {
                found.append(URL(filePath: path))
            }
            next = node.pointee.next
        }
        return found
    }
}
