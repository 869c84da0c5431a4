internal import CGtk
internal import Foundation

/// One reference to an immutable GdkTexture on its way to the main actor, where exactly one Texture adopts it.
/// Nobody touches the pointer in between, and GObject reference counts are atomic: hence unchecked.
struct DecodedTexture: @unchecked Sendable {
    let pointer: OpaquePointer
}

/// Turns untrusted data into textures, on any thread.
enum PictureDecoder {
    static let pixelLimit = 4_000_000

    static func decode(_ data: Data, side: Int) throws -> DecodedTexture {
        guard let kind = kind(of: data) else { throw TextureError.unreadable("not a picture") }
        guard isComplete(data, kind) else { throw TextureError.unreadable("cut short") }
        var error: UnsafeMutablePointer<GError>?
        guard let loader = gdk_pixbuf_loader_new_with_type(kind, &error) else {
            throw TextureError.unreadable(takeMessage(error))
        }
        defer { g_object_unref(UnsafeMutableRawPointer(loader)) }
        let plan = SizePlan(side: max(1, side))
        try withExtendedLifetime(plan) {
            plan.watch(loader)
            try feed(data, to: loader, plan)
        }
        guard let whole = gdk_pixbuf_loader_get_pixbuf(loader) else { throw TextureError.unreadable("no pixels") }
        return try square(whole, side: plan.side)
    }

    // A loader must be closed on every path, and its complaint about a refused picture is of no interest.
    private static func feed(_ data: Data, to loader: UnsafeMutablePointer<GdkPixbufLoader>, _ plan: SizePlan) throws {
        var error: UnsafeMutablePointer<GError>?
        var fits = true
        data.withUnsafeBytes { bytes in
            let start = bytes.bindMemory(to: guchar.self).baseAddress
            for offset in stride(from: 0, to: bytes.count, by: 4096) where fits {
                let count = gsize(min(4096, bytes.count - offset))
                fits = gdk_pixbuf_loader_write(loader, start?.advanced(by: offset), count, &error).isTrue
                fits = fits && plan.refused == nil
            }
        }
        var closingError: UnsafeMutablePointer<GError>?
        let closed = gdk_pixbuf_loader_close(loader, &closingError).isTrue
        let (message, closing) = (error.map(takeMessage), closingError.map(takeMessage))
        if let refused = plan.refused { throw TextureError.tooLarge(width: refused.width, height: refused.height) }
        guard fits, closed else { throw TextureError.unreadable(message ?? closing ?? "damaged") }
    }

    private static func square(_ whole: OpaquePointer, side: Int) throws -> DecodedTexture {
        guard let upright = gdk_pixbuf_apply_embedded_orientation(whole) else {
            throw TextureError.unreadable("no pixels")
        }
        defer { g_object_unref(upright.raw) }
        let (width, height) = (gdk_pixbuf_get_width(upright), gdk_pixbuf_get_height(upright))
        let edge = min(width, height, Int32(clamping: side))
        guard let view = gdk_pixbuf_new_subpixbuf(upright, (width - edge) / 2, (height - edge) / 2, edge, edge) else {
            throw TextureError.unreadable("no pixels")
        }
        defer { g_object_unref(view.raw) }
        // The copy lets go of the pixels around the square.
        guard let copy = gdk_pixbuf_copy(view) else { throw TextureError.unreadable("no memory") }
        defer { g_object_unref(copy.raw) }
        guard let texture = gdk_texture_new_for_pixbuf(copy) else { throw TextureError.unreadable("no memory") }
        return DecodedTexture(pointer: texture)
    }

    // gdk-pixbuf takes PNGs and JPEGs that end early, and leaves the rest grey or black.
    private static func isComplete(_ data: Data, _ kind: String) -> Bool {
        switch kind {
        case "png": return data.range(of: Data("IEND".utf8), options: .backwards) != nil
        case "jpeg":
            // An embedded preview has an end of its own, but before the last scan starts.
            guard let end = data.range(of: Data([0xFF, 0xD9]), options: .backwards),
                let scan = data.range(of: Data([0xFF, 0xDA]), options: .backwards)
            else { return false }
            return end.lowerBound > scan.lowerBound
        default: return true
        }
    }

    // By its first bytes, so that only loaders that tell the size before they decode are ever started.
    private static func kind(of data: Data) -> String? {
        let first = [UInt8](data.prefix(12))
        let starts: [(kind: String, bytes: [UInt8])] = [
            ("png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), ("jpeg", [0xFF, 0xD8, 0xFF]),
            ("gif", Array("GIF8".utf8)), ("bmp", Array("BM".utf8)),
        ]
        if let found = starts.first(where: { first.starts(with: $0.bytes) }) { return found.kind }
        let isWebP = first.starts(with: Array("RIFF".utf8)) && Array(first.dropFirst(8)) == Array("WEBP".utf8)
        return isWebP ? "webp" : nil
    }
}

/// What becomes of a picture once its size is known: refused, or scaled so that its shorter edge is the side.
/// Used by one thread, during one decode.
private final class SizePlan {
    let side: Int
    private(set) var refused: (width: Int, height: Int)?

    init(side: Int) { self.side = side }

    func watch(_ loader: UnsafeMutablePointer<GdkPixbufLoader>) {
        let callback: @convention(c) (UnsafeMutablePointer<GdkPixbufLoader>, gint, gint, gpointer) -> Void = {
            Unmanaged<SizePlan>.fromOpaque($3).takeUnretainedValue().prepare($0, Int($1), Int($2))
        }
        g_signal_connect_data(
            loader, "size-prepared", unsafeBitCast(callback, to: GCallback.self),
            Unmanaged.passUnretained(self).toOpaque(), nil, GConnectFlags(rawValue: 0))
    }

    private func prepare(_ loader: UnsafeMutablePointer<GdkPixbufLoader>, _ width: Int, _ height: Int) {
        guard width > 0, height > 0, width <= PictureDecoder.pixelLimit / height else {
            refused = (width, height)
            gdk_pixbuf_loader_set_size(loader, 0, 0)  // 0 x 0 tells the loader to stop.
            return
        }
        let shorter = min(width, height)
        guard shorter > side else { return }
        // Rounded up, so that the shorter edge never falls below the side.
        let scaled = { (edge: Int) in Int32(clamping: (edge * self.side + shorter - 1) / shorter) }
        gdk_pixbuf_loader_set_size(loader, scaled(width), scaled(height))
    }
}
