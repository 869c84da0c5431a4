private import CSodium
import DirectoryModel
import Language
private import NIOPosix
private import Synchronization

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

/// Why a password would be guessed at once.
enum PasswordWeakness: Equatable {
    /// It is mostly blanks, or one character over and over.
    case monotonous
    /// It is one of those that attackers try first.
    case common
    /// It is the NetID.
    case netid

    /// The weakness of `password`, or nil where none is found.
    init?(of password: String, netid: String) {
        let visible = password.filter { !$0.isWhitespace }
        let word = Folding.text(visible)
        if Set(visible).count < 4 {
            self = .monotonous
        } else if Self.guessedFirst.contains(word) {
            self = .common
        } else if word.replacing(netid.lowercased(), with: "").isEmpty {
            self = .netid
        } else {
            return nil
        }
    }

    /// Why `password` cannot be that of `netid`: the rest of a sentence that starts with “Password”; nil where it can.
    static func reason(against password: String, netid: String) -> String? {
        guard password.count >= Accounts.shortestPassword else { return tooShort }
        guard password.utf8.count <= Accounts.longestPassword, !password.utf8.contains(0) else { return tooLong }
        return PasswordWeakness(of: password, netid: netid)?.reason
    }

    private static var tooShort: String {
        let least = Accounts.shortestPassword
        return translated(
            least, one: "must have at least \(least) character", many: "must have at least \(least) characters")
    }

    private static var tooLong: String {
        let most = Accounts.longestPassword
        return translated(
            most, one: "must have at most \(most) byte", many: "must have at most \(most) bytes")
    }

    /// The rest of a sentence that starts with “Password”.
    var reason: String {
        switch self {
        case .monotonous: translated("must have at least 4 different visible characters")
        case .common: translated("is too common")
        case .netid: translated("must be different from your NetID")
        }
    }

    /// Passwords of 8 characters and more at the top of lists of leaked passwords.
    private static let guessedFirst: Set<String> = Set(
        """
        12345678 123456789 1234567890 0123456789 87654321 987654321 12341234 123123123 password password1 password12
        password123 password\u{21} passw0rd p@ssw0rd p@ssword mypassword qwertyui qwertyuiop qwerty123 qwerty12 qwerty1234
        asdfghjk asdfghjkl zxcvbnm123 1q2w3e4r 1q2w3e4r5t 1qaz2wsx q1w2e3r4 qazwsxedc iloveyou iloveyou1 sunshine
        princess football baseball basketball superman trustno1 starwars whatever computer internet michelle jennifer
        welcome1 welcome123 letmein1 letmein123 changeme changeme1 abcd1234 abc12345 abcdefgh a1b2c3d4 admin123
        administrator dragon123 monkey123 master123 shadow123 duke1234 bluedevil bluedevils goduke123 duke2024 duke2025
        duke2026
        """.split { $0.isWhitespace }.map(String.init))
}

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

/// The passwords that were right within the last ten minutes, so that whoever uses the server does not wait behind
/// those who guess. Each is kept as a hash together with the account's own: where the account has another password, it
/// is not found.
final class VerifiedPasswords: Sendable {
    /// How long a password is remembered.
    private static let lifetime = Duration.seconds(600)
    /// How long others may take it for verified without asking again.
    private static let validity = Duration.seconds(60)
    /// The most passwords that are remembered.
    private static let mostPasswords = 4096

    private let key = SecretHash.Key()
    private let ends = Mutex<[SecretHash: ContinuousClock.Instant]>([:])

    /// The moment until which `password` counts as verified for `account`, or nil where it must be verified.
    func end(of password: String, for account: Account) -> ContinuousClock.Instant? {
        let hash = hash(of: password, for: account)
        let now = ContinuousClock.now
        return ends.withLock { $0[hash] }.flatMap { $0 > now ? min($0, now + Self.validity) : nil }
    }

    /// Remembers that `password` is that of `account`.
    /// - Returns: the moment until which it counts.
    func remember(_ password: String, for account: Account) -> ContinuousClock.Instant {
        let hash = hash(of: password, for: account)
        let now = ContinuousClock.now
        ends.withLock { ends in
            if ends.count >= Self.mostPasswords { ends = ends.filter { $0.value > now } }
            if ends.count >= Self.mostPasswords { ends = [:] }
            ends[hash] = now + Self.lifetime
        }
        return now + Self.validity
    }

    private func hash(of password: String, for account: Account) -> SecretHash {
        SecretHash(account.netid, account.passwordHash, password, key: key)
    }
}
