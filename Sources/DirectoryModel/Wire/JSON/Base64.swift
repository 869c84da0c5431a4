/// Writes bytes as base64, three at a time.
enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// The two characters for every twelve bits, the first in the low byte.
    private static let pairs: [UInt16] = (0..<4096).map {
        UInt16(alphabet[$0 >> 6]) | UInt16(alphabet[$0 & 63]) << 8
    }

    /// Appends the base64 of `data`, padded to groups of four characters.
    static func append(_ data: UnsafeRawBufferPointer, to text: inout [UInt8]) {
        let start = text.count
        text.append(contentsOf: repeatElement(UInt8(ascii: "="), count: (data.count + 2) / 3 * 4))
        text.withUnsafeMutableBytes { text in
            pairs.withUnsafeBufferPointer { pairs in
                var (place, next) = (start, 0)
                while next + 3 <= data.count {
                    let bits = Int(data[next]) << 16 | Int(data[next + 1]) << 8 | Int(data[next + 2])
                    text.storeBytes(of: pairs[bits >> 12].littleEndian, toByteOffset: place, as: UInt16.self)
                    text.storeBytes(of: pairs[bits & 4095].littleEndian, toByteOffset: place + 2, as: UInt16.self)
                    (place, next) = (place + 4, next + 3)
                }
                guard next < data.count else { return }
                let second = next + 1 < data.count ? Int(data[next + 1]) : 0
                let bits = Int(data[next]) << 16 | second << 8
                text.storeBytes(of: pairs[bits >> 12].littleEndian, toByteOffset: place, as: UInt16.self)
                if next + 1 < data.count { text[place + 2] = alphabet[bits >> 6 & 63] }
            }
        }
    }
}
