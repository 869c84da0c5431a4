public import DirectoryModel
import DirectoryStore
import Language
public import Observation

/// What a list that arrived would change, before it does: every change with a tick that can be taken away.
@MainActor @Observable
public final class PreviewScreen<R: DirectoryRecord> {
    /// One change in words.
    public struct Line: Equatable, Sendable, Identifiable {
        public let id: Int
        /// "New", "Changed", "Edited Here" or "Removed".
        public let word: String
        /// True where the record would go.
        public let isRemoval: Bool
        let kind: ChangePreview.Kind
        public let title: String
        /// "Email: a@duke.edu → b@duke.edu", one for each field that differs.
        public let differences: [String]
    }

    /// Where the list came from.
    public enum Source: Equatable, Sendable {
        case download
        /// A file of that name.
        case file(String)
    }

    public let source: Source
    /// A sentence for each rejected element with its reason and its beginning, as far as they are listed one by one.
    public let rejected: [String]
    /// The changes, changed records first, then removed, then new ones.
    public let lines: [Line]
    /// How many changes there are beyond `lines`; they are applied with the rest.
    public let untoldCount: Int
    /// The keys of the records that stay as they are.
    public private(set) var kept: Set<Int> = []
    /// False where the next download is to be applied without asking.
    public private(set) var asksNextTime = true

    @ObservationIgnored private let preview: ChangePreview

    /// - Parameter unticked: keys of records that stay as they are unless the user ticks them.
    init(
        _ preview: ChangePreview, from source: Source = .download, rejected: [RejectedElement] = [],
        unticked: Set<Int> = []
    ) {
        self.preview = preview
        kept = unticked.intersection(preview.items.map(\.key))
        self.source = source
        self.rejected = rejected.map {
            translated("\($0.reason) “\($0.raw.prefix(400).description.plain.line(cutAt: 120))”")
        }
        lines = preview.items.map { item in
            Line(
                id: item.key, word: Self.word(item.kind, isEdited: preview.edited.contains(item.key)),
                isRemoval: item.kind == .removed, kind: item.kind,
                title: item.title.line(cutAt: 200),
                differences: item.differences.map { ChangedTexts.words($0, of: R.self) })
        }
        let summary = preview.summary
        untoldCount = summary.new + summary.changed + summary.removed - preview.items.count
    }

    /// The title of the window.
    public var title: String {
        switch source {
        case .download: translated("Review Changes")
        case .file(let name): translated("Review Changes from “\(name.line(cutAt: 60))”")
        }
    }

    /// What is said where it waits until a form is closed.
    var waitingWords: String { translated("\(title) will open after you close the form.") }

    /// How many elements are rejected beyond `rejected`.
    public var untoldRejectedCount: Int { source == .download ? 0 : preview.summary.rejected - rejected.count }

    /// True where applying would change anything.
    public var hasAnything: Bool {
        let summary = preview.summary
        return summary.isChange || summary.rejected > 0
    }

    /// How many of the arrived records are already the same here.
    private var sameCount: Int { preview.summary.arrived - preview.summary.new - preview.summary.changed }

    /// The contents of a file: "12 new, 3 changed, 85 the same, 2 set aside".
    private func words(_ now: ChangeSummary) -> String {
        guard now.isChange || now.rejected > 0 || !kept.isEmpty else {
            let counted = R.collection.counted(sameCount)
            return translated(
                sameCount, one: "Already up to date: \(counted) unchanged.",
                many: "Already up to date: \(counted) unchanged.")
        }
        let said = now.parts(same: sameCount)
        return said.isEmpty ? translated("No changes will be applied.") : said.joined(separator: translated(", "))
    }

    /// "+12 new, 3 changed, 1 removed, 2 set aside", with the current ticks.
    public var words: String {
        let summary = preview.summary
        let left = Dictionary(grouping: lines.filter { kept.contains($0.id) }, by: \.kind).mapValues(\.count)
        let now = ChangeSummary(
            new: summary.new - (left[.new] ?? 0), changed: summary.changed - (left[.changed] ?? 0),
            removed: summary.removed - (left[.removed] ?? 0), rejected: summary.rejected)
        if source != .download { return words(now) }
        return now.new > 0 ? translated("+\(now.words)") : now.words
    }

    private static func word(_ kind: ChangePreview.Kind, isEdited: Bool) -> String {
        switch kind {
        case .changed where isEdited: translated("Edited Here")
        case .new: translated("New")
        case .changed: translated("Changed")
        case .removed: translated("Removed")
        }
    }

    public func ticked(_ key: Int, isTicked: Bool) {
        if isTicked { kept.remove(key) } else { kept.insert(key) }
    }

    public func asksNextTimeToggled(_ isOn: Bool) { asksNextTime = isOn }
}
