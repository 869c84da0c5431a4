public import Foundation

/// Pictures with valid headers only, for code that does not decode them.
public enum HeaderOnlyPicture {
    /// A gray JPEG with `filler` of at most 65,000 bytes as its comment.
    public static func jpeg(_ width: Int = 8, _ height: Int = 8, filler: [UInt8] = []) -> Data {
        let comment = filler.isEmpty ? [] : [0xFF, 0xFE] + big(filler.count + 2, 2) + filler
        let frame = [0xFF, 0xC0] + big(11, 2) + [8] + big(height, 2) + big(width, 2) + [1, 1, 0x11, 0]
        let scan: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0x55]
        return Data([0xFF, 0xD8] + comment + frame + scan + [0xFF, 0xD9])
    }

    /// A PNG with `filler` as its pixels.
    public static func png(_ width: Int = 8, _ height: Int = 8, filler: [UInt8] = []) -> Data {
        let header = big(width, 4) + big(height, 4) + [8, 0, 0, 0, 0]
        let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        return Data(start + chunk("IHDR", header) + chunk("IDAT", filler) + chunk("IEND", []))
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        big(content.count, 4) + Array(name.utf8) + content + [0, 0, 0, 0]
    }

    private static func big(_ number: Int, _ length: Int) -> [UInt8] {
        (0..<length).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
