public import DirectoryModel
public import DirectoryStore
import Foundation
import Language

/// One download of a whole list: streamed into a file beside the store, then taken over in one transaction.
public struct Download<R: DirectoryRecord>: Sendable {
    private let client: Client
    private let store: Store
    private let how: MergeStrategy

    public init(client: Client, store: Store, how: MergeStrategy) {
        self.client = client
        self.store = store
        self.how = how
    }

    /// The server that is asked.
    public var server: ServerAddress { client.server }

    /// What `fetch` brought.
    public enum Fetched: Sendable {
        /// The server has nothing newer, and nothing was changed here since.
        case upToDate
        case arrived(FetchedList)
    }

    /// A whole list that waits to be taken over.
    public struct FetchedList: Sendable {
        let staging: StagingDatabase<R>
        let tag: String?
        let how: MergeStrategy
        /// Who is signed in, or nil where nobody is.
        let owner: String?
        /// What the server was known to have when it began to arrive.
        let published: [Int: Int64]
        /// How many records it holds.
        public let count: Int
        /// How many of its elements were no record.
        public let rejectedCount: Int
        /// True where taking it over would leave nothing: ask first.
        public var holdsNobody: Bool { count == 0 }
    }

    /// Brings the list; reads elements one by one as they arrive and changes nothing of the store.
    /// - Throws: `SyncError`, which tells a cut, a damaged and a refused answer apart.
    public func fetch(progress: @escaping @Sendable (TransferProgress) -> Void) async throws(SyncError) -> Fetched {
        let staging = try stored(try store.beginStaging(R.self, owner: owner))
        let published = try stored(try store.publishedHashes(of: R.self))
        let knownTag = try knownTag()
        let largest = client.limits.largestList(for: store)
        let answer = try await client.bring(.all(R.self, knownTag: knownTag), largest: largest, progress: progress) {
            try staging.add($0)
        }
        guard case .whole(let tag) = answer else {
            guard knownTag != nil else { throw .noAnswer(server: "\(client.server)") }
            return .upToDate
        }
        return try stored { () throws(StoreError) in
            .arrived(
                FetchedList(
                    staging: staging, tag: tag, how: how, owner: owner, published: published,
                    count: try staging.count,
                    rejectedCount: try staging.rejectedCount))
        }
    }

    /// Takes the list over: when it returns, the store holds it; when it throws, the list is as it was.
    /// - Parameters:
    ///   - arrival: the list that arrived.
    ///   - own: what becomes of one's own record where `arrival.unpublished(in:)` finds it in danger.
    ///   - shown: what `own` was decided about, or nil where nothing was shown.
    ///   - kept: the keys of other records that stay as they are here.
    /// - Throws: `StoreError.changedMeanwhile` where one's own record changed since it was shown; other cases where the
    ///   store cannot be written.
    public func takeOver(
        _ arrival: FetchedList, own: OwnRecord<R> = .mine, of shown: Unpublished<R>? = nil, keeping kept: Set<Int> = []
    ) throws(SyncError) -> ChangeSummary {
        let revision = try stored(try store.revision(of: R.self))
        if own != .mine, let shown, try arrival.unpublished(in: store)?.mine != shown.mine {
            throw .store(.changedMeanwhile)
        }
        let parts = try arrival.parts(of: own, in: store)
        let isWhole = parts.keeping.isEmpty && kept.isEmpty && parts.putting == nil
        return try stored { () throws(StoreError) in
            // What was uploaded since is newer than what arrived.
            guard try store.publishedHashes(of: R.self) == arrival.published else { throw .changedMeanwhile }
            let label = how == .replace ? translated("Download and Replace") : translated("Download and Update")
            let summary = try store.apply(
                arrival.staging, how, label: label, owner: owner, keeping: parts.keeping.union(kept),
                unseen: kept, dropping: parts.dropping, putting: parts.putting, madeOf: parts.base,
                rule: OwnRule(releasing: parts.releasing), expecting: revision)
            // As long as something here is not the server's, the server's list is worth sending again.
            let last = LastDownload(
                server: client.server.url, netid: client.credentials?.netid,
                tag: isWhole && !summary.keptOwn ? arrival.tag : nil,
                how: how.rawValue, revision: summary.revision)
            try last.keep(in: store, for: R.collection)
            return summary
        }
    }

    private var owner: String? {
        client.credentials.flatMap { $0.netid.isEmpty ? nil : $0.netid }
    }

    private func knownTag() throws(SyncError) -> String? {
        try stored { () throws(StoreError) in
            guard let last = try LastDownload.kept(in: store, for: R.collection),
                last.server == client.server.url, last.netid == client.credentials?.netid,
                last.how == how.rawValue || last.how == MergeStrategy.replace.rawValue,
                last.revision == (try store.revision(of: R.self))
            else { return nil }
            return last.tag
        }
    }
}

/// What the last download left: while nothing changed since, the server need not send the list again.
private struct LastDownload: Codable {
    let server: URL
    let netid: String?
    let tag: String?
    let how: String
    let revision: Int64

    private static func name(_ collection: CollectionInfo) -> String { "last-download-\(collection.name)" }

    func keep(in store: Store, for collection: CollectionInfo) throws(StoreError) {
        let text = (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) }
        try store.keep(text, as: Self.name(collection))
    }

    static func kept(in store: Store, for collection: CollectionInfo) throws(StoreError) -> LastDownload? {
        let text = try store.setting(name(collection))
        return text.flatMap { try? JSONDecoder().decode(LastDownload.self, from: Data($0.utf8)) }
    }
}
