internal import Foundation

/// Reads numbers from bytes, and returns nil beyond their end.
struct ByteReader {
    private let data: Data

    init(_ data: Data) { self.data = data }

    var count: Int { data.count }

    subscript(_ offset: Int) -> Int? {
        offset >= 0 && offset < data.count ? Int(data[data.startIndex + offset]) : nil
    }

    /// A big-endian number of so many bytes.
    func big(at offset: Int, _ length: Int) -> Int? { number(Array(offset..<offset + length)) }

    /// A little-endian number of so many bytes.
    func little(at offset: Int, _ length: Int) -> Int? { number((offset..<offset + length).reversed()) }

    func text(at offset: Int, _ length: Int) -> String? {
        guard offset >= 0, length >= 0, offset + length <= count else { return nil }
        return String(decoding: data.dropFirst(offset).prefix(length), as: UTF8.self)
    }

    func prefix(_ length: Int) -> [UInt8] { Array(data.prefix(length)) }

    /// A part with offsets of its own; a range outside the bytes is cut.
    func part(_ range: Range<Int>) -> ByteReader { ByteReader(data.dropFirst(range.lowerBound).prefix(range.count)) }

    /// The next place of the value.
    func next(_ value: UInt8, from offset: Int) -> Int? {
        guard offset >= 0, offset < count else { return nil }
        return data.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress, let found = memchr(start + offset, Int32(value), bytes.count - offset)
            else { return nil }
            return UnsafeRawPointer(found) - start
        }
    }

    private func number(_ offsets: [Int]) -> Int? {
        var value = 0
        for offset in offsets {
            guard let byte = self[offset] else { return nil }
            value = value << 8 | byte
        }
        return value
    }
}
