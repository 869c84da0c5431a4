public import DirectoryModel
public import DirectoryStore
import Foundation
import Language
import Synchronization

/// Finds and changes the records of one collection: in the store, or on the server first and then in the store.
///
/// Every change reaches the store, from which lists are read. Calls may wait for the network or another writer, so they
/// run off the main thread. After a failed change on a server the local list is unchanged, except as `delete` describes.
public final class RecordRepository: Sendable {
    public let collection: StoredCollection
    private let client: ClientSource
    private let deletions = Mutex<(isRemote: Bool, records: [Record])>((false, []))

    /// The records that were deleted last, where undo does not offer changes: of the sample class, or of the server.
    var deleted: [Record] {
        get {
            let isRemote = isRemote
            return deletions.withLock { $0.isRemote == isRemote ? $0.records : [] }
        }
        set {
            let isRemote = isRemote
            deletions.withLock { $0 = (isRemote, newValue) }
        }
    }

    fileprivate init(_ collection: StoredCollection, client: @escaping ClientSource) {
        self.collection = collection
        self.client = client
    }

    var definition: Definition { collection.definition }

    /// False if changes are made only in the store; so is the sample class of a list on a server, while none is known.
    private var isRemote: Bool {
        guard definition.home.isHosted, collection.ifReadable({ try $0.holdsSample() }) == true else {
            return definition.home.canRefresh
        }
        return collection.ifReadable { try SignIn.stored(in: $0.store) }?.server.isEmpty != true
    }

    /// The client of the server where to make changes.
    /// - Throws: `notAllowed` if the server's list cannot be changed; `otherList` if the local list is from another
    ///   server, where the same number is another record.
    func changingClient() async throws(SyncError) -> Client {
        let client = try await client()
        guard definition.home.isHosted else { throw .notAllowed(server: "\(client.server)") }
        let fetched = try stored(try Setting.origin(of: definition).value(in: collection.store))
        if let fetched, fetched != client.server.url.absoluteString {
            throw .otherList(server: "\(client.server)", many: definition.collection.many)
        }
        return client
    }

    /// The record with `key`, from the server if it is stored there, or nil. The local list is not changed.
    public func find(_ key: Int) async throws(SyncError) -> Record? {
        guard isRemote, definition.home.isHosted else { return try stored(try collection.find(key: key)) }
        return try await client().version(of: key, in: definition)?.record
    }

    /// Adds a record, numbered and positioned by the rules of its collection, or orders one where records are booked.
    /// - Returns: the stored record, or `keyTaken`.
    /// - Throws: `refused` if a field breaks a rule of the server, `unsure` if the server may have created it.
    public func add(_ record: Record) async throws(SyncError) -> Changed {
        if definition.home.isBooked { return .saved(try await make(record, with: try await client())) }
        if isRemote { return clearingUndo(.saved(try await make(record, with: try await changingClient()))) }
        var record = record
        if let field = definition.position {
            record = record.positioned(after: try stored(try collection.largest(of: field)))
        }
        if definition.numbering != .typed { return .saved(try stored(try collection.addCounted(record))) }
        if try stored(try collection.insert(record, refusesSecondOwner: true)) { return .saved(record) }
        return .keyTaken(by: collection.holder(ofKey: record.key))
    }

    /// Changes `original` to `mine`. Others' changes of other fields are preserved; changes of the same fields are a
    /// conflict, and then nothing is sent and their version is stored. A deleted record is restored, on a server with a
    /// new number.
    /// - Throws: `refused` if a field breaks a rule, `changedMeanwhile` if others change it repeatedly.
    public func save(from original: Record, to mine: Record) async throws(SyncError) -> Changed {
        if mine == original { return .saved(original) }
        if isRemote { return clearingUndo(try await saveOnServer(from: original, to: mine)) }
        let saved = try stored(
            try collection.change(key: original.key, orElse: original) { now throws(SameFieldsChanged) in
                let merge = ThreeWayMerge(mine: mine, theirs: now, base: original)
                guard merge.isDecided else { throw SameFieldsChanged(merge: merge) }
                return merge.merged(under: mine.key)
            })
        switch saved {
        case .success(let changed): return changed
        case .failure(let both): return .conflict(both.merge)
        }
    }

    /// Changes the record with `key`. If others changed a field on the server since it was shown, and `change` would
    /// overwrite it, that is a conflict, and their version is stored.
    /// - Returns: the result, or the error of `change`.
    public func edit<Refusal: Error>(
        _ key: Int, _ change: (Record) throws(Refusal) -> Record
    ) async throws(SyncError) -> Result<Changed, Refusal> {
        guard isRemote else { return try stored(try collection.change(key: key, change)) }
        return try await editOnServer(key, change).map(clearingUndo)
    }

