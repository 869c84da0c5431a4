/// Walks a PNG's chunks without decoding them.
enum PNGHeader {
    // Text and color profiles are compressed and could unpack to gigabytes.
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

/// Walks a GIF up to the end of its first frame.
enum GIFHeader {
    static func outline(_ bytes: ByteReader) -> PictureOutline? {
        guard let width = bytes.little(at: 6, 2), let height = bytes.little(at: 8, 2), let flags = bytes[10] else {
            return nil
        }
        var offset = 13 + tableSize(flags)
        while let block = bytes[offset] {
            switch block {
            case 0x21:
                guard let end = endOfBlocks(bytes, from: offset + 2) else { return nil }
                offset = end
            case 0x2C:
                let frame = (bytes.little(at: offset + 5, 2) ?? 0) * (bytes.little(at: offset + 7, 2) ?? 0)
                guard frame > 0, let flags = bytes[offset + 9],
                    let end = endOfBlocks(bytes, from: offset + 11 + tableSize(flags))
                else { return nil }
                // The screen as colors twice, the frame as indices once.
                return PictureOutline(
                    kind: .gif, width: width, height: height,
                    cost: PictureOutline.cost(width, height, bytesPerPixel: 9) + frame,
                    pieces: [0..<end], tail: [0x3B])
            default: return nil
            }
        }
        return nil
    }

    private static func tableSize(_ flags: Int) -> Int { flags & 0x80 == 0 ? 0 : 3 << (flags & 7 + 1) }

    private static func endOfBlocks(_ bytes: ByteReader, from offset: Int) -> Int? {
        var offset = offset
        while let length = bytes[offset] {
            offset += 1 + length
            if length == 0 { return offset }
        }
        return nil
    }
}

enum BMPHeader {
    static func outline(_ bytes: ByteReader) -> PictureOutline? {
        guard let length = bytes.little(at: 14, 4) else { return nil }
        let isVersion21 = length == 12
        guard let width = bytes.little(at: 18, isVersion21 ? 2 : 4),
            var height = bytes.little(at: isVersion21 ? 20 : 22, isVersion21 ? 2 : 4)
        else { return nil }
        // Negative heights store the top row first.
        if !isVersion21, height >= 1 << 31 { height = 1 << 32 - height }
        guard width < 1 << 31 else { return nil }
        return PictureOutline(
            kind: .bmp, width: width, height: height, cost: PictureOutline.cost(width, height, bytesPerPixel: 4),
            pieces: [0..<bytes.count])
    }
}

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
