/// Walks a PNG's chunks without decoding them.
enum PNGHeader {
    // Text and color profiles are compressed too, and could unpack to gigabytes.
    private static let decoded: Set = ["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]

    static func outline(_ bytes: ByteReader) -> PictureOutline? {
        guard bytes.text(at: 12, 4) == "IHDR", let width = bytes.big(at: 16, 4), let height = bytes.big(at: 20, 4)
        else { return nil }
        var pieces = Pieces(first: 0..<8)
        var (offset, orientation) = (8, 1)
        while !pieces.areTooMany, let length = bytes.big(at: offset, 4), let name = bytes.text(at: offset + 4, 4) {
            let end = offset + 12 + length
            guard end <= bytes.count else { return nil }
            if name == "eXIf" { orientation = EXIF.orientation(bytes.part(offset + 8..<end - 4)) }
            if decoded.contains(name) { pieces.add(offset..<end) }
            if name == "IEND" {
                let cost = PictureOutline.cost(width, height, bytesPerPixel: 4)
                return PictureOutline(
                    kind: .png, width: width, height: height, cost: cost, orientation: orientation,
                    pieces: pieces.ranges)
            }
            offset = end
        }
        return nil
    }
}
