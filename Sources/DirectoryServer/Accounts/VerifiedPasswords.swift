private import Synchronization

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
