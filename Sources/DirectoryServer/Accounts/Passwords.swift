private import CSodium
import DirectoryModel
private import Foundation
import Language
private import NIOCore
private import NIOPosix
private import Synchronization

/// Hashes and checks passwords with Argon2id (19 MiB, two passes, about 12 ms) on two threads, so that at most two
/// hashes are computed at a time and requests do not block.
final class Passwords: Sendable {
    private static let operations: UInt64 = 2
    private static let memoryBytes = 19_922_944

    private let threads = NIOThreadPool(numberOfThreads: 2)
    /// Checked for unknown NetIDs, so that they take the same time.
    private let dummyHash: String

    init() {
        _ = sodium_init()
        threads.start()
        dummyHash = Self.hashNow(Self.readable()) ?? ""
    }

    deinit { threads.shutdownGracefully { _ in } }

    /// The hash of `password` with a new salt, in libsodium’s text format.
    /// - Throws: `IOError` if there is not enough memory, or `CancellationError`.
    func hash(_ password: String) async throws -> String {
        try await threads.runIfActive {
            guard let hash = Self.hashNow(password) else {
                throw IOError(errnoCode: ENOMEM, reason: "crypto_pwhash_str")
            }
            return hash
        }
    }

    /// True if `hash` is that of `password`. A nil hash takes the same time.
    /// - Parameters:
    ///   - willCheck: called when it is this password’s turn; if it throws, the password is not checked.
    ///   - onResult: called with the result before the next password’s turn.
    /// - Throws: `CancellationError`, or the error of `willCheck`.
    func verify(
        _ password: String, hash: String?, willCheck: @escaping @Sendable () throws -> Void = {},
        onResult: @escaping @Sendable (Bool) -> Void = { _ in }
    ) async throws -> Bool {
        let expected = hash ?? dummyHash
        // Rate-limited callers do not take a turn.
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

    /// A random password in groups of four unambiguous letters and digits, 20 bits each.
    static func readable(groups count: Int = 4) -> String {
        let letters = Array("abcdefghjkmnpqrstuvwxyz23456789")
        let groups = (0..<count).map { _ in
            String((0..<4).map { _ in letters[Int(randombytes_uniform(UInt32(letters.count)))] })
        }
        return groups.joined(separator: "-")
    }
}

/// Rules for chosen passwords.
enum PasswordRules {
    /// Why `password` is not acceptable, as the rest of a sentence that starts with “Password”; nil if it is.
    static func problem(with password: String, netid: String) -> String? {
        guard password.count >= Accounts.minPasswordLength else { return tooShort }
        guard password.utf8.count <= Accounts.maxPasswordLength, !password.utf8.contains(0) else { return tooLong }
        let visible = password.filter { !$0.isWhitespace }
        let word = Folding.text(visible)
        if Set(visible).count < 4 { return translated("must have at least 4 different visible characters") }
        if guessedFirst.contains(word) { return translated("is too common") }
        let isNetID = word.replacing(netid.lowercased(), with: "").isEmpty
        return isNetID ? translated("must be different from your NetID") : nil
    }

    private static var tooShort: String {
        let least = Accounts.minPasswordLength
        return translated(
            least, one: "must have at least \(least) character", many: "must have at least \(least) characters")
    }

    private static var tooLong: String {
        let most = Accounts.maxPasswordLength
        return translated(
            most, one: "must have at most \(most) byte", many: "must have at most \(most) bytes")
    }

    /// Passwords from the top of lists of leaked passwords, with 8 or more characters.
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

/// Passwords verified within the last ten minutes, whose owners need not queue behind attackers.
final class VerifiedPasswords: Sendable {
    private struct Verified {
        /// The password is forgotten if the account’s hash differs.
        let passwordHash: String
        let netid: String
        let end: ServerClock.Instant
        /// The version of the database when the account was last looked up, and how long that counts.
        var seen: (version: Int64, end: ServerClock.Instant)?

        mutating func see(in version: Int64?, now: ServerClock.Instant) {
            if let version { seen = (version, min(end, now + VerifiedPasswords.validity)) }
        }
    }

    private static let lifetime = Duration.seconds(600)
    /// How long a looked-up account counts while the database does not change.
    private static let validity = Duration.seconds(60)
    /// The maximum number; the oldest are removed first.
    static let maxPasswords = 4096

    private let clock: ServerClock
    /// A random key, so that the hashes reveal nothing about the passwords.
    private let key = (0..<32).map { _ in UInt8.random(in: .min ... .max) }
    /// By the hash of the `Authorization` header.
    private let verified = Mutex<[[UInt8]: Verified]>([:])

    init(clock: ServerClock = .system) { self.clock = clock }

    /// True if `password` is known to be that of `account`, which was looked up after `version`.
    func contains(_ password: String, of account: Account, at version: Int64? = nil) -> Bool {
        let (hash, now) = (hash(of: password, account), clock.now())
        return verified.withLock { verified in
            guard let known = verified[hash], known.passwordHash == account.passwordHash, known.end > now else {
                return false
            }
            verified[hash]?.see(in: version, now: now)
            return true
        }
    }

    /// Remembers the password of `account`, which was looked up after `version`.
    func remember(_ password: String, of account: Account, at version: Int64? = nil) {
        let (hash, now) = (hash(of: password, account), clock.now())
        var new = Verified(passwordHash: account.passwordHash, netid: account.netid, end: now + Self.lifetime)
        new.see(in: version, now: now)
        verified.withLock { verified in
            if verified[hash] == nil, verified.count >= Self.maxPasswords,
                let oldest = verified.min(by: { $0.value.end < $1.value.end })
            {
                verified[oldest.key] = nil
            }
            verified[hash] = new
        }
    }

    /// The NetID of an `Authorization` header, or nil if the credentials are unknown or the account was not looked up
    /// since `version`.
    func netid(of header: String, at version: Int64) -> String? {
        let hash = hash(of: header)
        guard let known = verified.withLock({ $0[hash] }), let seen = known.seen, seen.version == version,
            seen.end > clock.now()
        else { return nil }
        return known.netid
    }

    private func hash(of password: String, _ account: Account) -> [UInt8] {
        hash(of: "Basic \(Data("\(account.netid):\(password)".utf8).base64EncodedString())")
    }

    /// A keyed hash (BLAKE2b, 128 bits).
    private func hash(of header: String) -> [UInt8] {
        var (content, hash) = (Array(header.utf8), [UInt8](repeating: 0, count: 16))
        crypto_generichash(&hash, hash.count, content, UInt64(content.count), key, key.count)
        sodium_memzero(&content, content.count)
        return hash
    }
}
