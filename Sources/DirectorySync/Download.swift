import ClassAPI
import DirectoryModel
public import DirectoryStore
import Foundation
import Language

/// A download of a whole list: collected as it arrives, then merged in one transaction.
public struct Download: Sendable {
    private let collection: StoredCollection
    private let client: Client
    private let strategy: MergeStrategy

    public init(_ collection: StoredCollection, client: Client, strategy: MergeStrategy) {
        self.collection = collection
        self.client = client
        self.strategy = strategy
    }

    public var server: ServerAddress { client.server }
    private var definition: Definition { collection.definition }

    /// A list that is ready to be merged.
    public struct FetchedList: Sendable {
        let collection: StoredCollection
        let staging: StagedList
        let tag: String?
        /// The tag of the list that this is the difference to; nil if it is whole.
        let base: String?
        let strategy: MergeStrategy
        let owner: String?
        /// The versions that the server was known to have when the download began.
        let published: [Int: Int64]
        public let count: Int
        public let rejectedCount: Int
        /// True if only the changes since the last download arrived.
        public var isDelta: Bool { base != nil }
        /// True if merging it would empty the local list: ask first.
        public var isWithoutRecords: Bool { count == 0 }
    }

    /// Fetches the list, or only the changes since the last download if they suffice. The store is not changed.
    /// - Returns: nil if the server has nothing newer, and the local list is unchanged.
    /// - Throws: `SyncError`, with different cases for incomplete, damaged and refused answers.
    public func fetch(
        progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws(SyncError) -> FetchedList? {
        let published = try stored(try collection.publishedHashes())
        let last = try stored(try lastDownload())
        let knownTag = try stored(try self.knownTag(of: last))
        let base = try stored(try self.base(of: last, sameAt: knownTag == nil ? nil : last?.revision))
        var arriving = try await bring(knownTag: knownTag, base: base, progress: progress)
        if try !isUsable(arriving, since: last) {
            arriving = try await bring(knownTag: nil, base: nil, progress: progress)
        }
        guard case .whole(let tag) = arriving.answer, let staging = arriving.staging else {
            guard case .notModified = arriving.answer, knownTag != nil else {
                throw .noAnswer(server: "\(client.server)")
            }
            try stored(try collection.forgetWithdrawn())
            return nil
        }
        return try stored { () throws(StoreError) in
            FetchedList(
                collection: collection, staging: staging, tag: tag, base: staging.isDelta ? base?.tag : nil,
                strategy: strategy, owner: owner, published: published, count: try staging.count,
                rejectedCount: try staging.rejected.count)
        }
    }

    /// The list to request the difference to.
    private typealias Base = (tag: String, request: ListRequest)

    /// The answer, and the list if one arrived.
    private typealias Arriving = (answer: StreamAnswer, staging: StagedList?)

    /// False if the difference is unknown, or does not lead to a list of the length that the server reported.
    private func isUsable(_ arriving: Arriving, since last: LastDownload?) throws(SyncError) -> Bool {
        if case .forgotten = arriving.answer { return false }
        guard let staging = arriving.staging else { return true }
        return try stored(try collection.isConsistent(staging, unlisted: Set(last?.unlisted ?? [])))
    }

    private func bring(
        knownTag: String?, base: Base?, progress: (TransferProgress) -> Void
    ) async throws(SyncError) -> Arriving {
        var (delta, staging): (ArrivingDelta?, StagedList?) = (nil, nil)
        // An answer without a list stages none.
        func made() throws(StoreError) -> StagedList {
            if let staging { return staging }
            let new = try collection.beginStaging(owner: owner, delta: delta)
            staging = new
            return new
        }
        var route = base.map { Route.changes(of: definition, since: $0.tag, $0.request) } ?? Route.all(definition)
        route.knownTag = knownTag
        let largest = client.limits.largestList(for: collection.store)
        let answer = try await client.bring(definition, route, largest: largest, progress: progress) { outline in
            delta = base.map { ArrivingDelta(count: outline.count, removed: outline.removed, for: $0.request) }
        } receive: {
            try made().add($0)
        }
        if case .whole = answer { return (answer, try stored(try made())) }
        return (answer, nil)
    }

    /// Merges the list in one transaction.
    /// - Parameters:
    ///   - own: how to merge the record of `arrival.unpublished()`.
    ///   - shown: the state that `own` was decided for, or nil.
    ///   - preserved: the keys of other records to leave unchanged.
    ///   - reviewed: the revision of the local list that the user reviewed, or nil.
    /// - Throws: `SyncError.store`; `changedMeanwhile` if the user's own record changed since it was shown, or the list
    ///   since it was reviewed.
    public func apply(
        _ arrival: FetchedList, own: OwnRecord = .mine, of shown: Unpublished? = nil,
        preserving preserved: Set<Int> = [],
        at reviewed: Int64? = nil
    ) throws(SyncError) -> ChangeSummary {
        let revision = if let reviewed { reviewed } else { try stored(try collection.revision()) }
        if own != .mine, let shown, try arrival.unpublished()?.mine != shown.mine {
            throw .store(.changedMeanwhile)
        }
        var request = try request(arrival, own, preserving: preserved)
        request.revision = revision
        let isWhole = request.preserving.isEmpty && request.own == nil
        return try stored { () throws(StoreError) in
            // Another program may have downloaded a list since.
            if let base = arrival.base {
                request.setting = try LastDownload.setting(of: collection).stored(in: collection.store)
                guard try lastDownload()?.strongBase == base else { throw .changedMeanwhile }
            }
            var summary = try collection.apply(arrival.staging, request) { summary throws(StoreError) in
                // While a local record differs from the server's, the server must send it again.
                let tag = isWhole && !summary.preservesOwn ? arrival.tag : nil
                return [try lastDownload(arrival, tag: tag, summary)]
            }
            summary.removedSample = removeSample(beside: request.removing)
            return summary
        }
    }

    private func request(
        _ arrival: FetchedList, _ own: OwnRecord, preserving preserved: Set<Int>
    ) throws(SyncError) -> MergeRequest {
        var request = try arrival.request(own, preserving: preserved)
        request.unseen = preserved
        request.label = strategy == .replace ? translated("Download and Replace") : translated("Download and Update")
        request.cause = translated("downloaded from \(client.server.description)")
        // A version that was uploaded since is newer than the one that arrived.
        request.published = arrival.published
        return request
    }

    private func lastDownload(
        _ arrival: FetchedList, tag: String?, _ summary: ChangeSummary
    ) throws(StoreError) -> SettingValue {
        let isListed = owner != nil && summary.rejected + summary.leftOutCount == 0
        return try LastDownload.setting(of: collection).with(
            LastDownload(
                server: client.server.url, netid: client.credentials?.netid, tag: tag, how: strategy.rawValue,
                revision: summary.revision, base: isListed ? arrival.tag.map(Client.strongTag) : nil,
                unlisted: summary.unlisted.sorted()))
    }

    /// Removes the sample class from the other collections, except edited records. What cannot be removed now goes with
    /// the next download.
    private func removeSample(beside people: Set<Int>) -> Bool {
        var isRemoved = !people.isEmpty
        let store = collection.store
        for definition in store.collections where (try? store[definition].removeSample()) ?? 0 > 0 { isRemoved = true }
        return isRemoved
    }

    private var owner: String? {
        client.credentials.flatMap { $0.netid.isEmpty ? nil : $0.netid }
    }

    /// The last download, if it was from this server for this person.
    private func lastDownload() throws(StoreError) -> LastDownload? {
        guard let last = try LastDownload.load(from: collection),
            last.server == client.server.url, last.netid == client.credentials?.netid
        else { return nil }
        return last
    }

    private func knownTag(of last: LastDownload?) throws(StoreError) -> String? {
        guard let last, last.how == strategy.rawValue || last.how == MergeStrategy.replace.rawValue,
            last.revision == (try collection.revision())
        else { return nil }
        return last.tag
    }

    private func base(of last: LastDownload?, sameAt: Int64?) throws(StoreError) -> Base? {
        guard let owner, let last, let tag = last.strongBase,
            let request = try collection.listRequest(
                owner: owner, sameAt: sameAt, also: Set(last.unlisted ?? []))
        else { return nil }
        return (tag, request)
    }
}

extension StoredCollection {
    /// True if the last downloaded list is not from the server at `address`.
    public func isFromOtherServer(than address: String) -> Bool {
        let last = ifReadable(LastDownload.load(from:))
        return last.map { $0.server != (try? ServerAddress(address))?.url } ?? false
    }
}

/// The last download: while nothing changed, the server need not send the list again, and later only the changes.
private struct LastDownload: Codable {
    let server: URL
    let netid: String?
    let tag: String?
    let how: String
    let revision: Int64
    /// The tag of the list in the store's table of listed records; nil if elements were rejected, or an earlier version
    /// stored this.
    let base: String?
    /// The keys of that list that the table does not contain.
    let unlisted: [Int]?

