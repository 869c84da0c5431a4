internal import CGtk
public import Foundation

/// An immutable picture in memory. Methods that create a picture return nil if memory is short.
// Unchecked because GObject reference counts are atomic.
public final class Pixbuf: @unchecked Sendable {
    let pixbuf: OpaquePointer

    /// Takes ownership of a reference.
    init?(owned pixbuf: OpaquePointer?) {
        guard let pixbuf else { return nil }
        self.pixbuf = pixbuf
    }

    deinit { g_object_unref(pixbuf.raw) }

    public var width: Int { Int(gdk_pixbuf_get_width(pixbuf)) }
    public var height: Int { Int(gdk_pixbuf_get_height(pixbuf)) }

    @MainActor
    public var texture: Texture? { gdk_texture_new_for_pixbuf(pixbuf).map { Texture(.adopting($0)) } }

    /// The red, green, and blue values of a pixel, 0 to 255, or nil outside the picture.
    public func color(x: Int, y: Int) -> [Int]? {
        guard 0..<width ~= x, 0..<height ~= y, let bytes = gdk_pixbuf_read_pixels(pixbuf) else { return nil }
        let start = y * Int(gdk_pixbuf_get_rowstride(pixbuf)) + x * Int(gdk_pixbuf_get_n_channels(pixbuf))
        return (0..<3).map { Int(bytes[start + $0]) }
    }

    /// The picture in another size.
    public func scaled(_ width: Int, _ height: Int) -> Pixbuf? {
        if width == self.width, height == self.height { return self }
        return Pixbuf(
            owned: gdk_pixbuf_scale_simple(
                pixbuf, Int32(clamping: width), Int32(clamping: height), GDK_INTERP_BILINEAR))
    }

    /// A part that shares the pixels, or nil if it is not inside the picture.
    public func part(x: Int, y: Int, width: Int, height: Int) -> Pixbuf? {
        guard x >= 0, y >= 0, width > 0, height > 0, x + width <= self.width, y + height <= self.height else {
            return nil
        }
        return Pixbuf(
            owned: gdk_pixbuf_new_subpixbuf(
                pixbuf, Int32(clamping: x), Int32(clamping: y), Int32(clamping: width), Int32(clamping: height)))
    }

    /// The picture with its own copy of the pixels.
    public func copy() -> Pixbuf? { Pixbuf(owned: gdk_pixbuf_copy(pixbuf)) }

    /// The picture on a white background.
    public func onWhite() -> Pixbuf? {
        guard gdk_pixbuf_get_has_alpha(pixbuf).isTrue else { return self }
        return Pixbuf(
            owned: gdk_pixbuf_composite_color_simple(
                pixbuf, gdk_pixbuf_get_width(pixbuf), gdk_pixbuf_get_height(pixbuf), GDK_INTERP_NEAREST, 255, 8,
                0xFF_FFFF, 0xFF_FFFF))
    }

    /// The picture rotated according to an EXIF orientation, 1 to 8.
    public func upright(_ orientation: Int) -> Pixbuf? {
        guard 2...8 ~= orientation else { return self }
        // Options are set on another object with the same pixels.
        guard let marked = part(x: 0, y: 0, width: width, height: height) else { return nil }
        gdk_pixbuf_set_option(marked.pixbuf, "orientation", "\(orientation)")
        return withExtendedLifetime(marked) { Pixbuf(owned: gdk_pixbuf_apply_embedded_orientation($0.pixbuf)) }
    }

    /// The picture as a JPEG file without metadata, at a quality of 0 to 100.
    public func jpeg(quality: Int) -> Data? {
        var buffer: UnsafeMutablePointer<gchar>?
        var count: gsize = 0
        let (key, value) = (g_strdup("quality"), g_strdup("\(quality)"))
        defer { for text in [key, value] { g_free(text) } }
        var (keys, values) = ([key, nil], [value, nil])
        let saved = gdk_pixbuf_save_to_bufferv(pixbuf, &buffer, &count, "jpeg", &keys, &values, nil).isTrue
        guard let buffer else { return nil }
        defer { g_free(buffer) }
        return saved ? Data(bytes: buffer, count: Int(count)) : nil
    }
}

/// Decodes untrusted data after its header was checked. Can be called on any thread.
extension Pixbuf {
    /// Why a file could not be decoded.
    public enum DecodingError: Error {
        /// gdk-pixbuf has no decoder for the format.
        case noDecoder
        /// The data is truncated, or not of the format and size.
        case damaged
    }

