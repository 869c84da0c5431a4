import ClassAPI
import DirectoryModel
import DirectoryStore
import Foundation
import Language
import NIOHTTP1
import Synchronization

/// Changes of a list on a server: they are made there first, then in the store. They cannot be undone in the store alone,
/// because undoing must also change the server.
extension RecordRepository {
    /// Creates a record on the server, or orders one there, and stores it: once, however often it is sent, because the
    /// order's key is stored until the server has answered.
    /// - Returns: the record, where orders are booked with its local number.
    func make(_ record: Record, with client: Client) async throws(SyncError) -> Record {
        let isBooked = definition.home.isBooked
        var route: Route
        if case .booked(let path) = definition.home {
            route = Route.open(.POST, path).carrying(BookingOrder(record))
        } else {
            let blank = Record(definition, key: record.key)
            route = Route.open(.POST, definition.hostedPath).carrying(RecordChange(from: blank, to: record))
        }
        // After an hour, the same content is another record, but not another booking.
        let key = try stored(
            try OrderKey(
                for: route.body ?? Data(), to: client.server, in: collection, lasting: isBooked ? OrderKey.life : 3600))
        route.orderKey = key.text
        do throws(SyncError) {
            let made = try await client.make(by: route, of: definition, triesTwice: !isBooked)
            return isBooked
                ? try client.storing(try collection.saveBooked(made, forgetting: key.setting))
                : try saveLocally(made, with: client, forgetting: key.setting)
        } catch {
            if error.isRefusal { try stored(try key.forget(in: collection.store)) }
            throw error
        }
    }

    /// Changes the fields in which `mine` differs from `original`, or creates the record again if it was deleted.
    func saveOnServer(from original: Record, to mine: Record) async throws(SyncError) -> Changed {
        let client = try await changingClient()
        do throws(SyncError) { return try await change(original, to: mine, with: client) } catch {
            guard case .gone = error else { throw error }
        }
        let made = try await make(mine, with: client)
        _ = try forget(mine.key, with: client)
        return .restored(try await change(made, to: mine, with: client).record ?? made)
    }

    func editOnServer<Refusal: Error>(
        _ key: Int, _ change: (Record) throws(Refusal) -> Record
    ) async throws(SyncError) -> Result<Changed, Refusal> {
        let client = try await changingClient()
        guard let now = try await client.version(of: key, in: definition)?.record else { return .success(.absent) }
        let shown = try stored(try collection.find(key: key)) ?? now
        let (mine, overTheirs): (Record, Record)
        do throws(Refusal) { (mine, overTheirs) = (try change(shown), try change(now)) } catch {
            return .failure(error)
        }
        let merge = ThreeWayMerge(mine: mine, theirs: now, base: shown)
        let isWrittenOver = now.differences(from: overTheirs).contains { difference in
            let field = definition.field(difference.key)
            return shown[field] != now[field] && mine[field] != now[field]
        }
        guard merge.isDecided, !isWrittenOver else {
            _ = try saveLocally(now, with: client)
            return .success(.conflict(merge))
        }
        return .success(try await self.change(shown, to: mine, with: client))
    }

    func change(_ original: Record, to mine: Record, with client: Client) async throws(SyncError) -> Changed {
        if RecordChange(from: original, to: mine).isEmpty { return .saved(original) }
        let changed = try await onVersion(of: original.key, with: client) { now throws(SyncError) -> Changed in
            let merge = ThreeWayMerge(mine: mine, theirs: now.record, base: original)
            guard merge.isDecided else {
                _ = try saveLocally(now.record, with: client)
                return .conflict(merge)
            }
            let change = RecordChange(from: now.record, to: merge.merged())
            if change.isEmpty { return .saved(try saveLocally(now.record, with: client)) }
            let changed = try await client.change(original.key, of: definition, ifMatch: now.tag, change)
            return .saved(try saveLocally(changed, with: client))
        }
        guard let changed else { throw .gone(server: "\(client.server)", one: definition.collection.one) }
        return changed
    }

