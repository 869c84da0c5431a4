import Foundation

/// Writes bits as deflate, GIF, and WebP do, least significant bit first.
struct BitWriter {
    private(set) var bytes: [UInt8] = []
    private var used = 8

    mutating func add(_ value: Int, bits: Int) {
        for bit in 0..<bits {
            if used == 8 {
                bytes.append(0)
                used = 0
            }
            bytes[bytes.count - 1] |= UInt8(value >> bit & 1) << UInt8(used)
            used += 1
        }
    }

    /// Appends a Huffman code, most significant bit first.
    mutating func addCode(_ code: Int, bits: Int) {
        for bit in (0..<bits).reversed() { add(code >> bit & 1, bits: 1) }
    }
}

extension Int {
    func big(_ count: Int) -> [UInt8] { (0..<count).reversed().map { UInt8(truncatingIfNeeded: self >> ($0 * 8)) } }
    func little(_ count: Int) -> [UInt8] { big(count).reversed() }
}

/// Generates valid and invalid PNG files.
enum MadePNG {
    enum Color: Int {
        case grey = 0
        case rgb = 2
        case palette = 3
        case rgba = 6

        var channels: Int { [.grey: 1, .rgb: 3, .palette: 1, .rgba: 4][self] ?? 1 }
    }

    /// A picture of zeros: black, transparent, or the first color of the palette.
    static func blank(
        _ width: Int, _ height: Int, _ color: Color = .rgb, depth: Int = 8, interlaced: Bool = false,
        rows: Int? = nil, extra: [Data] = []
    ) -> Data {
        let passes =
            interlaced
            ? [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
            : [(0, 0, 1, 1)]
        let bytes = passes.reduce(0) { sum, pass in
            let (columns, lines) = (
                (width - pass.0 + pass.2 - 1) / pass.2, ((rows ?? height) - pass.1 + pass.3 - 1) / pass.3
            )
            return sum + (columns > 0 ? max(0, lines) * (1 + (columns * color.channels * depth + 7) / 8) : 0)
        }
        return file(width, height, color, depth, interlaced, zeros(bytes), extra)
    }

    /// An RGB picture.
    static func rgb(_ width: Int, _ height: Int, _ pixel: (_ x: Int, _ y: Int) -> [UInt8]) -> Data {
        var bytes: [UInt8] = []
        for y in 0..<height {
            bytes.append(0)
            for x in 0..<width { bytes += pixel(x, y) }
        }
        return file(width, height, .rgb, 8, false, stored(bytes), [])
    }

    static func file(
        _ width: Int, _ height: Int, _ color: Color, _ depth: Int, _ interlaced: Bool, _ zlib: [UInt8],
        _ extra: [Data]
    ) -> Data {
        var png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        let kind = [UInt8(depth), UInt8(color.rawValue), 0, 0, interlaced ? 1 : 0]
        png += chunk("IHDR", width.big(4) + height.big(4) + kind)
        for chunk in extra { png += chunk }
        if color == .palette { png += chunk("PLTE", [200, 100, 50, 0, 0, 0]) }
        return png + chunk("IDAT", zlib) + chunk("IEND", [])
    }

    static func chunk(_ name: String, _ content: [UInt8]) -> Data {
        let body = Array(name.utf8) + content
        var crc: UInt32 = .max
        for byte in body { crc = crc >> 8 ^ crcTable[Int(UInt8(truncatingIfNeeded: crc) ^ byte)] }
        return Data(content.count.big(4) + body + Int(~crc).big(4))
    }

    private static let crcTable: [UInt32] = (0..<256).map { byte in
        var crc = UInt32(byte)
        for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        return crc
    }

    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var out: [UInt8] = [0x78, 0x01]
        for start in stride(from: 0, to: bytes.count, by: 65_535) {
            let block = bytes[start..<min(start + 65_535, bytes.count)]
            out.append(start + block.count == bytes.count ? 1 : 0)
            out += block.count.little(2) + (~block.count).little(2) + block
        }
        var (low, high) = (1, 0)
        for byte in bytes {
            low = (low + Int(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return out + (high << 16 | low).big(4)
    }

    /// Zeros compressed to 1/160: one zero, then repetitions of 258.
    static func zeros(_ count: Int) -> [UInt8] {
        var bits = BitWriter()
        bits.add(0b011, bits: 3)
        bits.addCode(0x30, bits: 8)
        for _ in 0..<max(0, count - 1) / 258 {
            bits.addCode(0b1100_0101, bits: 8)
            bits.addCode(0, bits: 5)
        }
        for _ in 0..<max(0, count - 1) % 258 { bits.addCode(0x30, bits: 8) }
        bits.addCode(0, bits: 7)
        return [0x78, 0x01] + bits.bytes + (count % 65_521 << 16 | 1).big(4)
    }
}
