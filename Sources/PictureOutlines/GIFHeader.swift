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
                // The screen as colors twice, the frame as numbers once.
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
