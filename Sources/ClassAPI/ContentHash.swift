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

/// The hash of a stream, independent of how it is divided.
public final class StreamHash {
    private let memory = UnsafeMutableRawPointer.allocate(byteCount: crypto_generichash_statebytes(), alignment: 64)
    private var state: OpaquePointer { OpaquePointer(memory) }

    public init() { crypto_generichash_init(state, nil, 0, ContentHash.length) }

    deinit { memory.deallocate() }

    public func add(_ data: Data) {
        data.withUnsafeBytes { bytes in
            guard let start = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
            crypto_generichash_update(state, start, UInt64(bytes.count))
        }
    }

    /// The first half of the hash. Call it once, at the end.
    public func number() -> Int64 {
        var hash = [UInt8](repeating: 0, count: ContentHash.length)
        crypto_generichash_final(state, &hash, hash.count)
        return ContentHash.number(hash)
    }
}
