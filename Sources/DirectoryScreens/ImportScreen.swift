public import DirectoryModel
import DirectoryStore
import Foundation
import Language

/// A file's list that was read and not applied yet: what would change is shown first.
@MainActor
public final class ImportScreen<R: DirectoryRecord> {
    /// New and changed records with their ticks, and the rejected elements.
    public let preview: PreviewScreen<R>

    private let fileName: String
    private let staging: StagingDatabase<R>
    /// The collection's revision when the file was read.
    private let revision: Int64
    /// The keys of own records that were edited here.
    private let own: Set<Int>

    /// How many of the rejected elements are listed one by one.
    private nonisolated static var mostRejected: Int { 100 }

    /// The list that was read from a file.
    private struct Found: Sendable {
        let revision: Int64
        let staging: StagingDatabase<R>
        let preview: ChangePreview
        let rejected: [RejectedElement]
        let own: Set<Int>
    }

    /// Reads the list in `file`.
    /// - Parameter told: called off the main thread with the progress.
    /// - Returns: nil where the task was canceled.
    /// - Throws: `StoreError` where the file does not contain a list, or is empty.
    static func read(
        _ file: URL, store: Store, told: @escaping @Sendable (WorkStep) -> Void
    ) async throws(StoreError) -> ImportScreen? {
        let name = file.lastPathComponent
        let attributes = try? FileManager.default.attributesOfItem(atPath: file.path(percentEncoded: false))
        let size = attributes?[.size] as? Int ?? 0
        let read = await runInBackgroundUntilCancelled { () throws(StoreError) -> Found? in
            let revision = try store.revision(of: R.self)
            let staging = try store.read(ListFile<R>(file, isStrict: true), .update) { bytes in
                told(.reading(name, bytes: bytes, of: size))
                return !Task.isCancelled
            }
            guard let staging else { return nil }
            told(.working(translated("Comparing “\(name)” with your list…"), canCancel: true))
            let rejected = try staging.rejected(limit: mostRejected)
            // One's own record is shown too, so that it changes only with a tick.
            let own = Set(try store.everEditedOwnKeys(of: R.self))
            let preview = try store.preview(staging, .update, rule: OwnRule(releasing: own))
            guard !Task.isCancelled else { return nil }
            return Found(revision: revision, staging: staging, preview: preview, rejected: rejected, own: own)
        }
        guard let found = try read.get() else { return nil }
        return try ImportScreen(found, fileName: name)
    }

    private init(_ found: Found, fileName: String) throws(StoreError) {
        guard found.preview.summary.arrived + found.preview.summary.rejected > 0 else {
            throw .noRecordsInFile(file: fileName, one: R.collection.one)
        }
        self.fileName = fileName
        (revision, staging) = (found.revision, found.staging)
        own = found.own
        preview = PreviewScreen(found.preview, from: .file(fileName), rejected: found.rejected, unticked: found.own)
    }

    /// Applies what is ticked, as one change that can be undone.
    /// - Throws: `StoreError.changedMeanwhile` where the list here has changed since the preview was made.
    func apply(in store: Store) async throws(StoreError) -> ChangeSummary {
        let (staging, kept, revision, name) = (staging, preview.kept, revision, fileName)
        let shown = Set(preview.lines.map(\.id))
        let rule = OwnRule(releasing: own.intersection(shown).subtracting(kept))
        return try await runInBackgroundUntilCancelled { () throws(StoreError) in
            try store.apply(
                staging, .update, label: translated("Loading “\(name)”"), keeping: kept, rule: rule,
                expecting: revision)
        }.get()
    }
}