    var strongBase: String? { base.map(Client.strongTag) }

    static func setting(of collection: StoredCollection) -> Setting<LastDownload> {
        Setting("last-download-\(collection.definition.collection.name)")
    }

    static func load(from collection: StoredCollection) throws(StoreError) -> LastDownload? {
        try setting(of: collection).value(in: collection.store)
    }
}

/// The progress of a transfer.
public struct TransferProgress: Equatable, Sendable {
    /// In bytes.
    public internal(set) var received: Int
    /// In bytes, if the server reported the length.
    public internal(set) var expected: Int?
    public internal(set) var records: Int

    public init(received: Int = 0, expected: Int? = nil, records: Int = 0) {
        self.received = received
        self.expected = expected
        self.records = records
    }

    /// From 0 to 1; nil if the length is unknown.
    public var fraction: Double? {
        guard let expected, expected > 0 else { return nil }
        return min(1, Double(received) / Double(expected))
    }

    /// "42%", or the bytes so far if the length is unknown.
    public var text: String { fraction.map { translated("\(Int($0 * 100))%") } ?? Self.text(forBytes: received) }

    /// An emoji that changes with the percentage.
    public var emoji: String {
        guard let fraction else { return "📡" }
        let faces = ["🥚", "🐣", "🐥", "🐤", "🐓"]
        return faces[min(faces.count - 1, Int(fraction * Double(faces.count)))]
    }

    static func text(forBytes bytes: Int) -> String {
        switch bytes {
        case ..<1000: translated(bytes, one: "\(bytes) byte", many: "\(bytes) bytes")
        case ..<1_000_000: translated("\(bytes / 1000) KB")
        default: translated("\(bytes / 1_000_000).\(bytes / 100_000 % 10) MB")
        }
    }
}
