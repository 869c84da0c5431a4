private import CSodium
private import NIOPosix

/// Makes and checks passwords with libsodium's Argon2id: 19 MiB of memory and two passes each, about 12 ms, on two
/// threads of its own, so that never more than two are computed at a time and requests do not block on them.
final class Passwords: Sendable {
    private static let operations: UInt64 = 2
    private static let memoryBytes = 19_922_944

    private let threads = NIOThreadPool(numberOfThreads: 2)
    /// The hash to check a password against where the NetID is unknown, so that both take the same time.
    private let dummyHash: String

    init() {
        _ = sodium_init()
        threads.start()
        dummyHash = Self.hashNow(Self.generated()) ?? ""
    }

    deinit { threads.shutdownGracefully { _ in } }

    /// The hash of `password`, with a new salt, in libsodium's text format.
    /// - Throws: `PasswordError.outOfMemory` where 19 MiB are not available, or `CancellationError`.
    func hash(_ password: String) async throws -> String {
        try await threads.runIfActive {
            guard let hash = Self.hashNow(password) else { throw PasswordError.outOfMemory }
            return hash
        }
    }

    /// True where `hash` is that of `password`; takes as long where it is nil.
    /// - Parameters:
    ///   - willCheck: called when it is this password's turn; where it throws, the password is not checked.
    ///   - onResult: called with the result before the next password's turn.
    /// - Throws: `CancellationError`, or the error of `willCheck`.
    func verify(
        _ password: String, hash: String?, willCheck: @escaping @Sendable () throws -> Void = {},
        onResult: @escaping @Sendable (Bool) -> Void = { _ in }
    ) async throws -> Bool {
        let expected = hash ?? dummyHash
        // Who must wait anyway does not wait for a turn.
        try willCheck()
        return try await threads.runIfActive {
            try willCheck()
            let matches = crypto_pwhash_str_verify(expected, password, UInt64(password.utf8.count)) == 0
            onResult(matches && hash != nil)
            return matches && hash != nil
        }
    }

    private static func hashNow(_ password: String) -> String? {
        var text = [CChar](repeating: 0, count: Int(crypto_pwhash_strbytes()))
        let status = crypto_pwhash_str(&text, password, UInt64(password.utf8.count), operations, memoryBytes)
        guard status == 0 else { return nil }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// A random password that can be read aloud: four groups of four letters and digits, 79 bits.
    static func generated() -> String { readable(groups: 4) }

    /// Random groups of four letters and digits that are not easily confused, 20 bits each.
    static func readable(groups count: Int) -> String {
        let letters = Array("abcdefghjkmnpqrstuvwxyz23456789")
        let groups = (0..<count).map { _ in
            String((0..<4).map { _ in letters[Int(randombytes_uniform(UInt32(letters.count)))] })
        }
        return groups.joined(separator: "-")
    }
}

/// Why a password could not be made.
enum PasswordError: Error {
    case outOfMemory
}
