private import CSodium
private import DirectoryModel
private import Foundation
private import Synchronization

/// Tells whose NetID and password, or app password, these are.
final class Authenticator: Sendable {
    private enum Kind: String {
        case password, appPassword
    }

    private struct Verified {
        /// The password is forgotten if the account’s hash differs.
        let passwordHash: String
        let end: ServerClock.Instant
    }

    private let repository: SQLRepository
    private let appPasswords: AppPasswords
    private let passwords = Passwords()
    private let clock: ServerClock
    private let guesses: LoginRateLimiter
    /// Passwords verified lately, whose owners need not queue behind attackers, by keyed hashes.
    private let verified = Mutex(BoundedCache<[UInt8], Verified>(maxCount: maxVerified))
    /// A random key, so that the hashes reveal nothing about the passwords.
    private let key = (0..<32).map { _ in UInt8.random(in: .min ... .max) }

    private static let lifetime = Duration.seconds(600)
    /// The maximum number of verified passwords.
    static let maxVerified = 4096

    init(repository: SQLRepository, clock: ServerClock = .system) {
        self.repository = repository
        self.clock = clock
        appPasswords = AppPasswords(repository: repository)
        guesses = LoginRateLimiter(clock: clock)
    }

    /// The account for `netid` and `password`, or nil. An unknown NetID takes the same time.
    /// - Parameters:
    ///   - address: the client’s address, or nil for no rate limit.
    ///   - isAppPasswordAccepted: true if an app password is as good as the password of the account.
    /// - Throws: `TooManyGuesses`, for known and unknown NetIDs alike, unless the password was verified within ten
    ///   minutes.
    func account(
        netid: String, password: String, from address: String? = nil, isAppPasswordAccepted: Bool = false
    ) async throws -> Account? {
        let found = Account.canBeNetID(netid) ? try await repository.account(netid: netid) : nil
        let account = found.flatMap { $0.isEnabled ? $0 : nil }
        if let account, wasVerified(password, .password, of: account) { return account }
        let guesses = address == nil ? nil : guesses
        if isAppPasswordAccepted {
            let wasRight = account.map { wasVerified(password, .appPassword, of: $0) } ?? false
            if !wasRight, let wait = guesses?.wait(netid: netid, address: address) { throw TooManyGuesses(wait: wait) }
            // One that was revoked meanwhile is wrong.
            if try await appPasswords.contains(password, of: netid), let account {
                cache(password, .appPassword, of: account)
                return account
            }
        }
        let isRight = try await passwords.verify(password, hash: account?.passwordHash) {
            // Earlier ones in the queue may have been wrong.
            if let wait = guesses?.wait(netid: netid, address: address) { throw TooManyGuesses(wait: wait) }
        } onResult: { isRight in
            if !isRight { guesses?.wrong(netid: netid, address: address) }
        }
        guard isRight, let account else { return nil }
        guesses?.right(netid: netid)
        cache(password, .password, of: account)
        return account
    }

    private func wasVerified(_ password: String, _ kind: Kind, of account: Account) -> Bool {
        let (hash, now) = (hash(of: password, kind, account), clock.now())
        return verified.withLock { verified in
            verified.value(for: hash).map { $0.passwordHash == account.passwordHash && $0.end > now } ?? false
        }
    }

    private func cache(_ password: String, _ kind: Kind, of account: Account) {
        let new = Verified(passwordHash: account.passwordHash, end: clock.now() + Self.lifetime)
        let hash = hash(of: password, kind, account)
        verified.withLock { $0.insert(new, for: hash) }
    }

    /// A keyed hash (BLAKE2b, 128 bits).
    private func hash(of password: String, _ kind: Kind, _ account: Account) -> [UInt8] {
        var (content, hash) = (Array("\(kind)\0\(account.netid)\0\(password)".utf8), [UInt8](repeating: 0, count: 16))
        crypto_generichash(&hash, hash.count, content, UInt64(content.count), key, key.count)
        sodium_memzero(&content, content.count)
        return hash
    }
}

/// The error that sign-in is rate-limited.
struct TooManyGuesses: Error {
    /// How long the client must wait.
    let wait: Duration
}
