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

    /// Reads the list in `file`.
    /// - Throws: `StoreProblem` where it holds none, or nothing at all.
    init(_ file: URL, store: Store) async throws(StoreProblem) {
        fileName = file.lastPathComponent
        let read = await offMain { () throws(StoreProblem) in
            let revision = try store.revision(of: R.self)
            let incoming = try store.read(ListFile<R>(file, isStrict: true), .update)
            let aside = try incoming.setAside(limit: Self.mostAside)
            // One's own record is shown too, for a tick to be asked for.
            let own = Set(try store.editedOwnKeys(of: R.self))
            let found = try store.preview(incoming, .update, rule: OwnRule(releasing: own))
            return (revision, incoming, found, aside, own)
        }
        let (revision, incoming, found, aside, own) = try read.get()
        guard found.summary.arrived + found.summary.setAside > 0 else {
            throw .nothingInFile(file: fileName, one: R.collection.one)
        }
        (self.revision, self.incoming) = (revision, incoming)
        self.own = own
        preview = PreviewScreen(found, from: .file(fileName), setAside: aside, unticked: own)
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
