private import Synchronization

/// Limits wrong passwords, by default in a minute to 10 for each NetID, and for each address to those of 100 NetIDs, so
/// that a lecture hall behind one address can sign in.
final class LoginRateLimiter: Sendable {
    typealias Instant = ServerClock.Instant

    private struct Guesses {
        /// The times of the latest ones for each NetID.
        var netids = BoundedCache<String, [Instant]>(maxCount: maxSources)
        /// For each address, the NetIDs and the time of the latest one for each.
        var addresses = BoundedCache<String, [String: Instant]>(maxCount: maxSources, maxSize: 5 * maxSources)
    }

    private let maxGuesses: Int
    private let maxNetIDs: Int
    private let clock: ServerClock
    private let guesses = Mutex(Guesses())
    private static let window = Duration.seconds(60)
    /// More NetIDs, or addresses, than passwords can be checked in a minute.
    private static let maxSources = 20_000

    /// - Parameters:
    ///   - maxGuesses: the number of wrong passwords allowed for a NetID.
    ///   - maxNetIDs: the number of NetIDs for which an address may send wrong passwords.
    init(maxGuesses: Int = 10, maxNetIDs: Int = 100, clock: ServerClock = .system) {
        self.maxGuesses = maxGuesses
        self.maxNetIDs = maxNetIDs
        self.clock = clock
    }

    /// How long a client must wait before its password is checked, or nil.
    func wait(netid: String, address: String?) -> Duration? {
        let (netid, address, start) = (Self.counted(netid), Self.counted(address: address), clock.now() - Self.window)
        return guesses.withLock { guesses in
            let ofNetID = (guesses.netids.value(for: netid) ?? []).filter { $0 > start }
            let ofAddress = address.flatMap { guesses.addresses.value(for: $0) }?.filter { $0.value > start } ?? [:]
            let first = ofNetID.count < maxGuesses ? nil : ofNetID[ofNetID.count - maxGuesses]
            let isFull = ofAddress.count >= maxNetIDs && ofAddress[netid] == nil
            return [first, isFull ? ofAddress.values.min() : nil].compactMap { $0 }.max().map { $0 - start }
        }
    }

    func wrong(netid: String, address: String?) {
        let (netid, address, now) = (Self.counted(netid), Self.counted(address: address), clock.now())
        guesses.withLock { guesses in
            let earlier = (guesses.netids.value(for: netid) ?? []).suffix(maxGuesses - 1)
            guesses.netids.insert(earlier + [now], for: netid)
            guard let address else { return }
            var ofAddress = (guesses.addresses.value(for: address) ?? [:]).filter { $0.value > now - Self.window }
            ofAddress[netid] = now
            guesses.addresses.insert(ofAddress, for: address, size: ofAddress.count)
        }
    }

    /// Removes the wrong passwords for `netid`, but not from those of the address.
    func right(netid: String) { guesses.withLock { $0.netids.remove(Self.counted(netid)) } }

    /// Invalid NetIDs count as one.
    private static func counted(_ netid: String) -> String { Account.canBeNetID(netid) ? netid.lowercased() : "" }

    /// An unknown address, nil or "", does not count.
    private static func counted(address: String?) -> String? {
        address.flatMap { $0.isEmpty ? nil : ClientAddress.counted($0) }
    }
}
