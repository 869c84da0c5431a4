import ClassAPI
import DirectoryModel
public import DirectoryStore
import Foundation
import Language
import NIOHTTP1
import Synchronization

extension RemoteRepository {
    /// Deletes records one by one, until the task is canceled. Records that the server no longer has count as deleted.
    /// - Throws: `SyncError` at the first failure; the records before it are deleted here, too.
    public func delete(_ keys: [Int]) async throws(SyncError) -> [String] {
        let place = try await place()
        var gone: [R] = []
        for key in keys {
            if Task.isCancelled { break }
            // A request that was sent is waited for.
            let deleting = Task { () -> Result<R?, SyncError> in
                do throws(SyncError) { return .success(try await deleteAsShown(key, at: place)) } catch {
                    return .failure(error)
                }
            }
            guard let record = try await deleting.value.get() else { continue }
            gone.append(record)
            deleted.withLock { [gone] in $0 = gone }
        }
        return gone.map(\.displayName)
    }

    /// Deletes a record in the version here, or there if it is not here.
    /// - Returns: the record, or nil if it is in neither place.
    private func deleteAsShown(_ key: Int, at place: Place) async throws(SyncError) -> R? {
        let shown = try stored(try store.find(R.self, key: key))
        var name = ""
        for _ in 1...Self.maxTries {
            guard let now: Published<R> = try await place.client.version(of: key, at: place.path) else {
                return try forget(key, at: place)
            }
            name = now.record.displayName
            if let shown, !RecordChange(from: shown, to: now.record).isEmpty {
                throw .changedMeanwhile(one: R.collection.one, name: try keep(now.record, at: place).displayName)
            }
            do throws(SyncError) {
                _ = try await place.client.remove(R.self, key, at: place.path, ifMatch: now.tag)
                return try forget(key, at: place) ?? now.record
            } catch {
                guard case .conflict = error else { throw error }
            }
        }
        throw .changedMeanwhile(one: R.collection.one, name: name)
    }

    public func deleteAll() async throws(SyncError) {
        let place = try await place()
        for _ in 1...Self.maxTries {
            let now = try await fetchAndApply(from: place.client)
            guard !now.summary.isChange else {
                throw .listChangedMeanwhile(many: R.collection.many, what: now.summary.words)
            }
            do throws(SyncError) {
                try await place.client.removeAll(R.self, at: place.path, ifMatch: now.tag)
                let request = MergeRequest<R>(.replace, label: translated("Deleting all \(R.collection.many)"))
                _ = try place.client.kept(try store.apply(try store.beginStaging(R.self), request))
                return deleted.withLock { $0 = [] }
            } catch {
                guard case .conflict = error else { throw error }
            }
        }
        throw .conflict(server: place.server)
    }

    public var canUndo: Bool { deleted.withLock { !$0.isEmpty } }

    /// Creates the records that were deleted last again, with new numbers.
    /// - Throws: `SyncError` at the first failure; the remaining records can be restored later.
    public func undo() async throws(SyncError) -> Undone? {
        let records = deleted.withLock { $0 }
        guard let label = R.collection.called(records.map(\.displayName)) else { return nil }
        let place = try await place()
        for record in records {
            _ = try await change(try await make(record, at: place), to: record, at: place)
            deleted.withLock { $0 = Array($0.dropFirst()) }
        }
        return Undone(label: translated("Deleting \(label)"))
    }
}

extension RemoteRepository {
    /// Replaces the local list with the server's, which may consist of several. A hosted list may be empty; a list that
    /// is only fetched, or a part of it, is not emptied until `removeKept`.
    public func refresh() async throws(SyncError) -> ChangeSummary {
        try await fetchAndApply(from: try await client()).summary
    }

    /// The same, with the server's tag for the list; for several lists, that of the last one.
    func fetchAndApply(from client: Client) async throws(SyncError) -> (summary: ChangeSummary, tag: String?) {
        var tries = MergeRetries()
        while true {
            do throws(SyncError) { return try await mergeOnce(from: client) } catch {
                guard case .store(let problem) = error, tries.hasAnother(after: problem) else { throw error }
            }
        }
    }

    private func mergeOnce(from client: Client) async throws(SyncError) -> (summary: ChangeSummary, tag: String?) {
        let revision = try stored(try store.revision(of: R.self))
        let staging = try stored(try store.beginStaging(R.self))
        var (tag, sections, keys): (String?, Set<String>, Set<Int>) = (nil, [], [])
        for path in try await paths(of: client) {
            tag = try await bring(path, from: client, into: staging) { record in
                sections.insert(Self.section(of: record))
                keys.insert(record.key)
            }
        }
        if try stored(try staging.count) == 0, try stored(try store.count(of: R.self)) > 0, !R.home.mayBeEmptied {
            throw .emptyListSent(server: "\(client.server)", many: R.collection.many)
        }
        // Records that did not arrive, in sections without arrived records.
        var keeping: Set<Int> = []
        func keepMissing(_ record: R) {
            if !keys.contains(record.key), !sections.contains(Self.section(of: record)) { keeping.insert(record.key) }
        }
        if !R.home.mayBeEmptied { try stored(try store.each(R.self) { keepMissing($0.record) }) }
        var summary = try stored(
            try store.apply(staging, MergeRequest(.replace, keeping: keeping, expecting: revision)) { _ in
                [Self.fetchedFrom: client.server.url.absoluteString]
            })
        summary.keptKeys = keeping
        return (summary, tag)
    }

    /// Fetches one list, and passes its records to `told`.
    /// - Returns: the server's tag.
    /// - Throws: `notAList` if it has elements but no records; other cases as the client.
    private func bring(
        _ path: String, from client: Client, into staging: StagingDatabase<R>, _ told: (R) -> Void
    ) async throws(SyncError) -> String? {
        func counts() throws(SyncError) -> (records: Int, rejected: Int) {
            try stored((try staging.count, try staging.rejectedCount))
        }
        let before = try counts()
        let largest = client.limits.largestList(for: store)
        let answer = try await client.bring(R.definition, .open(.GET, path), largest: largest) { elements in
            try staging.add(elements)
            elements.compactMap(\.record).map(R.init).forEach(told)
        }
        guard case .whole(let tag) = answer else { throw .noAnswer(server: "\(client.server)") }
        let now = try counts()
        // The server at this address stores something else.
        if now.records == before.records, now.rejected > before.rejected {
            throw .notAList(server: "\(client.server)", many: R.collection.many)
        }
        return tag.map(Client.strongTag)
    }

    private static func section(of record: R) -> String {
        R.definition.groupings[0].section?(record.record).stored ?? ""
    }

    private func paths(of client: Client) async throws(SyncError) -> [String] {
        switch R.home {
        case .hosted(let path): return [path]
        case .fetched(let list, let names, let index):
            let named = try await client.names(at: index.path, of: R.self)
            return (names + named.filter { !names.contains($0.lowercased()) }).map(list.path)
        case .here, .published, .booked, .past: throw .notAllowed(server: "\(client.server)")
        }
    }
}
