import DirectoryModel
public import DirectoryStore
import Language
public import Observation

/// The changes that a list would make, each with a tick.
@MainActor @Observable
public final class PreviewScreen {
    public typealias Line = ChangedLine

    /// A table column to assign a field to.
    public struct Column: Equatable, Sendable, Identifiable {
        /// From 0.
        public let id: Int
        public let name: String
        /// The index in `options`.
        public fileprivate(set) var option = 0
    }

    public enum Source: Equatable, Sendable {
        case download
        case file(String)
    }

    private let definition: Definition
    public let source: Source
    /// Changed records first, then removed, then new.
    public private(set) var lines: [Line] = []
    /// Columns without a known name.
    public private(set) var columns: [Column] = []
    /// Why the file could not be read again.
    public private(set) var problem: String?
    /// True while the file is read with newly assigned columns.
    public private(set) var isReading = false
    /// The keys of unticked records.
    public private(set) var skipped: Set<Int> = []
    /// The keys of new records that are merged with those they look like.
    public private(set) var merging: Set<Int> = []
    /// The records that look like records here, by key.
    @ObservationIgnored private var lookalikes: [Int: Lookalike] = [:]
    /// False to apply the next download without asking.
    public private(set) var asksNextTime = true

    private var preview: ChangePreview
    private var list: ArrivedList
    /// The records that stay unless ticked.
    @ObservationIgnored private var unticked: Set<Int> = []
    /// The assignments when the file was last read.
    @ObservationIgnored private var readColumns: [Column] = []
    /// Called with the assigned fields' keys by column.
    @ObservationIgnored var onAssigned: ([Int: String]) -> Void = { _ in }

    private var assignable: [Field] {
        definition.fields.filter { !$0.isPicture && $0.editor != .readOnly }
    }

    /// "Not read", or one of the fields.
    public var options: [String] { [translated("Not read")] + assignable.map(\.label) }

    /// - Parameter unticked: records that stay unless ticked.
    init(
        of definition: Definition, _ preview: ChangePreview, _ list: ArrivedList, from source: Source,
        unticked: Set<Int>
    ) {
        self.definition = definition
        self.source = source
        self.preview = preview
        self.list = list
        show(preview, list, unticked: unticked)
    }

    /// Rejected elements with their reasons, up to a limit.
    public var rejected: [String] {
        list.rejected.map { translated("\($0.reason) “\($0.raw.prefix(400).description.plain.line(cutAt: 120))”") }
    }

    /// Records with left-out values, up to a limit.
    public var leftOut: [String] { list.leftOut.map(\.reason) }

    /// How many more changes there are; they are applied too.
    public var omittedCount: Int {
        preview.summary.new + preview.summary.changed + preview.summary.removed - preview.items.count
    }

    /// "Not read: Notes, Fax", or nil.
    public var unreadMessage: String? { ChangeSummary.text(unread: list.unread) }

    /// "Groups: “Chess” (3)", and what is missing in groups, or nil.
    public var groupsMessage: String? {
        let sentences = [preview.summary.groupsMessage].compactMap(\.self) + preview.summary.groupProblems
        return sentences.isEmpty ? nil : sentences.joined(separator: " ")
    }

    /// Shows other changes; ticks stay.
    func show(_ preview: ChangePreview, _ list: ArrivedList, unticked: Set<Int>) {
        let (before, keys) = (self.unticked.intersection(lines.map(\.id)), Set(preview.items.map(\.key)))
        skipped = skipped.union(unticked.subtracting(before)).intersection(keys)
        self.unticked = unticked
        self.preview = preview
        self.list = list
        lookalikes = Self.lookalikes(in: list)
        merging.formIntersection(lookalikes.keys)
        let merged = Set(list.lookalikes.filter { $0.choice == .merge }.map(\.storedKey))
        lines = preview.items.map { item in
            let isMerged = item.kind == .changed && merged.contains(item.key)
            let word = isMerged ? translated("Merged") : translated("Edited Here")
            return ChangedLine(
                item, of: definition, word: isMerged || preview.edited.contains(item.key) ? word : nil,
                notes: text(of: item.key), choices: choices(for: item.key))
        }
        for column in list.unread {
            guard let position = column.index, !columns.contains(where: { $0.id == position }) else { continue }
            columns.append(Column(id: position, name: column.name.line(cutAt: 60)))
        }
        columns.sort { $0.id < $1.id }
        readColumns = columns
        problem = nil
        isReading = false
    }

