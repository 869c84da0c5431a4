internal import CGtk
public import Foundation
public import GtkKit
internal import Language

/// Pictures that other programs hand over. They are taken as bytes: GDK would decode them without looking at their size.
@MainActor
enum IncomingPicture {
    private static let pictureTypes = ["image/png", "image/jpeg", "image/webp", "image/gif", "image/bmp"]
    private static let fileType = "text/uri-list"
    /// Stands in sentences in the place of a file's name.
    private static let clipboard = translated("clipboard")

    /// How somebody who offers something is asked for it.
    struct Source {
        let formats: OpaquePointer?
        /// Starts to read one of the types, which end with nil.
        let read: (UnsafeMutablePointer<UnsafePointer<CChar>?>, @escaping GAsyncReadyCallback, gpointer) -> Void
        let finish: @MainActor (OpaquePointer, OpaquePointer?) -> UnsafeMutablePointer<GInputStream>?
    }

    static var formats: OpaquePointer? {
        guard let builder = gdk_content_formats_builder_new() else { return nil }
        for type in pictureTypes + [fileType] { gdk_content_formats_builder_add_mime_type(builder, type) }
        gdk_content_formats_builder_add_gtype(builder, gdk_texture_get_type())
        gdk_content_formats_builder_add_gtype(builder, gdk_file_list_get_type())
        return gdk_content_formats_builder_free_to_formats(builder)
    }

    /// The bytes of the picture that is offered, or of the first file; nil when neither is.
    static func bytes(from source: Source) async throws(PictureError) -> Data? {
        guard let formats = source.formats else { return nil }
        // What this program offers as an object, others and we can have as bytes.
        let offered = gdk_content_formats_union_serialize_mime_types(gdk_content_formats_ref(formats))
        defer { gdk_content_formats_unref(offered) }
        for type in pictureTypes where gdk_content_formats_contain_mime_type(offered, type).isTrue {
            return try await read(type, from: source)
        }
        guard gdk_content_formats_contain_mime_type(offered, fileType).isTrue else { return nil }
        guard let list = try await read(fileType, from: source), let file = firstFile(in: list) else { return nil }
        return try await PictureFile.bytes(of: file)
    }

    private static func firstFile(in list: Data) -> URL? {
        let lines = String(decoding: list.prefix(100_000), as: UTF8.self).split(whereSeparator: \.isNewline)
        return lines.first { !$0.hasPrefix("#") }.flatMap { URL(string: String($0)) }
    }

    private static func read(_ type: String, from source: Source) async throws(PictureError) -> Data? {
        let stream = await AsyncCall.of(
            start: { callback, data in
                type.withCString { type in
                    var types: [UnsafePointer<CChar>?] = [type, nil]
                    source.read(&types, callback, data)
                }
            },
            finish: { object, result in source.finish(object, result).map { GObjectRef.adopting(cast($0)) } })
        guard let stream else { throw .notRead(name: clipboard) }
        var data = Data()
        while let part = await next(of: stream) {
            if part.isEmpty { return data }
            data += part
            guard data.count <= PictureFile.limit else { throw .fileTooLarge(name: clipboard) }
        }
        throw .notRead(name: clipboard)
    }

    private static func next(of stream: GObjectRef) async -> Data? {
        await AsyncCall.of(
            start: { callback, data in
                g_input_stream_read_bytes_async(
                    cast(stream.pointer), 1 << 18, G_PRIORITY_DEFAULT, nil, callback, data)
            },
            finish: { object, result in
                guard let bytes = g_input_stream_read_bytes_finish(cast(object), result, nil) else { return nil }
                defer { g_bytes_unref(bytes) }
                var count: gsize = 0
                let start = g_bytes_get_data(bytes, &count)
                return start.map { Data(bytes: $0, count: Int(count)) } ?? Data()
            })
    }
}

/// Waits for what GIO does in the background.
@MainActor
enum AsyncCall {
    typealias Body = @MainActor (OpaquePointer, OpaquePointer?) -> Void

    /// Starts, and returns what `finish` makes of the object and the result.
    static func of<Value: Sendable>(
        start: (@escaping GAsyncReadyCallback, gpointer) -> Void,
        finish: @escaping @MainActor (OpaquePointer, OpaquePointer?) -> Value
    ) async -> Value {
        await withCheckedContinuation { continuation in
            let body: Body = { continuation.resume(returning: finish($0, $1)) }
            let callback: GAsyncReadyCallback = { object, result, data in
                nonisolated(unsafe) let (object, result, data) = (object, result, data)
                MainActor.assumeIsolated { if let object { CallbackBox<Body>.body(data)?(cast(object), result) } }
                freeBox(data)
            }
            start(callback, CallbackBox(body).retained())
        }
    }
}

extension Desktop {
    /// The picture on the clipboard as the bytes of a file: a picture copied in another program, or the first of the
    /// files copied in a file manager. Nil when there is neither. Throws `PictureError`.
    public static func clipboardPicture() async throws(PictureError) -> Data? {
        guard let clipboard else { return nil }
        let source = IncomingPicture.Source(
            formats: gdk_clipboard_get_formats(clipboard),
            read: { gdk_clipboard_read_async(clipboard, $0, G_PRIORITY_DEFAULT, nil, $1, $2) },
            finish: { gdk_clipboard_read_finish($0, $1, nil, nil) })
        return try await IncomingPicture.bytes(from: source)
    }
}

extension Widget {
    /// Takes a picture or a file that is dropped on the widget: the handler gets its bytes, or why there are none. While
    /// it is held over the widget, style sheets know the widget as `:drop(active)`.
    public final func onDropPicture(_ handler: @escaping @MainActor (Result<Data, PictureError>) -> Void) {
        guard let target = gtk_drop_target_async_new(IncomingPicture.formats, GDK_ACTION_COPY) else { return }
        Signal.incoming(cast(target), "drop") { [widget] pointer in
            // GTK 4.8 leaves the widget looking as if something were still held over it.
            gtk_widget_unset_state_flags(widget, GTK_STATE_FLAG_DROP_ACTIVE)
            let drop = GObjectRef.retaining(pointer)
            Task {
                let source = IncomingPicture.Source(
                    formats: gdk_drop_get_formats(drop.pointer),
                    read: { gdk_drop_read_async(drop.pointer, $0, G_PRIORITY_DEFAULT, nil, $1, $2) },
                    finish: { gdk_drop_read_finish($0, $1, nil, nil) })
                do throws(PictureError) {
                    let data = try await IncomingPicture.bytes(from: source)
                    gdk_drop_finish(drop.pointer, data == nil ? GdkDragAction(rawValue: 0) : GDK_ACTION_COPY)
                    handler(data.map { .success($0) } ?? .failure(.notAPicture))
                } catch {
                    gdk_drop_finish(drop.pointer, GdkDragAction(rawValue: 0))
                    handler(.failure(error))
                }
            }
            return true
        }
        gtk_widget_add_controller(widget, cast(target))
    }
}
