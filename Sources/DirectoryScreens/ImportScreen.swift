public import DirectoryModel
import DirectoryStore
import Foundation
import Language

/// A file's list that was read and not taken over yet: what would change is shown first.
@MainActor
public final class ImportScreen<R: Record> {
    /// New and changed records with their ticks, and what is set aside.
    public let preview: PreviewScreen<R>

    private let fileName: String
    private let incoming: Incoming<R>
    /// The collection's, when the file was read.
    private let revision: Int64

    /// How much of what is set aside is told one by one.
    private nonisolated static var mostAside: Int { 100 }

    /// What was read of a file.
    private struct Found: Sendable {
        let revision: Int64
        let incoming: Incoming<R>
        let preview: TakeOverPreview
        let aside: [SetAside]
    }

    /// Reads the list in `file`.
    /// - Parameter told: called off the main thread with how far it is.
    /// - Returns: nil where the task was cancelled.
    /// - Throws: `StoreProblem` where it holds none, or nothing at all.
    static func read(
        _ file: URL, store: Store, told: @escaping @Sendable (WorkStep) -> Void
    ) async throws(StoreProblem) -> ImportScreen? {
        let name = file.lastPathComponent
        let attributes = try? FileManager.default.attributesOfItem(atPath: file.path(percentEncoded: false))
        let size = attributes?[.size] as? Int ?? 0
        let read = await offMainUntilCancelled { () throws(StoreProblem) -> Found? in
            let revision = try store.revision(of: R.self)
            let incoming = try store.read(ListFile<R>(file, isStrict: true)) { bytes in
                told(.reading(name, bytes: bytes, of: size))
                return !Task.isCancelled
            }
            guard let incoming else { return nil }
            told(.working(translated("Comparing “\(name)” with your list…"), canCancel: true))
            let aside = try incoming.setAside(limit: mostAside)
            let found = try store.preview(incoming, .update)
            return Task.isCancelled ? nil : Found(revision: revision, incoming: incoming, preview: found, aside: aside)
        }
        guard let found = try read.get() else { return nil }
        return try ImportScreen(found, fileName: name)
    }

    private init(_ found: Found, fileName: String) throws(StoreProblem) {
        guard found.preview.summary.arrived + found.preview.summary.setAside > 0 else {
            throw .nothingInFile(file: fileName, one: R.collection.one)
        }
        self.fileName = fileName
        (revision, incoming) = (found.revision, found.incoming)
        preview = PreviewScreen(found.preview, from: .file(fileName), setAside: found.aside)
    }

    /// Takes over what is ticked, as one change that can be undone.
    /// - Throws: `StoreProblem.changedMeanwhile` where the list here is another than the one the preview was made of.
    func apply(in store: Store) async throws(StoreProblem) -> ChangeSummary {
        let (incoming, kept, revision, name) = (incoming, preview.kept, revision, fileName)
        return try await offMain { () throws(StoreProblem) in
            try store.apply(
                incoming, .update, label: translated("Loading “\(name)”"), keeping: kept, expecting: revision)
        }.get()
    }
}
