import DirectoryModel
import DirectoryStore
import DirectorySync

/// A list that a server sent, whichever collection it is of; the store is unchanged until it is applied.
protocol ArrivedList: Sendable {
    var server: ServerAddress { get }
    /// How many records it has.
    var count: Int { get }
    /// One's own record, edited here and not uploaded, beside the version that arrived; nil where there is none.
    @MainActor func conflict() throws(SyncError) -> OwnConflict?
    func preview(_ own: OwnVersion) throws(SyncError) -> ChangePreview
    func apply(_ own: OwnVersion, keeping kept: Set<Int>) throws(SyncError) -> ChangeSummary
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

extension DirectoryRecord {
    /// Downloads the list of a server.
    /// - Returns: nil where the server does not have anything newer.
    static func download(
        from client: Client, into store: Store, _ how: MergeStrategy,
        progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws(SyncError) -> (any ArrivedList)? {
        let download = Download<Self>(client: client, store: store, how: how)
        let list = try await download.fetch(progress: progress)
        return list.map { DownloadedList(download: download, list: $0, store: store) }
    }
}

private struct DownloadedList<R: DirectoryRecord>: ArrivedList {
    let download: Download<R>
    let list: Download<R>.FetchedList
    let store: Store

    var server: ServerAddress { download.server }
    var count: Int { list.count }

    func conflict() throws(SyncError) -> OwnConflict? {
        // A record that the server does not have stays.
        guard let unpublished = try list.unpublished(in: store), let both = unpublished.merge else { return nil }
        return OwnConflict(shown: unpublished, merge: MergeScreen(both))
    }

    func preview(_ own: OwnVersion) throws(SyncError) -> ChangePreview {
        try list.preview(in: store, own: record(own.side))
    }

    func apply(_ own: OwnVersion, keeping kept: Set<Int>) throws(SyncError) -> ChangeSummary {
        try download.apply(
            list, own: record(own.side), of: own.conflict?.shown as? Unpublished<R>, keeping: kept)
    }

    private func record(_ side: OwnVersion.Side) -> OwnRecord<R> {
        switch side {
        case .mine: .mine
        case .theirs: .theirs
        case .merged(let record): (record as? R).map { .merged($0) } ?? .mine
        }
    }
}
