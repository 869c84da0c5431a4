public import DirectoryModel
import DirectoryStore
import Language
public import Observation

/// What a list that arrived would change, before it does: every change with a tick that can be taken away.
@MainActor @Observable
public final class PreviewScreen<R: DirectoryRecord> {
    /// One change as people read it.
    public struct Line: Equatable, Sendable, Identifiable {
        public let id: Int
        /// "New", "Changed" or "Removed".
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
    /// What is set aside and why, a sentence each with how it begins; as far as it is told one by one.
    public let rejected: [String]
    /// The changes, changed records first, then removed, then new ones.
    public let lines: [Line]
    /// How many changes there are beyond `lines`; they are taken over with the rest.
    public let untoldCount: Int
    /// The keys of the records that stay as they are.
    public private(set) var kept: Set<Int> = []
    /// False where the next download is to be taken over without asking.
    public private(set) var asksNextTime = true

    @ObservationIgnored private let preview: ChangePreview

    /// - Parameter unticked: keys of records that stay as they are unless somebody ticks them.
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
                id: item.key, word: Self.word(item.kind), isRemoval: item.kind == .removed, kind: item.kind,
                title: item.title.line(cutAt: 200),
                differences: item.differences.map(Self.words))
        }
        let summary = preview.summary
        untoldCount = summary.new + summary.changed + summary.removed - preview.items.count
    }

    /// What the window is called.
    public var title: String {
        switch source {
        case .download: translated("What the Download Changes")
        case .file(let name): translated("What “\(name.line(cutAt: 60))” Changes")
        }
    }

    /// How many elements are set aside beyond `rejected`.
    public var untoldRejectedCount: Int { source == .download ? 0 : preview.summary.rejected - rejected.count }

    /// True where taking over would do anything.
    public var hasAnything: Bool {
        let summary = preview.summary
        return summary.isChange || summary.rejected > 0
    }

    /// How many of the records are the same here already.
    private var sameCount: Int { preview.summary.arrived - preview.summary.new - preview.summary.changed }

    /// What a file is: "12 new, 3 changed, 85 the same, 2 set aside".
    private func words(_ now: ChangeSummary) -> String {
        guard now.isChange || now.rejected > 0 || !kept.isEmpty else {
            let counted = R.collection.counted(sameCount)
            return translated(
                sameCount, one: "Everything is here already: \(counted), all the same.",
                many: "Everything is here already: \(counted), all the same.")
        }
        let said = now.parts(same: sameCount)
        return said.isEmpty ? translated("Nothing is taken over.") : said.joined(separator: translated(", "))
    }

    /// "+12 new, 3 changed, 1 removed, 2 set aside", as the ticks stand now.
    public var words: String {
        let summary = preview.summary
        let left = Dictionary(grouping: lines.filter { kept.contains($0.id) }, by: \.kind).mapValues(\.count)
        let now = ChangeSummary(
            new: summary.new - (left[.new] ?? 0), changed: summary.changed - (left[.changed] ?? 0),
            removed: summary.removed - (left[.removed] ?? 0), rejected: summary.rejected)
        if source != .download { return words(now) }
        return now.new > 0 ? translated("+\(now.words)") : now.words
    }

    private static func word(_ kind: ChangePreview.Kind) -> String {
        switch kind {
        case .new: translated("New")
        case .changed: translated("Changed")
        case .removed: translated("Removed")
        }
    }

    public func ticked(_ key: Int, isTicked: Bool) {
        if isTicked { kept.remove(key) } else { kept.insert(key) }
    }

    public func asksNextTimeToggled(_ isOn: Bool) { asksNextTime = isOn }

    private static func words(_ difference: FieldDifference) -> String {
        if R.field(named: difference.key)?.isPicture == true {
            return difference.afterText.isEmpty ? translated("The picture goes.") : translated("Another picture.")
        }
        func shown(_ text: String) -> String {
            text.isEmpty ? translated("nothing") : translated("“\(text.line(cutAt: 80))”")
        }
        let (before, after) = (shown(difference.beforeText), shown(difference.afterText))
        return translated("\(difference.label): \(before) → \(after)")
    }
}
