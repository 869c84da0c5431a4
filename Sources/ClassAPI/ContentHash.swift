private import CSodium
public import Foundation

/// A hash of content (BLAKE2b, 128 bits): equal only for equal content.
public struct ContentHash {
    private var content: [UInt8] = []

    /// - Parameter capacity: the expected size of the content, in bytes.
    public init(capacity: Int = 0) { content.reserveCapacity(capacity) }

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
    public func hexadecimal() -> String {
        bytes().map { String($0, radix: 16) }.map { $0.count == 1 ? "0" + $0 : $0 }.joined()
    }
}

/// A hash of a stream (BLAKE2b), independent of how it is divided.
public final class StreamHash {
    private let room = UnsafeMutableRawPointer.allocate(byteCount: crypto_generichash_statebytes(), alignment: 64)
    private var state: OpaquePointer { OpaquePointer(room) }

    public init() { crypto_generichash_init(state, nil, 0, ContentHash.length) }

    deinit { room.deallocate() }

    public func add(_ data: Data) {
        data.withUnsafeBytes { bytes in
            guard let start = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
            crypto_generichash_update(state, start, UInt64(bytes.count))
        }
    }

    /// The first half of the hash. Call it once, at the end.
    public func number() -> Int64 {
        var result = [UInt8](repeating: 0, count: ContentHash.length)
        crypto_generichash_final(state, &result, result.count)
        return ContentHash.number(result)
    }
}