    private static func lookalikes(in list: ArrivedList) -> [Int: Lookalike] {
        Dictionary(list.lookalikes.filter { $0.choice == .add }.map { ($0.key, $0) }) { first, _ in first }
    }

    /// True if these changes are shown.
    func isOf(_ changes: ChangePreview, _ list: ArrivedList) -> Bool {
        preview == changes && lookalikes == Self.lookalikes(in: list)
    }

    /// The keys of records by their titles, each with how many of that title come before it.
    private static func byTitle(_ records: [(title: String, key: Int)]) -> [String: Int] {
        let groups = Dictionary(grouping: records, by: \.title)
        return groups.values.reduce(into: [:]) { keys, same in
            for (number, record) in same.enumerated() { keys["\(number) \(record.title)"] = record.key }
        }
    }

    /// Shows what the list does after the one here was changed. Ticks stay; new records of a file, whose numbers may
    /// differ now, are recognized by their names.
    func showAgain(_ changes: ChangePreview, _ list: ArrivedList, unticked: Set<Int>) {
        if source != .download {
            let numbered = lines.filter { $0.kind == .new }
            let before = Self.byTitle(numbered.map { ($0.title, $0.id) })
            let now = Self.byTitle(changes.items.filter { $0.kind == .new }.map { ($0.title.line(cutAt: 200), $0.key) })
            func moved(_ keys: Set<Int>) -> Set<Int> {
                let names = before.filter { keys.contains($0.value) }.keys
                return keys.subtracting(before.values).union(names.compactMap { now[$0] })
            }
            skipped = moved(skipped)
            merging = moved(merging)
        }
        show(changes, list, unticked: unticked)
        problem = translated("Your list was changed in the meantime. Review the changes again.")
    }

    private func choices(for key: Int) -> [LookalikeChoice] {
        guard let lookalike = lookalikes[key] else { return [] }
        return lookalike.canMerge ? LookalikeChoice.allCases : [.add, .skip]
    }

    /// Whom a record looks like, and what merging them would change and leave out.
    private func text(of key: Int) -> [String] {
        guard let lookalike = lookalikes[key] else { return [] }
        let text = [translated("Looks like \(lookalike.title.line(cutAt: 100)): \(lookalike.reasons.text)")]
        guard lookalike.canMerge else { return text }
        return text
            + lookalike.differences.map { translated("If merged: \(ChangedTexts.text($0, of: definition))") }
            + lookalike.losses.map { translated("Lost by merging: \(ChangedTexts.text($0, of: definition))") }
    }

    public func choice(for key: Int) -> LookalikeChoice {
        if skipped.contains(key) { return .skip }
        return merging.contains(key) ? .merge : .add
    }

    public func chosen(_ choice: LookalikeChoice, for key: Int) {
        ticked(key, isTicked: choice != .skip)
        if choice == .merge { merging.insert(key) } else { merging.remove(key) }
    }

    var choices: ListChoices {
        ListChoices(skipped: skipped, merged: merging.subtracting(skipped).sorted().compactMap { lookalikes[$0] })
    }

    /// Shows why the file could not be read, and resets the assignments.
    func showRefused(_ problem: String) {
        columns = readColumns
        self.problem = problem
        isReading = false
    }

    /// Assigns a field to a column and reads the file again.
    public func columnAssigned(_ id: Int, to option: Int) {
        guard let position = columns.firstIndex(where: { $0.id == id }), columns[position].option != option else {
            return
        }
        columns[position].option = option
        isReading = true
        onAssigned(assignedColumns)
    }

    /// The keys of the assigned fields, by the columns' indexes.
    var assignedColumns: [Int: String] {
        let assigned = columns.filter { $0.option > 0 }.map { ($0.id, assignable[$0.option - 1].key) }
        return Dictionary(assigned) { first, _ in first }
    }

    public var title: String {
        switch source {
        case .download: translated("Review Changes")
        case .file(let name): translated("Review Changes from “\(name.line(cutAt: 60))”")
        }
    }

