/// Reads a WebP's size and orientation.
enum WebPHeader {
    static func outline(_ bytes: ByteReader) -> PictureOutline? {
        guard let length = bytes.little(at: 4, 4), length + 8 <= bytes.count, let size = size(bytes) else { return nil }
        return PictureOutline(
            kind: .webp, width: size.width, height: size.height,
            cost: PictureOutline.cost(size.width, size.height, bytesPerPixel: 10),
            orientation: orientation(bytes, end: length + 8), pieces: [0..<length + 8])
    }

    private static func size(_ bytes: ByteReader) -> (width: Int, height: Int)? {
        switch bytes.text(at: 12, 4) {
        case "VP8 ":
            guard let width = bytes.little(at: 26, 2), let height = bytes.little(at: 28, 2) else { return nil }
            return (width & 0x3FFF, height & 0x3FFF)
        case "VP8L":
            guard let bits = bytes.little(at: 21, 4) else { return nil }
            return (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
        case "VP8X":
            guard let width = bytes.little(at: 24, 3), let height = bytes.little(at: 27, 3) else { return nil }
            return (width + 1, height + 1)
        default: return nil
        }
    }

    private static func orientation(_ bytes: ByteReader, end: Int) -> Int {
        var offset = 12
        while offset < end, let name = bytes.text(at: offset, 4), let length = bytes.little(at: offset + 4, 4) {
            if name == "EXIF" { return EXIF.orientation(bytes.part(offset + 8..<offset + 8 + length)) }
            offset += 8 + length + length % 2
        }
        return 1
    }
}
