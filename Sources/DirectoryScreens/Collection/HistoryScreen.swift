import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import Language
public import Observation

/// The changes of a list or of one record, newest first. Each can be undone, and the list shown as it was then.
@MainActor @Observable
public final class HistoryScreen {
    /// The changes of a day.
    public struct Day: Equatable, Sendable, Identifiable {
        /// "Today", or the day.
        public let title: String
        public fileprivate(set) var changes: [Change]

        public var id: String { title }
    }

    public struct Change: Equatable, Sendable, Identifiable {
        public let id: Int64
        /// "Editing Ana Núñez".
        public let title: String
        /// "14:20 · 1 person · edited here".
        public let detail: String
        public let isReverted: Bool
        /// True if it can be undone, or brought back.
        public let canRevert: Bool
    }

    public private(set) var days: [Day] = []
    /// The change whose records are shown, or nil.
    public private(set) var opened: Int64?
    /// What the opened change did to each record, up to a limit.
    public private(set) var lines: [ChangedLine] = []
    /// How many more records it changed.
    public private(set) var omittedCount = 0
    /// True if there are earlier changes to show.
    public private(set) var hasMore = false
    /// The change that gets the focus: the newest at first, or the first of the earlier ones that were just requested.
    public private(set) var focused: Int64?
    /// Why the history could not be read, or nil.
    public private(set) var problem: String?

    /// The record whose history this is, or nil for the list's.
    @ObservationIgnored private let record: (key: Int, title: String)?
    @ObservationIgnored private let screen: CollectionScreen
    @ObservationIgnored private var entries: [HistoryEntry] = []
    /// The last change before the earlier ones.
    @ObservationIgnored private var lastShown: Int64?
    @ObservationIgnored private var limit = HistoryScreen.step
    @ObservationIgnored private var observation: StoreObservation?
    @ObservationIgnored private let clock: WallClock

    /// How many changes are shown at first, and more each time.
    private static let step = 100

    /// - Parameter record: the key and the name of the record whose history is shown; nil for the whole list.
    init(
        _ screen: CollectionScreen, of record: (key: Int, title: String)? = nil, clock: WallClock = .system
    ) {
        self.screen = screen
        self.record = record
        self.clock = clock
        observe()
    }

    private var collection: StoredCollection { screen.collection }
    private var info: CollectionInfo { screen.info }

    public var title: String {
        record.map { translated("Earlier Versions of \($0.title.line(cutAt: 60))") }
            ?? translated("History of \(info.title)")
    }

    /// False for changes of a server's list, changes that were undone, and the current version of a record.
    private func canRevert(_ entry: HistoryEntry) -> Bool {
        screen.home.offersUndo && (record == nil ? !entry.isReverted : entry != entries.first)
    }

    public var revertLabel: String {
        record == nil ? translated("Undo This") : translated("Restore This Version")
    }

    // MARK: What the user does

    /// Shows what the change did to each record, or hides it.
    public func changeTapped(_ id: Int64) {
        opened = opened == id ? nil : id
        readLines()
    }

    /// Undoes the change, or brings back the record as the change left it.
    public func revertTapped(_ id: Int64) {
        guard let entry = entries.first(where: { $0.id == id }), canRevert(entry) else { return }
        guard let record else { return screen.revert(entry) }
        screen.restore(record.key, asOf: entry)
    }

    /// Shows the list as it was right after the change.
    public func pastTapped(_ id: Int64) {
        guard let entry = entries.first(where: { $0.id == id }) else { return }
        screen.sheet = nil
        screen.directory?.pastChosen(entry.time)
    }

    public func moreTapped() {
        lastShown = entries.last?.id
        limit += Self.step
        observe()
    }

    // MARK: Reading

    private func observe() {
        observation = collection.historyQuery(key: record?.key, limit: limit + 1).observe { [weak self] problem in
            self?.problem = problem.description
        } onChange: { [weak self] in
            self?.show($0)
        }
    }

