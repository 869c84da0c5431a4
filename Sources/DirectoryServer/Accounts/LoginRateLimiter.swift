private import Synchronization

/// Limits wrong passwords for each NetID and each address, by default to ten a minute.
final class LoginRateLimiter: Sendable {
    typealias Instant = ContinuousClock.Instant

    private enum Source: Hashable {
        case netid(String)
        case address(String)
    }

    private let maxGuesses: Int
    private let window: Duration
    private let guesses = Mutex<[Source: [Instant]]>([:])
    /// The number of sources after which expired ones are removed.
    private static let manySources = 20_000

    /// - Parameters:
    ///   - maxGuesses: the number of wrong passwords allowed.
    ///   - window: the time in which they are counted.
    init(maxGuesses: Int = 10, window: Duration = .seconds(60)) {
        (self.maxGuesses, self.window) = (maxGuesses, window)
    }

    /// How long a client must wait before its password is checked, or nil.
    func wait(netid: String, address: String?, now: Instant = .now) -> Duration? {
        guesses.withLock { guesses in
            Self.sources(netid, address).compactMap { source -> Duration? in
                let recent = (guesses[source] ?? []).filter { $0 + window > now }
                guesses[source] = recent.isEmpty ? nil : recent
                guard recent.count >= maxGuesses else { return nil }
                return recent[recent.count - maxGuesses] + window - now
            }.max()
        }
    }

    func wrong(netid: String, address: String?, now: Instant = .now) {
        guesses.withLock { guesses in
            for source in Self.sources(netid, address) {
                guesses[source] = (guesses[source] ?? []).suffix(maxGuesses - 1) + [now]
            }
            guard guesses.count > Self.manySources else { return }
            guesses = guesses.filter { ($0.value.last ?? now) + window > now }
            // Too many to be recent: a minute does not suffice to check them.
            if guesses.count > 2 * Self.manySources { guesses = [:] }
        }
    }

    /// Forgets the wrong passwords for `netid`, but not those of the address.
    func right(netid: String) { guesses.withLock { $0[.netid(netid.lowercased())] = nil } }

    /// Invalid NetIDs count as one; an unknown address, "", does not count.
    private static func sources(_ netid: String, _ address: String?) -> [Source] {
        let netid = Account.canBeNetID(netid) ? netid.lowercased() : ""
        return [.netid(netid)] + (address.map { $0.isEmpty ? [] : [.address(ClientAddress.counted($0))] } ?? [])
    }
}
