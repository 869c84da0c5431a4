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
    /// The keys of own records that were edited here.
    private let own: Set<Int>

    /// How much of what is set aside is told one by one.
    private nonisolated static var mostAside: Int { 100 }

    /// What was read of a file.
    private struct Found: Sendable {
        let revision: Int64
        let incoming: Incoming<R>
        let preview: TakeOverPreview
        let aside: [SetAside]
        let own: Set<Int>
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
            let incoming = try store.read(ListFile<R>(file, isStrict: true), .update) { bytes in
                told(.reading(name, bytes: bytes, of: size))
                return !Task.isCancelled
            }
            guard let incoming else { return nil }
            told(.working(translated("Comparing “\(name)” with your list…"), canCancel: true))
            let aside = try incoming.setAside(limit: mostAside)
            // One's own record is shown too, for a tick to be asked for.
            let own = Set(try store.everEditedOwnKeys(of: R.self))
            let preview = try store.preview(incoming, .update, rule: OwnRule(releasing: own))
            guard !Task.isCancelled else { return nil }
            return Found(revision: revision, incoming: incoming, preview: preview, aside: aside, own: own)
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
        own = found.own
        preview = PreviewScreen(found.preview, from: .file(fileName), setAside: found.aside, unticked: found.own)
    }

    /// Takes over what is ticked, as one change that can be undone.
    /// - Throws: `StoreProblem.changedMeanwhile` where the list here is another than the one the preview was made of.
    func apply(in store: Store) async throws(StoreProblem) -> ChangeSummary {
        let (incoming, kept, revision, name) = (incoming, preview.kept, revision, fileName)
        let shown = Set(preview.lines.map(\.id))
        let rule = OwnRule(releasing: own.intersection(shown).subtracting(kept))
        return try await offMain { () throws(StoreProblem) in
            try store.apply(
                incoming, .update, label: translated("Loading “\(name)”"), keeping: kept, rule: rule,
                expecting: revision)
        }.get()
    }
}