    /// Decodes a file from consecutive pieces. Throws `DecodingError`.
    /// - Parameters:
    ///   - pieces: the bytes of the file.
    ///   - kind: the format's name in gdk-pixbuf, such as `jpeg`. No other decoder is used.
    ///   - width: the expected width in pixels. Decoding stops if the file has another size.
    ///   - height: the expected height in pixels.
    ///   - scaled: the size to decode to, for formats that can.
    ///   - reportsRows: whether the decoder reports each row, so that missing ones are found.
    public static func decode(
        _ pieces: some Sequence<Data>, kind: String, width: Int, height: Int, scaled: (width: Int, height: Int)?,
        reportsRows: Bool
    ) throws(DecodingError) -> Pixbuf {
        guard let loader = gdk_pixbuf_loader_new_with_type(kind, nil) else { throw .noDecoder }
        defer { g_object_unref(UnsafeMutableRawPointer(loader)) }
        let watch = LoaderWatch(width: width, height: height, scaled: scaled)
        watch.connect(to: loader)
        let isWhole = feed(pieces, to: loader)
        // The loader does not retain the watch.
        let isDecoded = withExtendedLifetime(watch) {
            isWhole && !watch.hasUnexpectedSize && (!reportsRows || watch.hasAllRows)
        }
        guard isDecoded, let whole = gdk_pixbuf_loader_get_pixbuf(loader) else { throw .damaged }
        g_object_ref(whole.raw)
        guard let pixbuf = Pixbuf(owned: whole) else { throw .damaged }
        return pixbuf
    }

    // GTK requires that every loader is closed.
    private static func feed(_ pieces: some Sequence<Data>, to loader: UnsafeMutablePointer<GdkPixbufLoader>) -> Bool {
        var fits = true
        for piece in pieces where fits {
            piece.withUnsafeBytes { bytes in
                let start = bytes.bindMemory(to: guchar.self).baseAddress
                for offset in stride(from: 0, to: bytes.count, by: 65_536) where fits {
                    let count = gsize(min(65_536, bytes.count - offset))
                    fits = gdk_pixbuf_loader_write(loader, start?.advanced(by: offset), count, nil).isTrue
                }
            }
        }
        let closed = gdk_pixbuf_loader_close(loader, nil).isTrue
        return fits && closed
    }
}

/// Checks the size and the rows that a decoder reports.
private final class LoaderWatch {
    private typealias Loader = UnsafeMutablePointer<GdkPixbufLoader>

    private let width: Int
    private let height: Int
    private let scaled: (width: Int, height: Int)?
    private(set) var hasUnexpectedSize = false
    private var rows = Int.max..<Int.max

    init(width: Int, height: Int, scaled: (width: Int, height: Int)?) {
        self.width = width
        self.height = height
        self.scaled = scaled
    }

    // gdk-pixbuf does not report the last row of a PNG.
    var hasAllRows: Bool { rows.lowerBound == 0 && rows.upperBound >= height - 1 }

    func connect(to loader: UnsafeMutablePointer<GdkPixbufLoader>) {
        let sized: @convention(c) (Loader, gint, gint, gpointer) -> Void = {
            Unmanaged<LoaderWatch>.fromOpaque($3).takeUnretainedValue().sized($0, Int($1), Int($2))
        }
        connect(loader, "size-prepared", unsafeBitCast(sized, to: GCallback.self))
        let prepared: @convention(c) (Loader, gpointer) -> Void = { loader, _ in
            // Otherwise skipped pixels would show uninitialized memory.
            if let pixbuf = gdk_pixbuf_loader_get_pixbuf(loader) { gdk_pixbuf_fill(pixbuf, 0) }
        }
        connect(loader, "area-prepared", unsafeBitCast(prepared, to: GCallback.self))
        let updated: @convention(c) (Loader, gint, gint, gint, gint, gpointer) -> Void = {
            Unmanaged<LoaderWatch>.fromOpaque($5).takeUnretainedValue().updated(Int($2)..<Int($2) + max(0, Int($4)))
        }
        connect(loader, "area-updated", unsafeBitCast(updated, to: GCallback.self))
    }

    private func connect(_ loader: Loader, _ signal: String, _ callback: GCallback) {
        g_signal_connect_data(
            loader, signal, callback, Unmanaged.passUnretained(self).toOpaque(), nil, GConnectFlags(rawValue: 0))
    }

    private func sized(_ loader: Loader, _ width: Int, _ height: Int) {
        guard width == self.width, height == self.height else {
            hasUnexpectedSize = true
            return gdk_pixbuf_loader_set_size(loader, 0, 0)  // 0 x 0 tells the loader to stop.
        }
        guard let scaled else { return }
        gdk_pixbuf_loader_set_size(loader, Int32(clamping: scaled.width), Int32(clamping: scaled.height))
    }

    private func updated(_ new: Range<Int>) {
        rows =
            rows.lowerBound == .max ? new : min(rows.lowerBound, new.lowerBound)..<max(rows.upperBound, new.upperBound)
    }
}