    /// Said while the review waits for a form.
    var waitingText: String { translated("\(title) will open after you close the form.") }

    /// How many more elements are rejected.
    public var untoldRejectedCount: Int { source == .download ? 0 : preview.summary.rejected - rejected.count }

    public var hasAnything: Bool {
        let summary = preview.summary
        return summary.isChange || !summary.groups.isEmpty || summary.rejected > 0 || !columns.isEmpty
    }

    /// True if ticked changes or skipped elements remain; columns must be assigned before all rows are skipped.
    public var canApply: Bool {
        guard !isReading, source != .download else { return !isReading }
        let summary = preview.summary
        return lines.count + omittedCount > skipped.count || !summary.groups.isEmpty
            || summary.rejected > 0 && (summary.arrived > 0 || columns.isEmpty)
    }

    /// Arrived records that are unchanged.
    private var sameCount: Int { preview.summary.arrived - preview.summary.new - preview.summary.changed }

    /// The contents of a file: "12 new, 3 changed, 85 the same, 2 set aside".
    private func text(_ now: ChangeSummary) -> String {
        guard now.isChange || now.rejected > 0 || !skipped.isEmpty || !preview.summary.groups.isEmpty else {
            let counted = definition.collection.counted(sameCount)
            return translated(
                sameCount, one: "Already up to date: \(counted) unchanged.",
                many: "Already up to date: \(counted) unchanged.")
        }
        let message = now.parts(same: sameCount)
        return message.isEmpty ? translated("No changes will be applied.") : message.joined(separator: translated(", "))
    }

    /// "12 new, 3 changed, 1 removed, 2 skipped", with the current ticks.
    public var text: String {
        let summary = preview.summary
        let left = Dictionary(grouping: lines.filter { skipped.contains($0.id) }, by: \.kind).mapValues(\.count)
        var now = ChangeSummary(
            new: summary.new - (left[.new] ?? 0), changed: summary.changed - (left[.changed] ?? 0),
            removed: summary.removed - (left[.removed] ?? 0), rejected: summary.rejected)
        now.leftOutCount = summary.leftOutCount
        now.cleared = summary.cleared
        now.repeated = summary.repeated
        now.numbered = summary.numbered.filter { !skipped.contains($0.key) && !merging.contains($0.key) }
        for line in lines where skipped.contains(line.id) { now.cleared.count -= line.clearedCount }
        now.new = now.new - merging.count
        now.changed = now.changed + merging.count
        return source == .download ? now.text : text(now)
    }

    public func ticked(_ key: Int, isTicked: Bool) {
        if isTicked { skipped.remove(key) } else { skipped.insert(key) }
    }

    public func asksNextTimeToggled(_ isOn: Bool) { asksNextTime = isOn }
}

/// A record that a change adds, changes, or removes.
public struct ChangedLine: Equatable, Sendable, Identifiable {
    public let id: Int
    /// "New", "Changed", "Edited Here", "Merged" or "Removed".
    public let word: String
    let kind: ChangePreview.Kind
    let clearedCount: Int
    public let title: String
    /// "Email: a@duke.edu → b@duke.edu", and values that a form would refuse.
    public let differences: [String]
    /// What can be done with a record that looks like one here; empty for others.
    public let choices: [LookalikeChoice]

    public var isRemoval: Bool { kind == .removed }

    /// - Parameters:
    ///   - word: the word, if it is not that of the kind.
    ///   - notes: sentences before the differences.
    init(
        _ item: ChangePreview.Item, of definition: Definition, word: String? = nil, notes: [String] = [],
        choices: [LookalikeChoice] = []
    ) {
        id = item.key
        kind = item.kind
        title = item.title.line(cutAt: 200)
        self.choices = choices
        clearedCount = item.clearedCount
        let kindWord =
            switch item.kind {
            case .new: translated("New")
            case .changed: translated("Changed")
            case .removed: translated("Removed")
            }
        self.word = word ?? kindWord
        differences =
            notes + item.differences.map { ChangedTexts.text($0, of: definition) }
            + item.problems.map { translated("Imported as is: \($0)") }
    }
}

extension LookalikeChoice {
    public var label: String {
        switch self {
        case .merge: translated("Merge")
        case .add: translated("Add")
        case .skip: translated("Skip")
        }
    }
}
