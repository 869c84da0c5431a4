internal import CGtk
internal import Foundation
internal import GtkKit
import PictureOutlines

/// One reference to an immutable GdkTexture on its way to the main actor, where exactly one Texture adopts it.
/// Nobody touches the pointer in between, and GObject reference counts are atomic: hence unchecked.
struct DecodedTexture: @unchecked Sendable {
    let pointer: OpaquePointer
}

/// Turns untrusted data into textures, on any thread.
enum PictureDecoder {
    static func decode(_ data: Data, side: Int) throws -> DecodedTexture {
        // Nothing else holds the pixels until the texture does.
        let texture = withExtendedLifetime(try square(data, side: side)) { gdk_texture_new_for_pixbuf($0.pixbuf) }
        guard let texture else { throw TextureError.unreadable(PictureError.damaged.description) }
        return DecodedTexture(pointer: texture)
    }

    /// A square of at most side x side pixels, cut from the middle. Throws `TextureError`.
    static func square(_ data: Data, side: Int) throws -> Pixels {
        do throws(PictureError) {
            let outline = try PictureOutline.checked(data, atMost: PictureOutline.mostPixelsInLists)
            let side = max(1, side)
            return try square(try PixbufReader.read(data, outline) { covering($0, side: side) }, side: side)
        } catch .tooLarge(let width, let height) {
            throw TextureError.tooLarge(width: width, height: height)
        } catch {
            throw TextureError.unreadable(error.description)
        }
    }

    /// The size in which the shorter edge is the side, rounded up so that it never falls below.
    private static func covering(_ size: PixbufReader.Size, side: Int) -> PixbufReader.Size {
        let shorter = min(size.width, size.height)
        guard shorter > side else { return size }
        let scaled = { (edge: Int) in (edge * side + shorter - 1) / shorter }
        return (scaled(size.width), scaled(size.height))
    }

    private static func square(_ whole: Pixels, side: Int) throws(PictureError) -> Pixels {
        let edge = min(whole.width, whole.height, side)
        let part = try whole.part(
            x: (whole.width - edge) / 2, y: (whole.height - edge) / 2, width: edge, height: edge)
        // The copy lets go of the pixels around the square.
        return try Pixels(owned: gdk_pixbuf_copy(part.pixbuf))
    }
}
