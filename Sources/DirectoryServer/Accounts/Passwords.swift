private import CSodium
import DirectoryModel
private import Foundation
import Language
private import NIOCore
private import NIOPosix

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
        if commonPasswords.contains(word) { return translated("is too common") }
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
    private static let commonPasswords: Set<String> = Set(
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
