/// Walks a JPEG's segments without decoding them.
enum JPEGHeader {
    /// The largest photos of phones. A JPEG is decoded at a fraction of its size.
    private static let pixelLimit = 200_000_000
    private static let scanLimit = 50

    private struct Frame {
        let width: Int
        let height: Int
        let isProgressive: Bool
        /// The horizontal and vertical sampling of each component.
        let sampling: [(across: Int, down: Int)]

        /// The bytes of all coefficients, which libjpeg keeps in memory for several scans.
        var coefficients: Int {
            let (across, down) = (sampling.map(\.across).max() ?? 1, sampling.map(\.down).max() ?? 1)
            let (columns, rows) = ((width + 8 * across - 1) / (8 * across), (height + 8 * down - 1) / (8 * down))
            return sampling.reduce(0) { $0 + columns * $1.across * rows * $1.down * 64 * 2 }
        }
    }

    static func outline(_ bytes: ByteReader) -> PictureOutline? {
        var frame: Frame?
        var isBuffered = false
        var (orientation, scans) = (1, 0)
        var pieces = Pieces(first: 0..<2)
        var offset = 2
        while !pieces.areTooMany, let marker = marker(bytes, at: &offset) {
            if marker.value == 0xD9 {
                guard let frame, scans > 0 else { return nil }
                pieces.add(marker.start..<offset)
                return outline(frame, isBuffered, orientation, pieces)
            }
            guard let body = segment(bytes, at: &offset) else { return nil }
            switch marker.value {
            case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
                guard frame == nil, let read = Self.frame(body, marker.value) else { return nil }
                frame = read
            case 0xDA:
                scans += 1
                guard let frame, scans <= scanLimit, let components = body[0] else { return nil }
                isBuffered = isBuffered || frame.isProgressive || components < frame.sampling.count
                offset = endOfScan(bytes, from: offset)
            case 0xE1 where body.text(at: 0, 6) == "Exif\0\0" && orientation == 1:
                orientation = EXIF.orientation(body.part(6..<body.count))
            default: break
            }
            if !isMetadata(marker.value) { pieces.add(marker.start..<offset) }
        }
        return nil
    }

    /// Of application data (E0 to EF) and comments (FE), only Adobe's segment affects decoding.
    private static func isMetadata(_ marker: Int) -> Bool { 0xE1...0xEF ~= marker && marker != 0xEE || marker == 0xFE }

    private static func outline(
        _ frame: Frame, _ isBuffered: Bool, _ orientation: Int, _ pieces: Pieces
    ) -> PictureOutline {
        // Scaled decoding yields less than twice the requested width and height, or a 64th of the pixels.
        let decoded = min(frame.width * frame.height, 2048 * 2048) * (frame.sampling.count == 4 ? 4 : 3)
        let isTooLarge = frame.width * frame.height > pixelLimit
        return PictureOutline(
            kind: .jpeg, width: frame.width, height: frame.height,
            cost: isTooLarge ? .max : decoded + (isBuffered ? frame.coefficients : 0), orientation: orientation,
            pieces: pieces.ranges)
    }

    private static func marker(_ bytes: ByteReader, at offset: inout Int) -> (start: Int, value: Int)? {
        while let start = bytes.next(0xFF, from: offset) {
            offset = start + 1
            while bytes[offset] == 0xFF { offset += 1 }
            guard let value = bytes[offset] else { return nil }
            offset += 1
            // Markers without content are skipped.
            if value > 1, !(0xD0...0xD8 ~= value) { return (start, value) }
        }
        return nil
    }

    private static func segment(_ bytes: ByteReader, at offset: inout Int) -> ByteReader? {
        guard let length = bytes.big(at: offset, 2), length >= 2, offset + length <= bytes.count else { return nil }
        defer { offset += length }
        return bytes.part(offset + 2..<offset + length)
    }

    private static func frame(_ body: ByteReader, _ marker: Int) -> Frame? {
        guard let height = body.big(at: 1, 2), let width = body.big(at: 3, 2), let count = body[5], 1...4 ~= count
        else { return nil }
        let sampling = (0..<count).compactMap { body[7 + $0 * 3] }.map { (across: $0 >> 4, down: $0 & 15) }
        guard sampling.count == count, sampling.allSatisfy({ 1...4 ~= $0.across && 1...4 ~= $0.down }) else {
            return nil
        }
        return Frame(
            width: width, height: height, isProgressive: [0xC2, 0xC6, 0xCA, 0xCE].contains(marker), sampling: sampling)
    }

    private static func endOfScan(_ bytes: ByteReader, from offset: Int) -> Int {
        var offset = offset
        while let found = bytes.next(0xFF, from: offset) {
            guard let value = bytes[found + 1] else { break }
            if value != 0, !(0xD0...0xD7 ~= value), value != 0xFF { return found }
            offset = found + (value == 0xFF ? 1 : 2)
        }
        return bytes.count
    }
}

enum EXIF {
    /// The orientation in TIFF data; 1 by default.
    static func orientation(_ bytes: ByteReader) -> Int {
        let isLittle = bytes.text(at: 0, 2) == "II"
        let number = { (offset: Int, length: Int) in
            isLittle ? bytes.little(at: offset, length) : bytes.big(at: offset, length)
        }
        guard isLittle || bytes.text(at: 0, 2) == "MM", let first = number(4, 4), let count = number(first, 2)
        else { return 1 }
        for entry in 0..<min(count, 1000) {
            let offset = first + 2 + entry * 12
            guard let tag = number(offset, 2) else { return 1 }
            if tag == 0x0112 {
                guard let value = number(offset + 8, 2), 1...8 ~= value else { return 1 }
                return value
            }
        }
        return 1
    }
}
