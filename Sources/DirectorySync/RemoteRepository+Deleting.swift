import ClassAPI
import DirectoryModel
public import DirectoryStore
import Foundation
import Language
import NIOHTTP1
import Synchronization

extension RemoteRepository {
    /// Deletes records one by one, until the task is canceled. Records that the server no longer has count as deleted.
    /// - Throws: `SyncError` at the first failure; the records before it are deleted in the store, too.
    public func delete(_ keys: [Int]) async throws(SyncError) -> [String] {
        let client = try await changingClient()
        var gone: [Record] = []
        for key in keys {
            if Task.isCancelled { break }
            // A request that was sent is waited for.
            let deleting = Task { () -> Result<Record?, SyncError> in
                do throws(SyncError) { return .success(try await deleteAsShown(key, with: client)) } catch {
                    return .failure(error)
                }
            }
            guard let record = try await deleting.value.get() else { continue }
            gone.append(record)
            deleted.withLock { [gone] in $0 = gone }
        }
        return gone.map(\.displayName)
    }

    /// Deletes a record in its stored version, or in the server's if it is not stored.
    /// - Returns: the record, or nil if neither exists.
    private func deleteAsShown(_ key: Int, with client: Client) async throws(SyncError) -> Record? {
        let shown = try stored(try collection.find(key: key))
        var name = ""
        for _ in 1...Self.maxTries {
            guard let now = try await client.version(of: key, in: definition) else {
                return try forget(key, with: client)
            }
            name = now.record.displayName
            if let shown, !RecordChange(from: shown, to: now.record).isEmpty {
                name = try saveLocally(now.record, with: client).displayName
                throw .changedMeanwhile(one: definition.collection.one, name: name)
            }
            do throws(SyncError) {
                _ = try await client.remove(key, from: definition, ifMatch: now.tag)
                return try forget(key, with: client) ?? now.record
            } catch {
                guard case .conflict = error else { throw error }
            }
        }
        throw .changedMeanwhile(one: definition.collection.one, name: name)
    }

    public func deleteAll() async throws(SyncError) {
        let client = try await changingClient()
        for _ in 1...Self.maxTries {
            let now = try await fetchAndApply(from: client)
            guard !now.summary.isChange else {
                throw .listChangedMeanwhile(many: definition.collection.many, what: now.summary.words)
            }
            do throws(SyncError) {
                try await client.removeAll(from: definition, ifMatch: now.tag)
                let label = translated("Deleting all \(definition.collection.many)")
                let request = MergeRequest(.replace, label: label)
                _ = try client.storing(try collection.apply(try collection.beginStaging(), request))
                return deleted.withLock { $0 = [] }
            } catch {
                guard case .conflict = error else { throw error }
            }
        }
        throw .conflict(server: "\(client.server)")
    }

    public var canUndo: Bool { deleted.withLock { !$0.isEmpty } }

    /// Creates the records that were deleted last again, with new numbers.
    /// - Throws: `SyncError` at the first failure; the remaining records can be restored later.
    public func undo() async throws(SyncError) -> Undone? {
        let records = deleted.withLock { $0 }
        guard let label = definition.collection.called(records.map(\.displayName)) else { return nil }
        let client = try await changingClient()
        for record in records {
            _ = try await change(try await make(record, with: client), to: record, with: client)
            deleted.withLock { $0 = Array($0.dropFirst()) }
        }
        return Undone(label: translated("Deleting \(label)"))
    }
}

extension RemoteRepository {
    /// Replaces the local list with the server's, which may consist of several. A hosted list may be empty; a list that
    /// is only fetched, or a part of it, is not emptied until `deleteMissing`.
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
        let revision = try stored(try collection.revision())
        let staging = try stored(try collection.beginStaging())
        var (tag, sections, keys): (String?, Set<String>, Set<Int>) = (nil, [], [])
        for path in try await paths(of: client) {
            tag = try await bring(path, from: client, into: staging) { record in
                sections.insert(section(of: record))
                keys.insert(record.key)
            }
        }
        if try stored(try staging.count) == 0, try stored(try collection.count()) > 0, !definition.home.isHosted {
            throw .emptyListSent(server: "\(client.server)", many: definition.collection.many)
        }
        // Records that did not arrive, in sections without arrived records.
        var missing: Set<Int> = []
        func addIfMissing(_ record: Record) {
            if !keys.contains(record.key), !sections.contains(section(of: record)) { missing.insert(record.key) }
        }
        if !definition.home.isHosted { try stored(try collection.each { addIfMissing($0.record) }) }
        var summary = try stored(
            try collection.apply(staging, MergeRequest(.replace, keeping: missing, expecting: revision)) { _ in
                [Store.origin(of: definition): client.server.url.absoluteString]
            })
        summary.preservedKeys = missing
        return (summary, tag)
    }

    /// Fetches one list, and passes its records to `receive`.
    /// - Returns: the server's tag.
    /// - Throws: `notAList` if it has elements but no records; other cases as the client.
    private func bring(
        _ path: String, from client: Client, into staging: StagedList, _ receive: (Record) -> Void
    ) async throws(SyncError) -> String? {
        func counts() throws(SyncError) -> (records: Int, rejected: Int) {
            try stored((try staging.count, try staging.rejectedCount))
        }
        let before = try counts()
        let largest = client.limits.largestList(for: collection.store)
        let answer = try await client.bring(definition, .open(.GET, path), largest: largest) { elements in
            try staging.add(elements)
            elements.compactMap(\.record).forEach(receive)
        }
        guard case .whole(let tag) = answer else { throw .noAnswer(server: "\(client.server)") }
        let now = try counts()
        // The server at this address stores something else.
        if now.records == before.records, now.rejected > before.rejected {
            throw .notAList(server: "\(client.server)", many: definition.collection.many)
        }
        return tag.map(Client.strongTag)
    }

    private func section(of record: Record) -> String {
        definition.groupings[0].section?(record).stored ?? ""
    }

    private func paths(of client: Client) async throws(SyncError) -> [String] {
        switch definition.home {
        case .hosted(let path): return [path]
        case .fetched(let list, let names, let index):
            let named = try await client.names(at: index.path, of: definition)
            return (names + named.filter { !names.contains($0.lowercased()) }).map(list.path)
        case .local, .published, .booked, .past: throw .notAllowed(server: "\(client.server)")
        }
    }
}