    /// Passes the server's version of a record to `body`, and again if others change it before `body` does.
    /// - Returns: the result, or nil if the server has no such record.
    /// - Throws: `changedMeanwhile` if others change it repeatedly.
    private func onVersion<T>(
        of key: Int, with client: Client, _ body: (Published) async throws(SyncError) -> T
    ) async throws(SyncError) -> T? {
        for attempt in 1... {
            guard let now = try await client.version(of: key, in: definition) else { break }
            do throws(SyncError) { return try await body(now) } catch {
                guard case .conflict = error else { throw error }
                if attempt == Self.maxTries { throw try changedMeanwhile(now.record, with: client) }
            }
        }
        return nil
    }

    private static var maxTries: Int { 5 }

    /// Stores the version of others.
    /// - Returns: the error.
    private func changedMeanwhile(_ theirs: Record, with client: Client) throws(SyncError) -> SyncError {
        let name = try saveLocally(theirs, with: client).displayName
        return .changedMeanwhile(one: definition.collection.one, name: name)
    }

    /// Stores a record as the server has it, and returns it.
    func saveLocally(
        _ record: Record, with client: Client, forgetting order: Setting<String>? = nil
    ) throws(SyncError) -> Record {
        try client.storing(try collection.saveFromServer(record, forgetting: order))
        return record
    }

    /// Removes a record that the server no longer has.
    /// - Returns: the record, if it was stored.
    func forget(_ key: Int, with client: Client) throws(SyncError) -> Record? {
        let record = try client.storing(try collection.find(key: key))
        _ = try client.storing(try collection.delete(keys: [key]))
        return record
    }
}

extension Client {
    /// Runs `body`, which stores what the server has already done.
    /// - Throws: `notStored` if that fails.
    func storing<T>(_ body: @autoclosure () throws(StoreError) -> T) throws(SyncError) -> T {
        do { return try body() } catch { throw .notStored(server: "\(server)", error) }
    }
}

extension RecordRepository {
    func deleteOnServer(_ keys: [Int]) async throws(SyncError) -> [String] {
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
            deleted = gone
        }
        return gone.map(\.displayName)
    }

    /// Deletes a record in its stored version, or in the server's if it is not stored.
    /// - Returns: the record, or nil if neither exists.
    private func deleteAsShown(_ key: Int, with client: Client) async throws(SyncError) -> Record? {
        let shown = try stored(try collection.find(key: key))
        let deleted = try await onVersion(of: key, with: client) { now throws(SyncError) -> Record in
            if let shown, !RecordChange(from: shown, to: now.record).isEmpty {
                throw try changedMeanwhile(now.record, with: client)
            }
            _ = try await client.remove(key, from: definition, ifMatch: now.tag)
            return try forget(key, with: client) ?? now.record
        }
        if let deleted { return deleted }
        return try forget(key, with: client)
    }

    func deleteAllOnServer() async throws(SyncError) {
        let client = try await changingClient()
        for _ in 1...Self.maxTries {
            let now = try await fetchAndApply(from: client)
            guard !now.summary.isChange else {
                throw .listChangedMeanwhile(many: definition.collection.many, what: now.summary.text)
            }
            do throws(SyncError) {
                try await client.removeAll(from: definition, ifMatch: now.tag)
                let request = MergeRequest(.replace, label: translated("Deleting all \(definition.collection.many)"))
                _ = try client.storing(try collection.apply(try collection.beginStaging(), request))
                deleted = []
                return
            } catch {
                guard case .conflict = error else { throw error }
            }
        }
        throw .conflict(server: "\(client.server)")
    }
}

extension RecordRepository {
    /// Replaces the local list with the server's, which may consist of several.
    /// - Returns: what changed, and the server's tag for the list; for several lists, that of the last one.
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
        let request = MergeRequest(.replace, preserving: missing, expecting: revision)
        var summary = try stored(
            try collection.apply(staging, request) { _ throws(StoreError) in
                [try Setting.origin(of: definition).with(client.server.url.absoluteString)]
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
            try stored((try staging.count, try staging.rejected.count))
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

/// The editable fields that differ, as the body of a request: null for an emptied field.
struct RecordChange: Encodable, Sendable {
    private let values: [String: FieldValue]

    init(from before: Record, to after: Record) {
        let differing = Set(before.differences(from: after).map(\.key))
        let fields = after.definition.fields.filter {
            !$0.isKey && $0.editor != .readOnly && differing.contains($0.key)
        }
        values = Dictionary(
            uniqueKeysWithValues: fields.map { ($0.key, after[$0] == .text("") ? .absent : after[$0]) })
    }

    var isEmpty: Bool { values.isEmpty }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(values)
    }
}
