private import CSodium

/// A keyed hash of texts that must not be kept (BLAKE2b, 128 bits, by libsodium).
struct SecretHash: Hashable {
    private let bytes: SIMD16<UInt8>

    /// A random key that exists as long as the process.
    struct Key: Sendable {
        fileprivate let bytes: [UInt8]

        init() {
            _ = sodium_init()
            var bytes = [UInt8](repeating: 0, count: 32)
            randombytes_buf(&bytes, bytes.count)
            self.bytes = bytes
        }
    }

    /// The hash of `texts`, in which "ab" and "c" differ from "a" and "bc".
    init(_ texts: String..., key: Key) {
        var content: [UInt8] = []
        for text in texts {
            content.append(contentsOf: text.utf8)
            withUnsafeBytes(of: UInt64(text.utf8.count).littleEndian) { content.append(contentsOf: $0) }
        }
        var bytes = [UInt8](repeating: 0, count: 16)
        crypto_generichash(&bytes, bytes.count, content, UInt64(content.count), key.bytes, key.bytes.count)
        self.bytes = SIMD16(bytes)
        sodium_memzero(&content, content.count)
    }
}
