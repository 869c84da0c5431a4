import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import Language
import Synchronization

/// A list from a server or a file, not applied yet.
struct ArrivedList: Sendable {
    /// "" for a file.
    var server = ""
    let count: Int
    /// The records of a file, which may be groups; nil for a download.
    var definition: Definition?
    /// The changes, for a file.
    var changes: ChangePreview?
    var rejected: [RejectedElement] = []
    var leftOut: [RejectedElement] = []
    var unread: [UnreadColumn] = []
    /// Own records that change only with a tick.
    var ownKeys: Set<Int> = []
    /// The records of a file that look like records here.
    var lookalikes: [Lookalike] = []
    /// The user's edited own record and the version that arrived; nil without a conflict.
    var conflict: @MainActor @Sendable () throws(SyncError) -> (merge: MergeScreen, shown: Unpublished)? = { nil }
    /// The changes; nil for a file, which has `changes`.
    var preview: (@Sendable (OwnVersion) throws(SyncError) -> ChangePreview)?
    let apply: @Sendable (OwnVersion, ListChoices) throws(SyncError) -> ChangeSummary
}

/// What the user chose to do with the records of a list.
struct ListChoices: Sendable {
    /// The keys of the records that stay as they are.
    var skipped: Set<Int> = []
    /// The records to merge with those they look like.
    var merged: [Lookalike] = []
}

/// The chosen version of the user's own record.
struct OwnVersion: Sendable {
    var side = OwnRecord.mine
    /// The conflict that was shown, which the choice refers to.
    var shown: Unpublished?
}

private func storing<T>(_ body: () throws(StoreError) -> T) throws(SyncError) -> T {
    do { return try body() } catch { throw .store(error) }
}

extension StoredCollection {
    /// Downloads the list of a server.
    /// - Parameter skipped: the keys of records that stay as they are.
    /// - Returns: nil if the server has no newer list.
    func download(
        from client: Client, _ strategy: MergeStrategy, preserving skipped: Set<Int>,
        progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws(SyncError) -> ArrivedList? {
        let download = Download(self, client: client, strategy: strategy)
        guard let list = try await download.fetch(progress: progress) else { return nil }
        // The local list that the user's review is about.
        let reviewed = Mutex<Int64?>(nil)
        return ArrivedList(server: "\(client.server)", count: list.count) { () throws(SyncError) in
            // A record that the server lacks remains.
            guard let unpublished = try list.unpublished(), let both = unpublished.merge else { return nil }
            return (MergeScreen(both), unpublished)
        } preview: { own throws(SyncError) in
            let revision = try storing { () throws(StoreError) in try self.revision() }
            reviewed.withLock { $0 = revision }
            return try list.preview(own: own.side, preserving: skipped)
        } apply: { own, choices throws(SyncError) in
            // The user's own record was edited since, and was not reviewed.
            if own.shown == nil, try list.unpublished()?.merge != nil { throw .store(.changedMeanwhile) }
            return try download.apply(
                list, own: own.side, of: own.shown, preserving: choices.skipped.union(skipped),
                at: reviewed.withLock { $0 })
        }
    }

    /// Reads the list in a file.
    /// - Parameters:
    ///   - columns: the keys of the fields that the user assigned to columns, by the columns' places.
    ///   - report: called with the progress.
    /// - Throws: `StoreError` where the file does not contain a list, or is empty; `cancelled` where the task was.
    func read(
        _ file: URL, columns: [Int: String], report: @escaping @Sendable (WorkStep) -> Void
    ) throws(StoreError) -> ArrivedList {
        let (name, maxRejected) = (file.lastPathComponent, 100)
        let revision = try revision()
        let staging = try staged(ListFile(file, isStrict: true, columns: columns), report)
        report(.working(translated("Comparing “\(name)” with your list…"), canCancel: true))
        let lookalikes = try decide(onLookalikesIn: staging)
        // Own records change only with a tick.
        let own = try own().keys
        let changes = try preview(staging, MergeRequest(.update, releasing: own))
        guard !Task.isCancelled else { throw .cancelled }
        guard changes.summary.arrived + changes.summary.rejected > 0 || !columns.isEmpty else {
            throw .noRecordsInFile(file: name, one: definition.collection.one)
        }
        return ArrivedList(
            count: changes.summary.arrived, definition: definition, changes: changes,
            rejected: Array(try staging.rejected.prefix(maxRejected)),
            leftOut: Array(try staging.leftOut.prefix(maxRejected)), unread: staging.unread, ownKeys: own,
            lookalikes: lookalikes
        ) { _, choices throws(SyncError) in
            let released = own.intersection(changes.items.map(\.key)).subtracting(choices.skipped)
            var request = MergeRequest(
                .update, label: translated("Loading “\(name)”"), releasing: released, preserving: choices.skipped,
                expecting: revision)
            request.cause = translated("imported")
            return try storing { () throws(StoreError) in
                try merge(choices.merged, in: staging)
                return try apply(staging, request)
            }
        }
    }

    private func staged(_ file: ListFile, _ report: (WorkStep) -> Void) throws(StoreError) -> StagedList {
        let attributes = try? FileManager.default.attributesOfItem(atPath: file.url.path(percentEncoded: false))
        let size = attributes?[.size] as? Int ?? 0
        return try read(file) { bytes in
            report(.reading(file.url.lastPathComponent, bytes: bytes, of: size))
            return !Task.isCancelled
        }
    }
}
