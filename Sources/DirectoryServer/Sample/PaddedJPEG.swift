internal import Foundation

/// Makes a JPEG larger without changing its picture, with comments after its first marker.
enum PaddedJPEG {
    private static let largestComment = 65_533

    /// `jpeg` with comments, each filled with `text`, so that it has `size` bytes; unchanged where it has that many
    /// already.
    static func padded(_ jpeg: Data, to size: Int, text: String) -> Data {
        var missing = size - jpeg.count
        guard missing >= 4, !text.isEmpty else { return jpeg }
        var result = Data(capacity: size)
        result.append(jpeg.prefix(2))
        while missing > 0 {
            var length = min(missing - 4, largestComment)
            if (1..<4).contains(missing - 4 - length) { length -= 4 }
            result.append(contentsOf: [0xFF, 0xFE, UInt8((length + 2) >> 8), UInt8((length + 2) & 0xFF)])
            result.append(filling(length, with: text))
            missing -= length + 4
        }
        result.append(jpeg.dropFirst(2))
        return result
    }

    private static func filling(_ length: Int, with text: String) -> Data {
        var filling = Data(text.utf8)
        while filling.count < length { filling.append(filling) }
        return filling.prefix(length)
    }
}
