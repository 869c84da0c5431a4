public import DirectoryModel
public import DirectoryStore
import Foundation
import Language
import NIOHTTP1

/// A list that is the server's: what is changed is changed there first, and then here as the server has it. What
/// can be done with it, `R.home` says; anything else throws `SyncProblem.notAllowed`.
///
/// On every failure the list here stays as it was, but for what `delete` says. None of it is kept for undo, for
/// putting something back here would not put it back there; `putBack` does both.
public struct RemoteList<R: Record>: Sendable {
    let client: Client
    let store: Store

    public init(client: Client, store: Store) {
        self.client = client
        self.store = store
    }

    // MARK: The whole list

    /// Fetches the server's list, or its several lists together: when it returns, they are the list here. One that
    /// lives there may be empty; nobody empties one that is only kept here, nor a part of it: `removeKept` does.
    public func refresh() async throws(SyncProblem) -> ChangeSummary { try await takeOver().summary }

    /// The same, with the server's name for the version of the list that is here now; of several lists, the last one's.
    func takeOver() async throws(SyncProblem) -> (summary: ChangeSummary, tag: String?) {
        var tries = TakeOverTries()
        while true {
            do throws(SyncProblem) { return try await takeOverOnce() } catch {
                guard case .store(let problem) = error, tries.hasAnother(after: problem) else { throw error }
            }
        }
    }

    private func takeOverOnce() async throws(SyncProblem) -> (summary: ChangeSummary, tag: String?) {
        let revision = try stored { () throws(StoreProblem) in try store.revision(of: R.self) }
        let incoming = try stored { () throws(StoreProblem) in try store.beginIncoming(R.self) }
        let sections = Sections()
        var (isPartEmpty, tag): (Bool, String?) = (false, nil)
        for path in try listPaths() {
            let brought = try await bring(path, into: incoming, sections)
            if brought.count == 0 { isPartEmpty = true }
            tag = brought.tag
        }
        try refuseNothing(in: incoming)
        let keeping = isPartEmpty && !R.home.mayBeEmptied ? try keys(outside: sections) : []
        var summary = try stored { () throws(StoreProblem) in
            try store.apply(incoming, .replace, label: nil, keeping: keeping, expecting: revision)
        }
        summary.keptKeys = keeping
        return (summary, tag)
    }

    /// Removes here what `refresh` kept, and nothing else; no server is asked.
    /// - Parameter keys: the `keptKeys` of the refresh that was asked about.
    /// - Returns: how many were still here.
    public static func removeKept(_ keys: Set<Int>, from store: Store) throws(StoreProblem) -> Int {
        try store.delete(R.self, keys: keys.sorted()).count
    }

    /// The question whether what `refresh` kept shall go, in window and command line.
    public static var keptQuestion: String {
        translated(
            "The server sent nothing for one program. Its \(R.collection.many) are still here. Remove them here too?")
    }

    /// Brings one list.
    /// - Returns: how many records it held, and the server's name for its version.
    /// - Throws: `notAList` where it held none, and other things.
    private func bring(
        _ path: String, into incoming: Incoming<R>, _ sections: Sections
    ) async throws(SyncProblem) -> (count: Int, tag: String?) {
        let (before, asideBefore) = try counts(of: incoming)
        let largest = client.limits.largestList(for: store)
        let answer = try await client.bring(.open(.GET, path), largest: largest) { (elements: [ReadElement<R>]) in
            try incoming.add(elements)
            for case .record(let record) in elements { sections.add(record) }
        }
        guard case .whole(let tag) = answer else { throw .noAnswer(server: "\(client.server)") }
        let (count, asideCount) = try counts(of: incoming)
        // Not one record among elements: whoever answers there keeps other things.
        if count == before, asideCount > asideBefore {
            throw .notAList(server: "\(client.server)", many: R.collection.many)
        }
        return (count - before, tag.map(Client.strongTag))
    }

    private func counts(of incoming: Incoming<R>) throws(SyncProblem) -> (records: Int, aside: Int) {
        try stored { () throws(StoreProblem) in (try incoming.count, try incoming.setAsideCount) }
    }

    /// A list without one record is refused where it cannot be meant.
    private func refuseNothing(in incoming: Incoming<R>) throws(SyncProblem) {
        let hereCount = try stored { () throws(StoreProblem) in try store.count(of: R.self) }
        if try counts(of: incoming).records == 0, hereCount > 0, !R.home.mayBeEmptied {
            throw .nobodySent(server: "\(client.server)", many: R.collection.many)
        }
    }

