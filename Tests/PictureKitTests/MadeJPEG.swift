import Foundation

/// Generates JPEG files of a single shade or of 8 × 8 blocks.
enum MadeJPEG {
    enum Process: UInt8 {
        case baseline = 0xC0
        case progressive = 0xC2
    }

    /// A picture of medium gray: all coefficients are zero and take two bits per block.
    static func plain(
        _ width: Int, _ height: Int, components: Int = 1, process: Process = .baseline, scans: Int = 1,
        segments: [UInt8] = []
    ) -> Data {
        let blocks = (width + 7) / 8 * ((height + 7) / 8) * components
        let bits = process == .baseline ? 2 : 1
        let scan = startOfScan(components, process) + [UInt8](repeating: 0, count: (blocks * bits + 7) / 8)
        var jpeg = [0xFF, 0xD8] + segments + header(width, height, components, process, codes: 1)
        for _ in 0..<scans { jpeg += scan }
        return Data(jpeg + [0xFF, 0xD9])
    }

    /// A gray picture with blocks of these shades, -100 to 100.
    static func blocks(_ rows: [[Int]], segments: [UInt8] = []) -> Data {
        var bits = ""
        var last = 0
        for shade in rows.joined() {
            let difference = shade - last
            let size = Int.bitWidth - abs(difference).leadingZeroBitCount
            let code = difference < 0 ? difference + (1 << size) - 1 : difference
            bits += padded(size, 4) + padded(code, size) + "0"
            last = shade
        }
        bits += String(repeating: "1", count: (8 - bits.count % 8) % 8)
        var data: [UInt8] = []
        for start in stride(from: 0, to: bits.count, by: 8) {
            let byte = UInt8(bits.dropFirst(start).prefix(8), radix: 2) ?? 0
            data += byte == 0xFF ? [0xFF, 0] : [byte]
        }
        let (width, height) = ((rows.first?.count ?? 0) * 8, rows.count * 8)
        return Data(
            [0xFF, 0xD8] + segments + header(width, height, 1, .baseline, codes: 10) + startOfScan(1, .baseline) + data
                + [0xFF, 0xD9])
    }

    /// An EXIF segment with an orientation.
    static func exif(orientation: Int, isLittle: Bool = true, filler: Int = 0) -> [UInt8] {
        let number = { (value: Int, count: Int) in isLittle ? value.little(count) : value.big(count) }
        var tiff = Array((isLittle ? "II" : "MM").utf8) + number(42, 2) + number(8, 4) + number(1, 2)
        tiff += number(0x0112, 2) + number(3, 2) + number(1, 4) + number(orientation, 2) + [0, 0] + number(0, 4)
        return segment(0xE1, Array("Exif\0\0".utf8) + tiff + [UInt8](repeating: 0x41, count: filler))
    }

    static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, marker] + (content.count + 2).big(2) + content
    }

    private static func padded(_ value: Int, _ bits: Int) -> String {
        guard bits > 0 else { return "" }
        let text = String(value, radix: 2)
        return String(repeating: "0", count: max(0, bits - text.count)) + text
    }

    // All quantization values are 8, so that the first coefficient of a block is its shade.
    private static func header(
        _ width: Int, _ height: Int, _ components: Int, _ process: Process, codes: Int
    ) -> [UInt8] {
        let parts: [UInt8] = (1...components).flatMap { [UInt8($0), 0x11, 0] as [UInt8] }
        let none = [UInt8](repeating: 0, count: 12)
        let sizes: [UInt8] = codes == 1 ? [1, 0, 0, 0] + none : [0, 0, 0, 10] + none
        var header: [UInt8] = []
        if components == 4 { header += segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 0]) }
        header += segment(0xDB, [0] + [UInt8](repeating: 8, count: 64))
        header += segment(process.rawValue, [8] + height.big(2) + width.big(2) + [UInt8(components)] + parts)
        header += segment(0xC4, [0] + sizes + (0..<codes).map { UInt8($0) })
        return header + segment(0xC4, [0x10, 1, 0, 0, 0] + none + [0])
    }

    private static func startOfScan(_ components: Int, _ process: Process) -> [UInt8] {
        let parts: [UInt8] = (1...components).flatMap { [UInt8($0), 0] as [UInt8] }
        let last: UInt8 = process == .baseline ? 63 : 0
        return segment(0xDA, [UInt8(components)] + parts + [0, last, 0] as [UInt8])
    }
}
