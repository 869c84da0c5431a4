private import CSodium
public import Foundation

/// A hash of content (BLAKE2b, 128 bits): equal only for equal content.
public struct ContentHash {
    private var content: [UInt8] = []

    /// - Parameter capacity: the expected size of the content, in bytes.
    public init(capacity: Int = 0) { content.reserveCapacity(capacity) }

    /// The hash of several texts, in hexadecimal.
    public static func hexadecimal(of texts: String...) -> String {
        var hash = ContentHash()
        for text in texts { hash.add(text) }
        return hash.hexadecimal()
    }

    fileprivate static let length = 16

    /// Adds a text and its length, so that "ab" + "c" differs from "a" + "bc".
    public mutating func add(_ text: String) {
        content.append(contentsOf: text.utf8)
        add(count: text.utf8.count)
    }

    /// Adds bytes and their count.
    public mutating func add(_ data: Data) {
        content.append(contentsOf: data)
        add(count: data.count)
    }

    /// Adds bytes and their count.
    public mutating func add(_ bytes: UnsafeRawBufferPointer) {
        content.append(contentsOf: bytes)
        add(count: bytes.count)
    }

    private mutating func add(count: Int) {
        withUnsafeBytes(of: UInt64(count).littleEndian) { content.append(contentsOf: $0) }
    }

    /// The hash, as 16 bytes.
    public func bytes() -> [UInt8] {
        var result = [UInt8](repeating: 0, count: Self.length)
        crypto_generichash(&result, Self.length, content, UInt64(content.count), nil, 0)
        return result
    }

    /// The first half of the hash, for a column.
    public func number() -> Int64 { Self.number(bytes()) }

    fileprivate static func number(_ hash: [UInt8]) -> Int64 { hash.prefix(8).reduce(0) { $0 << 8 | Int64($1) } }

    /// The hash in hexadecimal, for an ETag.
    public func hexadecimal() -> String { Self.hexadecimal(bytes()) }

    public static func hexadecimal(_ hash: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: hash.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}

/// A fast hash of a stream, independent of how it is divided. It detects accidental changes of a file; anybody can make
/// two files with the same hash.
public final class StreamHash {
    private var state: UInt64 = 0
    /// The last bytes, fewer than eight.
    private var rest: [UInt8] = []
    private var count: UInt64 = 0

    public init() {}

    public func add(_ data: Data) {
        count += UInt64(data.count)
        data.withUnsafeBytes { bytes in
            var bytes = bytes[...]
            if !rest.isEmpty {
                let missing = bytes.prefix(8 - rest.count)
                rest += missing
                bytes = bytes.dropFirst(missing.count)
                guard rest.count == 8 else { return }
                rest.withUnsafeBytes { add(blocks: $0) }
            }
            let whole = bytes.count & ~7
            add(blocks: UnsafeRawBufferPointer(rebasing: bytes.prefix(whole)))
            rest = Array(bytes.dropFirst(whole))
        }
    }

    private func add(blocks: UnsafeRawBufferPointer) {
        var state = state
        for offset in stride(from: 0, to: blocks.count, by: 8) {
            let block = UInt64(littleEndian: blocks.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            state = (state ^ block) &* 0x9E37_79B9_7F4A_7C15
            state ^= state >> 29
        }
        self.state = state
    }

    /// The hash. Call it once, at the end.
    public func number() -> Int64 {
        add(Data(repeating: 0, count: 8 - rest.count))
        withUnsafeBytes(of: count.littleEndian) { add(blocks: $0) }
        return Int64(bitPattern: state)
    }
}