    /// The keys of the records here whose section has none of those that arrived.
    private func keys(outside sections: Sections) throws(SyncProblem) -> Set<Int> {
        try stored { () throws(StoreProblem) in
            var keys: Set<Int> = []
            try store.each(R.self) { if !sections.contain($0.record) { keys.insert($0.record.key) } }
            return keys
        }
    }

    /// The sections of the records that arrived. One task uses it; the class is what lets its parts share state.
    private final class Sections: @unchecked Sendable {
        private var found: Set<String> = []

        func add(_ record: R) { found.insert(Self.section(of: record)) }
        func contain(_ record: R) -> Bool { found.contains(Self.section(of: record)) }

        private static func section(of record: R) -> String { R.groupings[0].section?(record).stored ?? "" }
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
    /// returns, what is returned is on the server and here. What others changed there since `original` stays; where
    /// they changed the same fields, nothing is sent and theirs is here.
    /// - Throws: `SyncProblem`; `gone` where the server no longer has it, `refused` where a field breaks a rule,
    ///   `changedMeanwhile` where others keep changing it.
    public func change(_ record: R, from original: R) async throws(SyncProblem) -> Changed<R> {
        let path = try hostedPath()
        if RecordChange(from: original, to: record).isEmpty { return .kept(original) }
        var theirs = original
        for _ in 1...Self.mostTries {
            guard let now: Published<R> = try await client.version(of: original.key, at: path) else {
                throw .gone(server: "\(client.server)", one: R.collection.one)
            }
            theirs = now.record
            let merge = ThreeWayMerge(mine: record, theirs: now.record, base: original)
            guard merge.isDecided else {
                _ = try keep(now.record)
                return .conflict(merge)
            }
            let change = RecordChange(from: now.record, to: merge.merged())
            if change.isEmpty { return .kept(try keep(now.record)) }
            do throws(SyncProblem) {
                return .kept(try keep(try await client.change(original.key, at: path, ifMatch: now.tag, change)))
            } catch {
                guard case .conflict = error else { throw error }
            }
        }
        throw .changedMeanwhile(one: R.collection.one, name: try keep(theirs).displayName)
    }

    /// How often a record is read anew that others change at the same time.
    static var mostTries: Int { 5 }

    /// What the server has under a number, or nil where it has nothing; nothing is changed here.
    public func look(up key: Int) async throws(SyncProblem) -> R? {
        try await client.record(key, at: try hostedPath())
    }

    func hostedPath() throws(SyncProblem) -> String {
        guard case .hosted(let path) = R.home else { throw notPossible }
        return path
    }

    // MARK: Records that the server makes of orders

    /// Sends an order: when it returns, what the server made of it is here, beside whatever was booked before. An order
    /// that is sent again because its answer was lost is booked once.
    /// - Returns: it under the number it has here.
    /// - Throws: `SyncProblem`; `refused` where a field breaks a rule, `unanswered` where it may have been booked.
    public func book(_ order: R) async throws(SyncProblem) -> R {
        guard case .booked(let path) = R.home else { throw notPossible }
        var route = Route.open(.POST, path).carrying(BookingOrder(order))
        let body = route.body ?? Data()
        let key = try stored { () throws(StoreProblem) in
            try OrderKey(for: body, to: client.server, of: R.collection, in: store)
        }
        route.orderKey = key.text
        do throws(SyncProblem) {
            let booked: R = try await client.make(by: route)
            return try keeping { () throws(StoreProblem) in
                try store.keepBooked(booked, forgetting: key.name)
            }
        } catch {
            if error.isRefusal { try stored { () throws(StoreProblem) in try key.forget(in: store) } }
            if case .unsure(let server, let one) = error { throw .unanswered(server: server, one: one) }
            throw error
        }
    }

    // MARK: Here

    /// Takes over a record as the server has it.
    func keep(_ record: R) throws(SyncProblem) -> R {
        try keeping { () throws(StoreProblem) in try store.keepFromServer(record) }
        return record
    }

    /// What the server did already, and the store could not follow.
    func keeping<T>(_ body: () throws(StoreProblem) -> T) throws(SyncProblem) -> T {
        do { return try body() } catch { throw .notKept(server: "\(client.server)", error) }
    }

    private var notPossible: SyncProblem { .notAllowed(server: "\(client.server)") }
}