    /// Flips the `toggle` of the definition.
    /// - Throws: `gone` if the server no longer has the record.
    public func toggle(_ key: Int) async throws(SyncError) -> Changed {
        let toggled = try await edit(key) { record throws(Never) in record.toggled }.get()
        guard isRemote, case .absent = toggled, try stored(try collection.find(key: key)) != nil else { return toggled }
        throw .gone(server: "\(try await client().server)", one: definition.collection.one)
    }

    /// Deletes records in their stored version, except the user's own; on a server one by one, until the task is
    /// canceled. Records that the server no longer has count as deleted.
    /// - Returns: the names of the deleted records.
    /// - Throws: `changedMeanwhile` if others changed one; then their version is stored. The records before the first
    ///   failure are deleted in the store, too.
    public func delete(_ keys: [Int]) async throws(SyncError) -> [String] {
        if isRemote { return try await deleteOnServer(keys) }
        var gone: [Record] = []
        for key in keys where !definition.home.offersUndo {
            if let record = try stored(try collection.find(key: key)) { gone.append(record) }
        }
        let names = try stored(try collection.delete(keys: keys))
        deleted = gone
        return names
    }

    /// Deletes every record, in the stored version.
    /// - Throws: `changedMeanwhile` if others changed the list; then their version is stored.
    public func deleteAll() async throws(SyncError) {
        if isRemote { return try await deleteAllOnServer() }
        var keys: [Int] = []
        try stored(try collection.each { keys.append($0.record.key) })
        _ = try stored(try collection.delete(keys: keys))
    }

    /// Undoes the last change; of a server's list the last deletion, by creating the records again, with new numbers.
    /// - Returns: the result, or nil if there is nothing to undo.
    /// - Throws: the first failure; the remaining records can be restored later.
    public func undo() async throws(SyncError) -> Undone? {
        if definition.home.offersUndo { return try stored(try collection.undoLast()) }
        let records = deleted
        guard let label = definition.collection.called(records.map(\.displayName)) else { return nil }
        if isRemote {
            let client = try await changingClient()
            for record in records {
                _ = try await change(try await make(record, with: client), to: record, with: client)
                deleted.removeFirst()
            }
        } else {
            try stored(try collection.saveAll(records))
            deleted = []
        }
        return Undone(translated("Deleting \(label)"))
    }

    /// Redoes the change that was undone last.
    /// - Returns: the result, or nil if there is nothing to redo.
    public func redo() async throws(SyncError) -> Undone? {
        definition.home.offersUndo ? try stored(try collection.redoLast()) : nil
    }

    /// Whether a change can be undone, and one redone.
    public var offeredChanges: (undo: Bool, redo: Bool) {
        guard definition.home.offersUndo else { return (!deleted.isEmpty, false) }
        return collection.ifReadable { try $0.offeredChanges() } ?? (false, false)
    }

    /// Replaces the local list with the server's, if there is one. A hosted list may be empty; a list that is only
    /// fetched, or a part of it, is not emptied until `deleteMissing`.
    public func refresh() async throws(SyncError) -> ChangeSummary {
        guard definition.home.canRefresh else { return ChangeSummary() }
        return try await fetchAndApply(from: try await client()).summary
    }

    /// Deletes stored records that the refreshed list does not contain; the server is not contacted.
    /// - Parameter keys: the `preservedKeys` of the refresh.
    /// - Returns: the number of deleted records.
    public func deleteMissing(_ keys: Set<Int>) async throws(SyncError) -> Int {
        try stored(try collection.delete(keys: keys.sorted())).count
    }

    /// Clears the undo data after a change on the server.
    private func clearingUndo(_ changed: Changed) -> Changed {
        if changed.record != nil { deleted = [] }
        return changed
    }
}

/// Returns the client for the present sign-in.
public typealias ClientSource = @Sendable () async throws(SyncError) -> Client

extension StoredCollection {
    /// The repository of the collection.
    /// - Parameter client: called only if a server is needed.
    public func repository(client: @escaping ClientSource) -> RecordRepository {
        RecordRepository(self, client: client)
    }
}

/// Others changed the same fields of the record.
private struct SameFieldsChanged: Error {
    let merge: ThreeWayMerge
}

/// Runs `body`, and converts its error to `SyncError`.
func stored<T>(_ body: @autoclosure () throws(StoreError) -> T) throws(SyncError) -> T {
    do { return try body() } catch { throw .store(error) }
}

func stored<T>(_ body: () throws(StoreError) -> T) throws(SyncError) -> T {
    do { return try body() } catch { throw .store(error) }
}
