public import DirectoryModel
import DirectoryStore
import Foundation
import Language

/// A file's list that was read and not applied yet: what would change is shown first.
@MainActor
public final class ImportScreen<R: DirectoryRecord> {
    /// New and changed records with their ticks, and the rejected elements.
    public let preview: PreviewScreen<R>

    private let file: URL
    private var found: Found
    /// The reading of the file again, after a column was assigned.
    private var reading: Task<Void, Never>?

    /// How many of the rejected elements are listed one by one.
    private nonisolated static var mostRejected: Int { 100 }

    /// The list that was read from a file.
    private struct Found: Sendable {
        let revision: Int64
        let staging: StagingDatabase<R>
        let preview: ChangePreview
        let rejected: [RejectedElement]
        let leftOut: [RejectedElement]
        /// The keys of own records that change only with a tick.
        let own: Set<Int>
    }

    /// Reads the list in `file`.
    /// - Parameter told: called off the main thread with the progress.
    /// - Returns: nil where the task was canceled.
    /// - Throws: `StoreError` where the file does not contain a list, or is empty.
    static func read(
        _ file: URL, store: Store, told: @escaping @Sendable (WorkStep) -> Void
    ) async throws(StoreError) -> ImportScreen? {
        guard let found = try await find(in: file, columns: [:], store: store, told: told) else { return nil }
        return try ImportScreen(found, file: file, store: store)
    }

    private static func find(
        in file: URL, columns: [Int: String], store: Store, told: @escaping @Sendable (WorkStep) -> Void
    ) async throws(StoreError) -> Found? {
        let name = file.lastPathComponent
        let attributes = try? FileManager.default.attributesOfItem(atPath: file.path(percentEncoded: false))
        let size = attributes?[.size] as? Int ?? 0
        let read = await runInBackgroundUntilCancelled { () throws(StoreError) -> Found? in
            let revision = try store.revision(of: R.self)
            let staging = try store.read(ListFile<R>(file, isStrict: true, columns: columns), .update) { bytes in
                told(.reading(name, bytes: bytes, of: size))
                return !Task.isCancelled
            }
            guard let staging else { return nil }
            told(.working(translated("Comparing “\(name)” with your list…"), canCancel: true))
            // One's own record is shown too, so that it changes only with a tick.
            let own = Set(try store.ownKeys(of: R.self))
            let preview = try store.preview(staging, .update, rule: OwnRule(releasing: own))
            guard !Task.isCancelled else { return nil }
            return Found(
                revision: revision, staging: staging, preview: preview,
                rejected: try staging.rejected(limit: mostRejected), leftOut: try staging.leftOut(limit: mostRejected),
                own: own)
        }
        return try read.get()
    }

    private init(_ found: Found, file: URL, store: Store) throws(StoreError) {
        guard found.preview.summary.arrived + found.preview.summary.rejected > 0 else {
            throw .noRecordsInFile(file: file.lastPathComponent, one: R.collection.one)
        }
        (self.found, self.file) = (found, file)
        preview = PreviewScreen(
            found.preview, from: .file(file.lastPathComponent), rejected: found.rejected, leftOut: found.leftOut,
            unread: found.staging.unread, unticked: found.own)
        preview.onAssigned = { [weak self] in self?.readAgain(columns: $0, store) }
    }

    /// Reads the file with the columns as a person assigned them, and shows what would change then.
    private func readAgain(columns: [Int: String], _ store: Store) {
        reading?.cancel()
        reading = Task { [file, weak self] in
            let result: Result<Found?, StoreError>
            do throws(StoreError) {
                result = .success(try await Self.find(in: file, columns: columns, store: store) { _ in })
            } catch { result = .failure(error) }
            guard let self, !Task.isCancelled else { return }
            switch result {
            case .success(let found): self.found = found ?? self.found
            case .failure(let problem): return preview.showRefused(problem.description)
            }
            let shown = self.found
            preview.show(
                shown.preview, rejected: shown.rejected, leftOut: shown.leftOut, unread: shown.staging.unread,
                unticked: shown.own)
        }
    }

    /// Applies what is ticked, as one change that can be undone.
    /// - Throws: `StoreError.changedMeanwhile` where the list here has changed since the preview was made.
    func apply(in store: Store) async throws(StoreError) -> ChangeSummary {
        await reading?.value
        let (staging, kept, revision) = (found.staging, preview.kept, found.revision)
        let (shown, name) = (Set(preview.lines.map(\.id)), file.lastPathComponent)
        let rule = OwnRule(releasing: found.own.intersection(shown).subtracting(kept))
        return try await runInBackgroundUntilCancelled { () throws(StoreError) in
            try store.apply(
                staging, .update, label: translated("Loading “\(name)”"), keeping: kept, rule: rule,
                expecting: revision)
        }.get()
    }
}
