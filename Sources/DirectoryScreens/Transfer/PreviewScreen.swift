import DirectoryModel
import DirectoryStore
import Language
public import Observation

/// What a list that arrived would change, before it does: every change with a tick that can be taken away.
@MainActor @Observable
public final class PreviewScreen {
    /// One change in words.
    public struct Line: Equatable, Sendable, Identifiable {
        public let id: Int
        /// "New", "Changed", "Edited Here" or "Removed".
        public let word: String
        public let isRemoval: Bool
        let kind: ChangePreview.Kind
        public let title: String
        /// "Email: a@duke.edu → b@duke.edu", one for each field that differs.
        public let differences: [String]
    }

    /// A column of a table that a field can be assigned to.
    public struct Column: Equatable, Sendable, Identifiable {
        /// Its place in the table, from 0.
        public let id: Int
        public let name: String
        /// What is assigned to it: its place in `options`.
        public fileprivate(set) var option = 0
    }

    public enum Source: Equatable, Sendable {
        case download
        case file(String)
    }

    private let recordType: any DirectoryRecord.Type
    public let source: Source
    /// A sentence for each rejected element with its reason and its beginning, as far as they are listed one by one.
    public private(set) var rejected: [String] = []
    /// A sentence for each record of which a value is left out, as far as they are listed one by one.
    public private(set) var leftOut: [String] = []
    /// The changes, changed records first, then removed, then new ones.
    public private(set) var lines: [Line] = []
    /// How many changes there are beyond `lines`; they are applied with the rest.
    public private(set) var untoldCount = 0
    /// The columns that no field takes by their names, to assign fields to.
    public private(set) var columns: [Column] = []
    /// "Not read: Notes, Fax", or nil.
    public private(set) var unreadWords: String?
    /// Why the file could not be read again, or nil.
    public private(set) var problem: String?
    /// True while the file is read again, with the columns as they are assigned now.
    public private(set) var isReading = false
    /// The keys of the records that stay as they are.
    public private(set) var kept: Set<Int> = []
    /// False where the next download is to be applied without asking.
    public private(set) var asksNextTime = true

    @ObservationIgnored private var preview: ChangePreview
    /// The columns as they were assigned when the file was read.
    @ObservationIgnored private var readColumns: [Column] = []
    /// Gets the keys of the assigned fields by the columns' places, whenever a person assigns one.
    @ObservationIgnored var onAssigned: ([Int: String]) -> Void = { _ in }

    /// The fields that columns can be assigned to.
    private var assignable: [any RecordField] {
        recordType.anyFields.filter { !$0.isPicture && $0.editor != .readOnly }
    }

    /// What can be assigned to a column: nothing, or one of the fields.
    public var options: [String] { [translated("Not read")] + assignable.map(\.label) }

    /// - Parameter unticked: keys of records that stay as they are unless the user ticks them.
    init(
        of recordType: any DirectoryRecord.Type, _ preview: ChangePreview, _ list: ArrivedList, from source: Source,
        unticked: Set<Int>
    ) {
        (self.recordType, self.source, self.preview) = (recordType, source, preview)
        show(preview, list, unticked: unticked)
    }

    /// Shows other changes; ticks of the same records stay.
    func show(_ preview: ChangePreview, _ list: ArrivedList, unticked: Set<Int>) {
        let (before, keys) = (Set(lines.map(\.id)), Set(preview.items.map(\.key)))
        kept = kept.union(unticked.subtracting(before)).intersection(keys)
        self.preview = preview
        rejected = list.rejected.map {
            translated("\($0.reason) “\($0.raw.prefix(400).description.plain.line(cutAt: 120))”")
        }
        leftOut = list.leftOut.map(\.reason)
        lines = preview.items.map { item in
            Line(
                id: item.key, word: Self.word(item.kind, isEdited: preview.edited.contains(item.key)),
                isRemoval: item.kind == .removed, kind: item.kind,
                title: item.title.line(cutAt: 200),
                differences: item.differences.map { ChangedTexts.words($0, of: recordType) })
        }
        let summary = preview.summary
        untoldCount = summary.new + summary.changed + summary.removed - preview.items.count
        unreadWords = ChangeSummary.words(unread: list.unread)
        for column in list.unread {
            guard let place = column.place, !columns.contains(where: { $0.id == place }) else { continue }
            columns.append(Column(id: place, name: column.name.line(cutAt: 60)))
        }
        columns.sort { $0.id < $1.id }
        (readColumns, problem, isReading) = (columns, nil, false)
    }

    /// Tells why the file could not be read with the columns as they are assigned; they are as before then.
    func showRefused(_ problem: String) {
        (columns, self.problem, isReading) = (readColumns, problem, false)
    }

    /// Reads a column as one of `options`, and shows what would change then.
    public func columnAssigned(_ id: Int, to option: Int) {
        guard let place = columns.firstIndex(where: { $0.id == id }), columns[place].option != option else { return }
        columns[place].option = option
        isReading = true
        let assigned = columns.filter { $0.option > 0 }.map { ($0.id, assignable[$0.option - 1].key) }
        onAssigned(Dictionary(assigned) { first, _ in first })
    }

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

    public var hasAnything: Bool {
        let summary = preview.summary
        return summary.isChange || summary.rejected > 0 || !columns.isEmpty
    }

    /// True where a change would be applied with the current ticks, or what a file skips would be set aside; a file
    /// without a single record is not imported.
    public var canApply: Bool {
        guard !isReading, source != .download else { return !isReading }
        let summary = preview.summary
        return lines.count + untoldCount > kept.count || (summary.rejected > 0 && summary.arrived > 0)
    }

    /// How many of the arrived records are already the same here.
    private var sameCount: Int { preview.summary.arrived - preview.summary.new - preview.summary.changed }

    /// The contents of a file: "12 new, 3 changed, 85 the same, 2 set aside".
    private func words(_ now: ChangeSummary) -> String {
        guard now.isChange || now.rejected > 0 || !kept.isEmpty else {
            let counted = recordType.collection.counted(sameCount)
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
        var now = ChangeSummary(
            new: summary.new - (left[.new] ?? 0), changed: summary.changed - (left[.changed] ?? 0),
            removed: summary.removed - (left[.removed] ?? 0), rejected: summary.rejected)
        now.leftOutCount = summary.leftOutCount
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
