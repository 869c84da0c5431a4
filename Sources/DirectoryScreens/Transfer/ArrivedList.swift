import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import Language

/// A list that a server sent, or that was read from a file, whichever collection it is of; the store is unchanged until
/// it is applied.
struct ArrivedList: Sendable {
    /// The server that sent it; "" for a file.
    var server = ""
    let count: Int
    /// What a file's list would change.
    var changes: ChangePreview?
    var rejected: [RejectedElement] = []
    var leftOut: [RejectedElement] = []
    var unread: [UnreadColumn] = []
    /// The keys of own records that change only with a tick.
    var ownKeys: Set<Int> = []
    /// One's own record, edited here and not uploaded, beside the version that arrived; nil where there is none.
    var conflict: @MainActor @Sendable () throws(SyncError) -> OwnConflict? = { nil }
    /// What a server's list would change; nil for a file.
    var preview: (@Sendable (OwnVersion) throws(SyncError) -> ChangePreview)?
    let apply: @Sendable (OwnVersion, _ kept: Set<Int>) throws(SyncError) -> ChangeSummary
}

/// One's own record in two versions.
struct OwnConflict: Sendable {
    /// The state that an answer is about.
    let shown: any Sendable
    let merge: MergeScreen
}

/// What becomes of one's own record, and the conflict that this was decided about.
struct OwnVersion: Sendable {
    enum Side: Sendable {
        case mine, theirs
        case merged(any DirectoryRecord)
    }

    var side = Side.mine
    var conflict: OwnConflict?
}

func inStore<T>(_ body: () throws(StoreError) -> T) throws(SyncError) -> T {
    do { return try body() } catch { throw .store(error) }
}

extension DirectoryRecord {
    /// Downloads the list of a server.
    /// - Returns: nil where the server does not have anything newer.
    static func download(
        from client: Client, into store: Store, _ how: MergeStrategy,
        progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws(SyncError) -> ArrivedList? {
        let download = Download<Self>(client: client, store: store, how: how)
        guard case .arrived(let list) = try await download.fetch(progress: progress) else { return nil }
        return ArrivedList(server: "\(client.server)", count: list.count) { () throws(SyncError) in
            // A record that the server does not have stays.
            guard let unpublished = try list.unpublished(in: store), let both = unpublished.merge else { return nil }
            return OwnConflict(shown: unpublished, merge: MergeScreen(both))
        } preview: { own throws(SyncError) in
            try list.preview(in: store, own: ownRecord(own.side))
        } apply: { own, kept throws(SyncError) in
            try download.apply(
                list, own: ownRecord(own.side), of: own.conflict?.shown as? Unpublished<Self>, keeping: kept)
        }
    }

    private static func ownRecord(_ side: OwnVersion.Side) -> OwnRecord<Self> {
        switch side {
        case .mine: .mine
        case .theirs: .theirs
        case .merged(let record): (record as? Self).map { .merged($0) } ?? .mine
        }
    }

    /// Reads the list in a file.
    /// - Parameters:
    ///   - columns: the keys of the fields that the user assigned to columns, by the columns' places.
    ///   - told: called with the progress.
    /// - Throws: `StoreError` where the file does not contain a list, or is empty; `cancelled` where the task was.
    static func read(
        _ file: URL, columns: [Int: String], into store: Store, told: @escaping @Sendable (WorkStep) -> Void
    ) throws(StoreError) -> ArrivedList {
        let (name, maxRejected) = (file.lastPathComponent, 100)
        let attributes = try? FileManager.default.attributesOfItem(atPath: file.path(percentEncoded: false))
        let size = attributes?[.size] as? Int ?? 0
        let revision = try store.revision(of: self)
        let staging = try store.read(ListFile<Self>(file, isStrict: true, columns: columns), .update) { bytes in
            told(.reading(name, bytes: bytes, of: size))
            return !Task.isCancelled
        }
        guard let staging else { throw .cancelled }
        told(.working(translated("Comparing “\(name)” with your list…"), canCancel: true))
        // One's own record is shown too, so that it changes only with a tick.
        let own = Set(try store.ownKeys(of: self))
        let changes = try store.preview(staging, MergeRequest(.update, rule: OwnRule(releasing: own)))
        guard !Task.isCancelled else { throw .cancelled }
        guard changes.summary.arrived + changes.summary.rejected > 0 || !columns.isEmpty else {
            throw .noRecordsInFile(file: name, one: collection.one)
        }
        return ArrivedList(
            count: changes.summary.arrived, changes: changes, rejected: try staging.rejected(limit: maxRejected),
            leftOut: try staging.leftOut(limit: maxRejected), unread: staging.unread, ownKeys: own
        ) { _, kept throws(SyncError) in
            let released = own.intersection(changes.items.map(\.key)).subtracting(kept)
            return try inStore { () throws(StoreError) in
                try store.apply(
                    staging,
                    MergeRequest(
                        .update, label: translated("Loading “\(name)”"), rule: OwnRule(releasing: released),
                        keeping: kept, expecting: revision))
            }
        }
    }
}
