private import Synchronization

/// Limits wrong passwords, by default in a minute to 10 for each NetID, and for each address to those of 100 NetIDs, so
/// that a lecture hall behind one address can sign in.
final class LoginRateLimiter: Sendable {
    typealias Instant = ServerClock.Instant

    private struct Guesses {
        /// The times of the latest ones for each NetID.
        var netids: [String: [Instant]] = [:]
        /// For each address, the NetIDs and the time of the latest one for each.
        var addresses: [String: [String: Instant]] = [:]
    }

    private let maxGuesses: Int
    private let maxNetIDs: Int
    private let window: Duration
    private let clock: ServerClock
    private let guesses = Mutex(Guesses())
    /// The number of NetIDs or of addresses after which expired guesses are removed.
    private static let manySources = 20_000

    /// - Parameters:
    ///   - maxGuesses: the number of wrong passwords allowed for a NetID.
    ///   - maxNetIDs: the number of NetIDs for which an address may send wrong passwords.
    ///   - window: the time in which they are counted.
    init(maxGuesses: Int = 10, maxNetIDs: Int = 100, window: Duration = .seconds(60), clock: ServerClock = .system) {
        self.maxGuesses = maxGuesses
        self.maxNetIDs = maxNetIDs
        self.window = window
        self.clock = clock
    }

    /// How long a client must wait before its password is checked, or nil.
    func wait(netid: String, address: String?) -> Duration? {
        let (netid, address, start) = (Self.counted(netid), Self.counted(address: address), clock.now() - window)
        return guesses.withLock { guesses in
            let ofNetID = (guesses.netids[netid] ?? []).filter { $0 > start }
            guesses.netids[netid] = ofNetID.isEmpty ? nil : ofNetID
            var waits: [Duration] = []
            if ofNetID.count >= maxGuesses { waits.append(ofNetID[ofNetID.count - maxGuesses] - start) }
            if let address {
                let ofAddress = (guesses.addresses[address] ?? [:]).filter { $0.value > start }
                guesses.addresses[address] = ofAddress.isEmpty ? nil : ofAddress
                if ofAddress.count >= maxNetIDs, ofAddress[netid] == nil, let first = ofAddress.values.min() {
                    waits.append(first - start)
                }
            }
            return waits.max()
        }
    }

    func wrong(netid: String, address: String?) {
        let (netid, address, now) = (Self.counted(netid), Self.counted(address: address), clock.now())
        guesses.withLock { guesses in
            guesses.netids[netid] = (guesses.netids[netid] ?? []).suffix(maxGuesses - 1) + [now]
            if let address { guesses.addresses[address, default: [:]][netid] = now }
            guard max(guesses.netids.count, guesses.addresses.count) > Self.manySources else { return }
            let start = now - window
            guesses.netids = guesses.netids.filter { $0.value.contains { $0 > start } }
            guesses.addresses = guesses.addresses.filter { $0.value.values.contains { $0 > start } }
            // Too many to be recent: a minute does not suffice to check them.
            if max(guesses.netids.count, guesses.addresses.count) > 2 * Self.manySources { guesses = Guesses() }
        }
    }

    /// Removes the wrong passwords for `netid`, but not from those of the address.
    func right(netid: String) { guesses.withLock { $0.netids[Self.counted(netid)] = nil } }

    /// Invalid NetIDs count as one.
    private static func counted(_ netid: String) -> String { Account.canBeNetID(netid) ? netid.lowercased() : "" }

    /// An unknown address, nil or "", does not count.
    private static func counted(address: String?) -> String? {
        address.flatMap { $0.isEmpty ? nil : ClientAddress.counted($0) }
    }
}
