public import DirectoryModel
public import DirectoryStore
import NIOHTTP1

/// A list that is the server's: what is changed is changed there first, and then here as the server has it. What
/// can be done with it, `R.home` says; anything else throws `SyncProblem.notAllowed`.
///
/// On every failure the list here stays as it was, but for what `delete` says. None of it is kept for undo, for
/// putting something back here would not put it back there; `putBack` does both.
public struct RemoteList<R: Record>: Sendable {
    private let client: Client
    private let store: Store

    public init(client: Client, store: Store) {
        self.client = client
        self.store = store
    }

    // MARK: The whole list

    /// Fetches the server's list, or its several lists together: when it returns, they are the list here. One that
    /// lives there may be empty; nobody empties one that is only kept here.
    public func refresh() async throws(SyncProblem) -> ChangeSummary {
        var tries = TakeOverTries()
        while true {
            do throws(SyncProblem) { return try await refreshOnce() } catch {
                guard case .store(let problem) = error, tries.hasAnother(after: problem) else { throw error }
            }
        }
    }

    private func refreshOnce() async throws(SyncProblem) -> ChangeSummary {
        let revision = try stored { () throws(StoreProblem) in try store.revision(of: R.self) }
        let incoming = try stored { () throws(StoreProblem) in try store.beginIncoming(R.self) }
        for path in try listPaths() {
            let answer = try await client.bring(.open(.GET, path), largest: client.limits.largestList(for: store)) {
                try incoming.add($0)
            }
            guard case .whole = answer else { throw .noAnswer(server: "\(client.server)") }
        }
        try refuseNothing(in: incoming)
        return try stored { () throws(StoreProblem) in
            try store.apply(incoming, .replace, label: nil, expecting: revision)
        }
    }

    /// A list without one record is refused where it cannot be meant.
    private func refuseNothing(in incoming: Incoming<R>) throws(SyncProblem) {
        let (count, asideCount, hereCount) = try stored { () throws(StoreProblem) in
            (try incoming.count, try incoming.setAsideCount, try store.count(of: R.self))
        }
        guard count == 0 else { return }
        // Not one record among elements: whoever answers there keeps other things.
        if asideCount > 0 { throw .notAList(server: "\(client.server)", many: R.collection.many) }
        if hereCount > 0, !R.home.mayBeEmptied {
            throw .nobodySent(server: "\(client.server)", many: R.collection.many)
        }
    }

    private func listPaths() throws(SyncProblem) -> [String] {
        switch R.home {
        case .hosted(let path): return [path]
        case .fetched(let paths): return paths
        case .here, .published, .booked: throw notPossible
        }
    }

    // MARK: Records that live on the server

    /// Makes a record: when it returns, what is returned is on the server and here.
    /// - Throws: `SyncProblem`; `refused` where a field breaks a rule, `unsure` where it may have been made.
    public func add(_ record: R) async throws(SyncProblem) -> R {
        let body = RecordChange(from: R(key: record.key), to: record)
        return try keep(try await client.make(body, at: try hostedPath()))
    }

    /// Changes the fields in which `record` differs from `original`, and empties those that are empty now: when it
    /// returns, what is returned is on the server and here.
    /// - Throws: `SyncProblem`; `gone` where the server no longer has it, `refused` where a field breaks a rule.
    public func change(_ record: R, from original: R) async throws(SyncProblem) -> R {
        let path = try hostedPath()
        let change = RecordChange(from: original, to: record)
        if change.isEmpty { return original }
        return try keep(try await client.change(original.key, at: path, change))
    }

    /// Deletes the records that have `keys`, one after the other; what the server no longer has counts as deleted.
    /// - Returns: those that were here.
    /// - Throws: `SyncProblem` at the first that could not be deleted; those before it are gone here too.
    public func delete(_ keys: [Int]) async throws(SyncProblem) -> [R] {
        let path = try hostedPath()
        var gone: [Int] = []
        do throws(SyncProblem) {
            for key in keys {
                _ = try await client.remove(R.self, key, at: path)
                gone.append(key)
            }
        } catch {
            _ = try forget(gone)
            throw error
        }
        return try forget(gone)
    }

    /// Deletes every record of the server's list.
    public func deleteAll() async throws(SyncProblem) {
        try await client.removeAll(R.self, at: try hostedPath())
        try keeping { () throws(StoreProblem) in
            _ = try store.apply(try store.beginIncoming(R.self), .replace, label: nil)
        }
    }

    /// Makes records again that were deleted, each under a new number and otherwise as it was.
    /// - Returns: them as they are now.
    /// - Throws: `SyncProblem` at the first that could not be made; those before it are on the server and here.
    public func putBack(_ records: [R]) async throws(SyncProblem) -> [R] {
        var back: [R] = []
        for record in records { back.append(try await change(record, from: try await add(record))) }
        return back
    }

    /// What the server has under a number, or nil where it has nothing; nothing is changed here.
    public func look(up key: Int) async throws(SyncProblem) -> R? {
        try await client.record(key, at: try hostedPath())
    }

    private func hostedPath() throws(SyncProblem) -> String {
        guard case .hosted(let path) = R.home else { throw notPossible }
        return path
    }

    // MARK: Records that the server makes of orders

    /// Sends an order: when it returns, what the server made of it is here, beside whatever was booked before.
    /// - Returns: it under the number it has here.
    /// - Throws: `SyncProblem`; `refused` where a field breaks a rule, `unsure` where it may have been booked.
    public func book(_ order: R) async throws(SyncProblem) -> R {
        guard case .booked(let path) = R.home else { throw notPossible }
        let booked: R = try await client.make(BookingOrder(order), at: path)
        return try keeping { () throws(StoreProblem) in try store.keepBooked(booked) }
    }

    // MARK: Here

    private func keep(_ record: R) throws(SyncProblem) -> R {
        try keeping { () throws(StoreProblem) in try store.keepFromServer(record) }
        return record
    }

    private func forget(_ keys: [Int]) throws(SyncProblem) -> [R] {
        if keys.isEmpty { return [] }
        return try keeping { () throws(StoreProblem) in
            var records: [R] = []
            for key in keys { if let record = try store.find(R.self, key: key) { records.append(record) } }
            _ = try store.delete(R.self, keys: keys)
            return records
        }
    }

    /// What the server did already, and the store could not follow.
    private func keeping<T>(_ body: () throws(StoreProblem) -> T) throws(SyncProblem) -> T {
        do { return try body() } catch { throw .notKept(server: "\(client.server)", error) }
    }

    private var notPossible: SyncProblem { .notAllowed(server: "\(client.server)") }
}
