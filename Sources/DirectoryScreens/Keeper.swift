import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation

/// Makes changes for the screens, off the main thread, under the sign-in as it is at that moment.
@MainActor
struct Keeper<R: Record> {
    let store: Store
    /// Who to ask, as the sign-in says now.
    let client: @MainActor () async throws(SyncProblem) -> Client

    /// True where changes are made on the server first.
    var isRemote: Bool { R.home.isHosted }

    /// The server's list, where it is the one that is shown: the same number is another record elsewhere.
    private func remote() async throws(SyncProblem) -> RemoteList<R> {
        let client = try await client()
        if isRemote, let fetched = (try? store.setting(Self.fetchedFrom)) ?? nil,
            fetched != client.server.url.absoluteString
        {
            throw .otherList(server: "\(client.server)", many: R.collection.many)
        }
        return RemoteList(client: client, store: store)
    }

    private static var fetchedFrom: String { "fetched-from-\(R.collection.name)" }

    /// The list where it is at home.
    private func home() async throws(SyncProblem) -> HomeList<R> {
        HomeList(store: store, remote: isRemote ? try await remote() : nil)
    }

    /// Adds a record.
    /// - Returns: the record as it was added, or nil where its key belongs to another.
    func add(_ record: R) async throws(SyncProblem) -> R? { try await home().add(record) }

    /// Makes `mine` of a record as it is now; what others changed meanwhile in other fields stays.
    /// - Parameter original: what it was when it was opened: what others changed since then in the same fields is not
    ///   written over.
    func change(from original: R, to mine: R) async throws(SyncProblem) -> Changed<R> {
        // Nobody has to be asked about nothing.
        if mine == original { return .kept(original) }
        return try await home().change(from: original, to: mine)
    }

    /// The same for what was typed in a form: what somebody else deleted on the server meanwhile is made there again,
    /// under a new number.
    func save(from original: R, to mine: R) async throws(SyncProblem) -> Changed<R> {
        do throws(SyncProblem) { return try await change(from: original, to: mine) } catch {
            guard isRemote, case .gone = error else { throw error }
            return .putBack(try await remote().makeAgain(mine))
        }
    }

    /// Removes the records that have `keys`.
    func delete(_ keys: [Int]) async throws(SyncProblem) -> HomeList<R>.Deleted { try await home().delete(keys) }

    /// Undoes the last change of this session that was made here.
    /// - Returns: what came of it, or nil where there is none.
    func undo() async throws(SyncProblem) -> Undone? {
        try await here { () throws(StoreProblem) in try store.undoLast(R.self) }
    }

    /// Adds what was deleted on the server there again, under a new number.
    func addAgain(_ record: R) async throws(SyncProblem) { _ = try await remote().putBack([record]) }

    /// Takes an order to the server.
    /// - Returns: what it made of it, which is kept here.
    func book(_ order: R) async throws(SyncProblem) -> R { try await remote().book(order) }

    /// Fetches the whole list from the server.
    func refresh() async throws(SyncProblem) -> ChangeSummary {
        let client = try await client()
        let summary = try await RemoteList<R>(client: client, store: store).refresh()
        let (address, name) = (client.server.url.absoluteString, Self.fetchedFrom)
        _ = try await here { () throws(StoreProblem) in try store.keep(address, as: name) }
        return summary
    }

    /// Removes here what a refresh kept although the server did not send it.
    /// - Returns: how many were still here.
    func removeKept(_ keys: Set<Int>) async throws(SyncProblem) -> Int {
        try await here { () throws(StoreProblem) in try RemoteList<R>.removeKept(keys, from: store) }
    }

    /// Deletes every record on the server, and here.
    func deleteAll() async throws(SyncProblem) { try await remote().deleteAll() }

    /// What the server has under `key`, or nil.
    func look(up key: Int) async throws(SyncProblem) -> R? { try await remote().look(up: key) }

    /// Runs `body` off the main thread, for the store may have to wait for another writer.
    private func here<T: Sendable>(
        _ body: @escaping @Sendable () throws(StoreProblem) -> T
    ) async throws(SyncProblem) -> T {
        switch await offMain(body) {
        case .success(let value): return value
        case .failure(let problem): throw .store(problem)
        }
    }
}
