internal import CGtk
public import Foundation

/// The content that another program offers through the clipboard or a drop. It is read as bytes: GDK would decode a
/// picture without checking its size.
@MainActor
public final class OfferedContent {
    /// Why there are no bytes.
    public enum Failure: Error {
        /// There are more bytes than the limit.
        case tooLong
        /// The other program did not provide them.
        case notRead
    }

    private typealias Start = (UnsafeMutablePointer<UnsafePointer<CChar>?>, @escaping GAsyncReadyCallback, gpointer) ->
        Void
    private typealias Finish = @MainActor (OpaquePointer, OpaquePointer?) -> UnsafeMutablePointer<GInputStream>?

    private let formats: OpaquePointer
    private let start: Start
    private let finish: Finish

    private init(_ formats: OpaquePointer, start: @escaping Start, finish: @escaping Finish) {
        // An object that a program offers is also available as bytes.
        self.formats = gdk_content_formats_union_serialize_mime_types(gdk_content_formats_ref(formats))
        (self.start, self.finish) = (start, finish)
    }

    isolated deinit { gdk_content_formats_unref(formats) }

    convenience init?(clipboard: OpaquePointer) {
        guard let formats = gdk_clipboard_get_formats(clipboard) else { return nil }
        self.init(
            formats, start: { gdk_clipboard_read_async(clipboard, $0, G_PRIORITY_DEFAULT, nil, $1, $2) },
            finish: { gdk_clipboard_read_finish($0, $1, nil, nil) })
    }

    convenience init?(drop: GObjectRef) {
        guard let formats = gdk_drop_get_formats(drop.pointer) else { return nil }
        self.init(
            formats, start: { gdk_drop_read_async(drop.pointer, $0, G_PRIORITY_DEFAULT, nil, $1, $2) },
            finish: { gdk_drop_read_finish($0, $1, nil, nil) })
    }

    /// Whether the content is available as this type, such as `image/png`.
    public func has(_ type: String) -> Bool { gdk_content_formats_contain_mime_type(formats, type).isTrue }

    /// The bytes of a type. Reading stops where there are more than `limit`. Throws `Failure`.
    public func read(_ type: String, atMost limit: Int) async throws(Failure) -> Data {
        let stream = await AsyncCall.of(
            start: { callback, data in
                type.withCString { type in
                    var types: [UnsafePointer<CChar>?] = [type, nil]
                    start(&types, callback, data)
                }
            },
            finish: { [finish] object, result in finish(object, result).map { GObjectRef.adopting(cast($0)) } })
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
                guard let bytes = g_input_stream_read_bytes_finish(cast(object), result, nil) else { return nil }
                defer { g_bytes_unref(bytes) }
                var count: gsize = 0
                let start = g_bytes_get_data(bytes, &count)
                return start.map { Data(bytes: $0, count: Int(count)) } ?? Data()
            })
    }
}
