public import DirectoryModel
public import DirectoryStore

/// A list where it is at home: what is changed is changed here, or on the server first where records live there.
public struct HomeList<R: Record>: Sendable {
    private let store: Store
    private let remote: RemoteList<R>?

    /// - Parameter remote: the server's list, where `R.home.isHosted`; nil elsewhere.
    public init(store: Store, remote: RemoteList<R>?) {
        self.store = store
        self.remote = remote
    }

    /// Adds a record; where places are counted and it says none, behind the last one. A server, which knows the last
    /// one, places it itself.
    /// - Returns: the record as it was added, or nil where its key belongs to another.
    public func add(_ record: R) async throws(SyncProblem) -> R? {
        if let remote { return try await remote.add(record) }
        return try here { () throws(StoreProblem) in
            var record = record
            if let place = R.placeKey.flatMap(R.field(named:)) {
                record = record.placed(after: try store.largest(of: place))
            }
            if R.numbering == .counted { return try store.addCounted(record) }
            return try store.insert(record, refusesSecondOwner: true) ? record : nil
        }
    }

    /// Makes `mine` of a record as it is now, so that what others changed meanwhile in other fields stays; one that was
    /// deleted here meanwhile is put back.
    /// - Parameter original: what it was when it was looked at. What others changed since in the same fields is a
    ///   conflict.
    public func change(from original: R, to mine: R) async throws(SyncProblem) -> Changed<R> {
        if let remote { return try await remote.change(mine, from: original) }
        return try here { () throws(StoreProblem) in
            let edit = try change(from: original, to: mine, orElse: nil)
            guard edit == .absent, case .kept(let back) = try change(from: original, to: mine, orElse: original) else {
                return edit
            }
            return .putBack(back)
        }
    }

    private func change(from original: R, to mine: R, orElse gone: R?) throws(StoreProblem) -> Changed<R> {
        let edit = try store.change(R.self, key: original.key, orElse: gone) { now throws(SameFieldsChanged<R>) in
            let merge = ThreeWayMerge(mine: mine, theirs: now, base: original)
            guard merge.isDecided else { throw SameFieldsChanged(merge: merge) }
            return merge.merged(under: mine.key)
        }
        switch edit {
        case .success(let edit): return Changed(edit)
        case .failure(let both): return .conflict(both.merge)
        }
    }

    /// Changes the record that has `key` as it is where it is at home. Where others changed a field on the server since
    /// it was last shown here, and `change` would write over it, that is a conflict, and theirs is here then.
    /// - Returns: what came of it, or what `change` threw.
    public func edit<Refusal: Error>(
        _ key: Int, _ change: (R) throws(Refusal) -> R
    ) async throws(SyncProblem) -> Result<Changed<R>, Refusal> {
        guard let remote else {
            return try here { () throws(StoreProblem) in try store.change(R.self, key: key, change).map(Changed.init) }
        }
        guard let now = try await remote.look(up: key) else { return .success(.absent) }
        let shown = try here { () throws(StoreProblem) in try store.find(R.self, key: key) } ?? now
        let (mine, overTheirs): (R, R)
        do throws(Refusal) { (mine, overTheirs) = (try change(shown), try change(now)) } catch {
            return .failure(error)
        }
        let merge = ThreeWayMerge(mine: mine, theirs: now, base: shown)
        let isWrittenOver = now.differences(from: overTheirs).contains { difference in
            guard let field = R.field(named: difference.key) else { return false }
            return field.value(shown) != field.value(now) && field.value(mine) != field.value(now)
        }
        guard merge.isDecided, !isWrittenOver else {
            _ = try remote.keep(now)
            return .success(.conflict(merge))
        }
        return .success(try await remote.change(merge.merged(), from: now))
    }

    /// What was removed.
    public struct Deleted: Sendable {
        public let titles: [String]
        /// The records themselves, where they were removed on the server.
        public let there: [R]
    }

    /// Removes the records that have `keys`.
    public func delete(_ keys: [Int]) async throws(SyncProblem) -> Deleted {
        if let remote {
            let records = try await remote.delete(keys)
            return Deleted(titles: records.map(\.displayName), there: records)
        }
        let titles = try here { () throws(StoreProblem) in try store.delete(R.self, keys: keys) }
        return Deleted(titles: titles, there: [])
    }

    /// The record that has `key`, as it is where it is at home, or nil.
    public func find(_ key: Int) async throws(SyncProblem) -> R? {
        if let remote { return try await remote.look(up: key) }
        return try here { () throws(StoreProblem) in try store.find(R.self, key: key) }
    }

    private func here<T>(_ body: () throws(StoreProblem) -> T) throws(SyncProblem) -> T {
        do { return try body() } catch { throw .store(error) }
    }
}

/// Others changed the same fields of a record here meanwhile.
private struct SameFieldsChanged<R: Record>: Error {
    let merge: ThreeWayMerge<R>
}
