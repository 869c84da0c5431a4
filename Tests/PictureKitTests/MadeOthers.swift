import Foundation

/// Generates GIF files with black frames, without compression.
enum MadeGIF {
    static func frames(_ width: Int, _ height: Int, frame: (width: Int, height: Int)? = nil, count: Int = 1) -> Data {
        let (columns, rows) = frame ?? (width, height)
        var bits = BitWriter()
        for pixel in 0..<columns * rows {
            // A clear code after every second pixel keeps codes at three bits.
            if pixel % 2 == 0 { bits.add(4, bits: 3) }
            bits.add(1, bits: 3)
        }
        bits.add(5, bits: 3)
        var body = Array("GIF89a".utf8) + width.little(2) + height.little(2) + [0x80, 0, 0] + [255, 0, 0, 0, 0, 200]
        let image = [0x2C, 0, 0, 0, 0] + columns.little(2) + rows.little(2) + [0, 2] + blocks(bits.bytes)
        for _ in 0..<count { body += [0x21, 0xF9, 4, 0, 10, 0, 0, 0] + image }
        return Data(body + [0x3B])
    }

    private static func blocks(_ bytes: [UInt8]) -> [UInt8] {
        stride(from: 0, to: bytes.count, by: 255).flatMap { start in
            let block = bytes[start..<min(start + 255, bytes.count)]
            return [UInt8(block.count)] + block
        } + [0]
    }
}

/// Generates WebP files of a single color, with no bits per pixel.
enum MadeWebP {
    static func plain(_ width: Int, _ height: Int, extra: [UInt8] = []) -> Data {
        var bits = BitWriter()
        bits.add(0x2F, bits: 8)
        bits.add(width - 1, bits: 14)
        bits.add(height - 1, bits: 14)
        bits.add(0, bits: 4 + 3)
        for shade in [100, 50, 25, 255] {
            bits.add(0b101, bits: 3)
            bits.add(shade, bits: 8)
        }
        bits.add(0b0001, bits: 4)
        return file(chunk("VP8L", bits.bytes) + extra)
    }

    static func file(_ chunks: [UInt8]) -> Data {
        Data(Array("RIFF".utf8) + (chunks.count + 4).little(4) + Array("WEBP".utf8) + chunks)
    }

    static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        Array(name.utf8) + content.count.little(4) + content + (content.count % 2 == 0 ? [] : [0])
    }
}

/// Generates BMP files.
enum MadeBMP {
    static func plain(_ width: Int, _ height: Int, rows: Int? = nil) -> Data {
        let line = [UInt8](repeating: 90, count: (width * 3 + 3) / 4 * 4)
        let header =
            40.little(4) + width.little(4) + height.little(4) + 1.little(2) + 24.little(2)
            + [UInt8](repeating: 0, count: 24)
        let pixels = Array(repeating: line, count: rows ?? abs(height)).flatMap { $0 }
        return Data(
            Array("BM".utf8) + (54 + pixels.count).little(4) + 0.little(4) + 54.little(4) + header + pixels)
    }
}