    private func show(_ entries: [HistoryEntry]) {
        hasMore = entries.count > limit
        let isFirst = self.entries.isEmpty
        self.entries = Array(entries.prefix(limit))
        focused = isFirst ? entries.first?.id : lastShown.flatMap(firstEarlier)
        lastShown = nil
        var days: [Day] = []
        for entry in self.entries {
            let title = dayTitle(entry.time)
            let text = [
                time(entry.time), record == nil && entry.count > 0 ? info.counted(entry.count) : "", entry.cause,
            ]
            let change = Change(
                id: entry.id, title: entry.isReverted ? translated("\(entry.label) (undone)") : entry.label,
                detail: text.filter { !$0.isEmpty }.joined(separator: " · "), isReverted: entry.isReverted,
                canRevert: canRevert(entry))
            if let index = days.firstIndex(where: { $0.title == title }) {
                days[index].changes.append(change)
            } else {
                days.append(Day(title: title, changes: [change]))
            }
        }
        self.days = days
        if let opened, !entries.contains(where: { $0.id == opened }) { self.opened = nil }
        readLines()
    }

    private func firstEarlier(than id: Int64) -> Int64? { entries.drop { $0.id != id }.dropFirst().first?.id }

    private func readLines() {
        guard let opened else { return (lines, omittedCount) = ([], 0) }
        do throws(StoreError) {
            let items = try collection.items(in: opened, key: record?.key)
            lines = items.map { ChangedLine($0, of: screen.definition) } + (try groupLines(opened))
            let count = record == nil ? entries.first { $0.id == opened }?.count ?? 0 : items.count
            omittedCount = max(0, count - items.count)
        } catch { problem = error.description }
    }

    private func dayTitle(_ time: Date) -> String {
        let calendar = Calendar.current
        let days = calendar.dateComponents(
            [.day], from: calendar.startOfDay(for: time), to: calendar.startOfDay(for: clock.now())
        ).day
        return switch days {
        case 0: translated("Today")
        case 1: translated("Yesterday")
        default: time.formatted(Date.FormatStyle(date: .complete, time: .omitted, locale: Localization.locale))
        }
    }

    private func time(_ time: Date) -> String {
        time.formatted(Date.FormatStyle(date: .omitted, time: .shortened, locale: Localization.locale))
    }
}

/// What a change did to groups.
extension HistoryScreen {
    /// The fields of groups that are shown as other records' are.
    private static let shownFields = ["name", "search"]

    /// A line for each group that the change made, removed, renamed, or filled.
    private func groupLines(_ change: Int64) throws(StoreError) -> [ChangedLine] {
        guard record == nil, screen.definition.hasGroups else { return [] }
        return try screen.store[.groups].items(in: change).compactMap { item in
            var shown = item
            shown.differences = item.differences.filter { Self.shownFields.contains($0.key) }
            let line = ChangedLine(shown, of: .groups, notes: item.differences.flatMap(notes))
            return item.kind == .changed && line.differences.isEmpty ? nil : line
        }
    }

    /// "Added: Ana Núñez, Ben Oak", "Color changed."
    private func notes(_ difference: FieldDifference) -> [String] {
        if difference.key == "color" { return [translated("Color changed.")] }
        guard case .list(let before) = difference.before, case .list(let after) = difference.after else { return [] }
        let (known, remaining) = (Set(before), Set(after))
        let added = names(after.filter { !known.contains($0) }).map { translated("Added: \($0)") }
        let removed = names(before.filter { !remaining.contains($0) }).map { translated("Removed: \($0)") }
        return [added, removed].compactMap(\.self)
    }

    /// The names of records up to three, or how many they are; nil for none.
    private func names(_ keys: [String]) -> String? {
        guard !keys.isEmpty else { return nil }
        let names = keys.prefix(4).compactMap { Int($0).flatMap(collection.title) }
        let areAll = names.count == keys.count && keys.count < 4
        return areAll ? names.joined(separator: translated(", ")) : info.counted(keys.count)
    }
}
