internal import CGtk
internal import Foundation
internal import GtkKit
import PictureOutlines

/// One reference to a GdkPixbuf that nobody changes any more. Reference counts are atomic: hence unchecked.
final class Pixels: @unchecked Sendable {
    let pixbuf: OpaquePointer

    /// Takes over the caller's reference.
    init(owned pixbuf: OpaquePointer) { self.pixbuf = pixbuf }

    /// Takes over the caller's reference, if there is one.
    convenience init(owned pixbuf: OpaquePointer?) throws(PictureError) {
        guard let pixbuf else { throw .damaged }
        self.init(owned: pixbuf)
    }

    deinit { g_object_unref(pixbuf.raw) }

    var width: Int { Int(gdk_pixbuf_get_width(pixbuf)) }
    var height: Int { Int(gdk_pixbuf_get_height(pixbuf)) }

    /// The pixels in another size.
    func scaled(_ width: Int, _ height: Int) throws(PictureError) -> Pixels {
        if width == self.width, height == self.height { return self }
        return try Pixels(
            owned: gdk_pixbuf_scale_simple(
                pixbuf, Int32(clamping: width), Int32(clamping: height), GDK_INTERP_BILINEAR))
    }

    /// A part of the pixels, which holds on to all of them.
    func part(x: Int, y: Int, width: Int, height: Int) throws(PictureError) -> Pixels {
        guard x >= 0, y >= 0, width > 0, height > 0, x + width <= self.width, y + height <= self.height else {
            throw .damaged
        }
        return try Pixels(
            owned: gdk_pixbuf_new_subpixbuf(
                pixbuf, Int32(clamping: x), Int32(clamping: y), Int32(clamping: width), Int32(clamping: height)))
    }

    /// The pixels turned as EXIF's number says.
    func upright(_ orientation: Int) throws(PictureError) -> Pixels {
        let turns: (turn: GdkPixbufRotation, mirrored: Bool) =
            switch orientation {
            case 2: (GDK_PIXBUF_ROTATE_NONE, true)
            case 3: (GDK_PIXBUF_ROTATE_UPSIDEDOWN, false)
            case 4: (GDK_PIXBUF_ROTATE_UPSIDEDOWN, true)
            case 5: (GDK_PIXBUF_ROTATE_CLOCKWISE, true)
            case 6: (GDK_PIXBUF_ROTATE_CLOCKWISE, false)
            case 7: (GDK_PIXBUF_ROTATE_COUNTERCLOCKWISE, true)
            case 8: (GDK_PIXBUF_ROTATE_COUNTERCLOCKWISE, false)
            default: (GDK_PIXBUF_ROTATE_NONE, false)
            }
        var turned = self
        if turns.turn != GDK_PIXBUF_ROTATE_NONE {
            turned = try Pixels(owned: gdk_pixbuf_rotate_simple(pixbuf, turns.turn))
        }
        return turns.mirrored ? try Pixels(owned: gdk_pixbuf_flip(turned.pixbuf, 1)) : turned
    }
}

/// Decodes what an outline found, on any thread.
enum PixbufReader {
    typealias Size = (width: Int, height: Int)

    /// The picture, upright, in the size asked for; `size` is given the size it has. Throws `PictureError`.
    static func read(
        _ data: Data, _ outline: PictureOutline, size: (Size) -> Size
    ) throws(PictureError) -> Pixels {
        guard let loader = gdk_pixbuf_loader_new_with_type(outline.kind.rawValue, nil) else {
            throw .kindNotTaken(outline.kind == .webp ? "WebP" : outline.kind.rawValue.uppercased())
        }
        defer { g_object_unref(UnsafeMutableRawPointer(loader)) }
        let wanted = size((outline.width, outline.height))
        let watch = LoaderWatch(outline, wanted)
        watch.connect(to: loader)
        let isWhole = feed(data, outline, to: loader)
        // The loader calls the watch, which nothing else holds.
        try withExtendedLifetime(watch) { () throws(PictureError) in
            guard isWhole, !watch.isContradicted, watch.isComplete else { throw .damaged }
        }
        guard let whole = gdk_pixbuf_loader_get_pixbuf(loader) else { throw .damaged }
        g_object_ref(whole.raw)
        return try Pixels(owned: whole).scaled(wanted.width, wanted.height).upright(outline.orientation)
    }

    // A loader must be closed on every path.
    private static func feed(
        _ data: Data, _ outline: PictureOutline, to loader: UnsafeMutablePointer<GdkPixbufLoader>
    ) -> Bool {
        var fits = true
        let write = { (bytes: UnsafeRawBufferPointer) in
            let start = bytes.bindMemory(to: guchar.self).baseAddress
            for offset in stride(from: 0, to: bytes.count, by: 65_536) where fits {
                let count = gsize(min(65_536, bytes.count - offset))
                fits = gdk_pixbuf_loader_write(loader, start?.advanced(by: offset), count, nil).isTrue
            }
        }
        data.withUnsafeBytes { bytes in
            for piece in outline.pieces where fits { write(UnsafeRawBufferPointer(rebasing: bytes[piece])) }
        }
        if fits { outline.tail.withUnsafeBytes(write) }
        let closed = gdk_pixbuf_loader_close(loader, nil).isTrue
        return fits && closed
    }
}

/// Watches one decode on one thread: that the decoder finds the size that was checked, and that all rows come.
private final class LoaderWatch {
    private typealias Loader = UnsafeMutablePointer<GdkPixbufLoader>

    private let outline: PictureOutline
    private let wanted: PixbufReader.Size
    private(set) var isContradicted = false
    private var rows = Int.max..<Int.max

    init(_ outline: PictureOutline, _ wanted: PixbufReader.Size) { (self.outline, self.wanted) = (outline, wanted) }

    // A loader that scales tells of no rows, but a JPEG's outline has its end; a GIF's frame may be smaller than the
    // screen. gdk-pixbuf forgets to tell of a PNG's last row.
    var isComplete: Bool {
        switch outline.kind {
        case .jpeg, .gif: true
        case .png, .bmp, .webp: rows.lowerBound == 0 && rows.upperBound >= outline.height - 1
        }
    }

    func connect(to loader: UnsafeMutablePointer<GdkPixbufLoader>) {
        let sized: @convention(c) (Loader, gint, gint, gpointer) -> Void = {
            Unmanaged<LoaderWatch>.fromOpaque($3).takeUnretainedValue().sized($0, Int($1), Int($2))
        }
        connect(loader, "size-prepared", unsafeBitCast(sized, to: GCallback.self))
        let prepared: @convention(c) (Loader, gpointer) -> Void = { loader, _ in
            // Decoders that skip pixels would leave what was in the memory before.
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
        guard width == outline.width, height == outline.height else {
            isContradicted = true
            return gdk_pixbuf_loader_set_size(loader, 0, 0)  // 0 x 0 tells the loader to stop.
        }
        // Only JPEGs get smaller while they are decoded; the others could not say which rows came.
        guard outline.kind == .jpeg else { return }
        gdk_pixbuf_loader_set_size(loader, Int32(clamping: wanted.width), Int32(clamping: wanted.height))
    }

    private func updated(_ new: Range<Int>) {
        rows =
            rows.lowerBound == .max ? new : min(rows.lowerBound, new.lowerBound)..<max(rows.upperBound, new.upperBound)
    }
}
