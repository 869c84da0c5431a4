import DirectoryModel
public import DirectoryStore
import Foundation
import NIOHTTP1

/// Refreshing of the whole list.
extension RemoteRepository {
    /// Fetches the server's list, or its several lists together: when it returns, they are the list here. A list that
    /// is kept there may be empty; a list that is only fetched is not emptied, nor is a part of it: `removeKept` does
    /// that.
    public func refresh() async throws(SyncError) -> ChangeSummary {
        try await fetchAndApply(from: try await client()).summary
    }

    /// The same, with the server's tag for the version of the list that is here now; for several lists, that of the
    /// last one.
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
        let list = ArrivingList(client: client, staging: try stored(try store.beginStaging(R.self)), store: store)
        var (isPartEmpty, tag): (Bool, String?) = (false, nil)
        for path in try paths(of: client) {
            let imported = try await list.bring(path)
            if imported.count == 0 { isPartEmpty = true }
            tag = imported.tag
        }
        try list.refuseEmpty()
        let keeping = isPartEmpty && !R.home.mayBeEmptied ? try list.keysOfMissingSections() : []
        var summary = try stored(
            try store.apply(list.staging, .replace, label: nil, keeping: keeping, expecting: revision) { _ in
                [Self.fetchedFrom: client.server.url.absoluteString]
            })
        summary.keptKeys = keeping
        return (summary, tag)
    }

    private func paths(of client: Client) throws(SyncError) -> [String] {
        switch R.home {
        case .hosted(let path): return [path]
        case .fetched(let paths): return paths
        case .here, .published, .booked: throw .notAllowed(server: "\(client.server)")
        }
    }
}

/// A list, or several together, as it arrives from the server. One task uses it; it is a class so that its parts share
/// state.
private final class ArrivingList<R: DirectoryRecord>: @unchecked Sendable {
    let staging: StagingDatabase<R>
    private let client: Client
    private let store: Store
    /// The sections of the records that arrived.
    private var sections: Set<String> = []

    init(client: Client, staging: StagingDatabase<R>, store: Store) {
        (self.client, self.staging, self.store) = (client, staging, store)
    }

    /// Fetches one list.
    /// - Returns: how many records it contained, and the server's tag of its version.
    /// - Throws: `notAList` where it did not contain any; other cases as the client reports them.
    func bring(_ path: String) async throws(SyncError) -> (count: Int, tag: String?) {
        let (before, rejectedBefore) = try counts()
        let largest = client.limits.largestList(for: store)
        let answer = try await client.bring(.open(.GET, path), largest: largest) { (elements: [ReadElement<R>]) in
            try self.staging.add(elements)
            for case .record(let record) in elements { self.sections.insert(Self.section(of: record)) }
        }
        guard case .whole(let tag) = answer else { throw .noAnswer(server: "\(client.server)") }
        let (count, rejectedCount) = try counts()
        // There are elements, but no records: the server at this address stores something else.
        if count == before, rejectedCount > rejectedBefore {
            throw .notAList(server: "\(client.server)", many: R.collection.many)
        }
        return (count - before, tag.map(Client.strongTag))
    }

    /// Refuses a list without records where that cannot be intended.
    func refuseEmpty() throws(SyncError) {
        let hereCount = try stored(try store.count(of: R.self))
        if try counts().records == 0, hereCount > 0, !R.home.mayBeEmptied {
            throw .emptyListSent(server: "\(client.server)", many: R.collection.many)
        }
    }

    /// The keys of the records here in sections that no arrived record has.
    func keysOfMissingSections() throws(SyncError) -> Set<Int> {
        var keys: Set<Int> = []
        try stored(
            try store.each(R.self) { stored in
                if !sections.contains(Self.section(of: stored.record)) { keys.insert(stored.record.key) }
            })
        return keys
    }

    private func counts() throws(SyncError) -> (records: Int, rejected: Int) {
        try stored((try staging.count, try staging.rejectedCount))
    }

    private static func section(of record: R) -> String { R.definition.groupings[0].section?(record).stored ?? "" }
}
