import DirectoryModel
import DirectoryStore
import DirectorySync
import Language
public import Observation

/// A group in the sidebar.
public struct GroupItem: Equatable, Sendable {
    public let key: Int
    public let name: String
    /// From 0 to 11.
    public let color: Int
    public let isSmart: Bool
    /// How many members are in the list; nil for none, and until they are counted.
    public fileprivate(set) var count: Int?
    /// How many members are not in the list.
    public fileprivate(set) var absent = 0

    init(_ group: RecordGroup) {
        key = group.key
        name = group.title
        color = group.color
        isSmart = group.isSmart
    }

    /// "1 not in this list", or nil.
    public var absentText: String? {
        absent > 0 ? translated(absent, one: "\(absent) not in this list", many: "\(absent) not in this list") : nil
    }
}

/// The groups of a collection: their places in the sidebar, their members, and which of them is open.
///
/// Members are counted in the background, once per change.
@MainActor @Observable
public final class GroupsScreen {
    public private(set) var items: [GroupItem] = []
    /// The keys of smart groups that ever had a member.
    private var filled: Set<Int>
    @ObservationIgnored private var groups: [RecordGroup] = []
    @ObservationIgnored private unowned let screen: CollectionScreen
    @ObservationIgnored private let list: ListScreen
    @ObservationIgnored private let memory: any WindowStateStore
    @ObservationIgnored private var observations: [StoreObservation] = []
    @ObservationIgnored private var counting: Task<Void, Never>?
    @ObservationIgnored private var isCountWanted = false
    @ObservationIgnored private var isFrameDrawn = false
    /// The key of the group that the list shows, unless the list left it.
    @ObservationIgnored private var openKey: Int?

    init(_ screen: CollectionScreen) {
        self.screen = screen
        list = screen.list
        memory = screen.memory
        let last = memory.remembered(Self.filledSetting(screen.info)) ?? ""
        filled = Set(last.split(separator: " ").compactMap { Int($0) })
    }

    private var collection: StoredCollection { list.collection }
    private var definition: Definition { list.definition }
    private var info: CollectionInfo { definition.collection }
    private var detail: DetailScreen { screen.detail }

    /// True if records of the collection can be put into groups.
    public var isOffered: Bool { definition.hasGroups }

    /// True if groups can be made and changed: not while the list is shown as of an earlier time.
    public var canEdit: Bool { isOffered && !collection.store.isPast }

    public var isIdle: Bool { counting == nil }

    /// The open group, or nil for the whole list.
    public var open: GroupItem? { list.group == nil ? nil : openKey.flatMap(item) }

    /// The groups that records can be added to.
    public var handPicked: [GroupItem] { items.filter { !$0.isSmart } }

    /// The groups in the sidebar: without smart groups that never had a member, except the open one.
    public var shown: [GroupItem] { items.filter { !$0.isSmart || filled.contains($0.key) || $0.key == open?.key } }

    /// Shows the groups, and opens the one that was open when the program ended.
    func appeared() {
        guard isOffered, observations.isEmpty else { return }
        let groups = collection.groupsQuery.observe { [weak screen] in
            screen?.notify($0.description)
        } onChange: { [weak screen] in
            screen?.groups.groupsChanged($0)
        }
        let marks = collection.marksQuery.observe(isImmediate: false) { [weak screen] in
            screen?.notify($0.description)
        } onChange: { [weak screen] _ in
            screen?.groups.marksChanged()
        }
        observations = [groups, marks]
        openKey = collection.store.isPast ? nil : memory.remembered(setting).flatMap { Int($0) }
        list.show(group: openKey.flatMap(item)?.name)
    }

    /// Records, groups, favorites, or states changed.
    func marksChanged() {
        screen.updateUndo()
        list.marksChanged()
        detail.show()
        countAgain()
    }

    private var setting: String { "group-\(info.name)" }

    private static func filledSetting(_ info: CollectionInfo) -> String { "filled-groups-\(info.name)" }

    /// Starts to count members.
    func firstFrameDrawn() {
        isFrameDrawn = true
        countAgain()
    }

    private func groupsChanged(_ new: [RecordGroup]) {
        groups = new
        let counted = Dictionary(items.map { ($0.key, $0) }) { $1 }
        items = new.map { group in
            var item = GroupItem(group)
            item.count = counted[group.key]?.count
            item.absent = counted[group.key]?.absent ?? 0
            return item
        }
        // It may have another name, or be gone.
        if list.group != nil {
            if let open = openKey.flatMap(group) { list.groupRenamed(to: open.name) } else { list.show(group: nil) }
        }
        detail.show()
        countAgain()
    }

    func countAgain() {
        guard isFrameDrawn, isOffered else { return }
        isCountWanted = true
        guard counting == nil else { return }
        counting = Task { [weak screen] in
            // The first search must not wait for 200 groups.
            await screen?.list.searchReady()
            while let screen, screen.groups.isCountWanted {
                screen.groups.isCountWanted = false
                await screen.groups.count()
            }
            screen?.groups.counting = nil
        }
    }

    private func count() async {
        var counts: [Int: (present: Int, absent: Int)] = [:]
        for group in groups {
            if let counted = try? await list.count(ofGroup: group.name) { counts[group.key] = counted }
        }
        for index in items.indices {
            guard let counted = counts[items[index].key] else { continue }
            items[index].count = counted.present > 0 ? counted.present : nil
            items[index].absent = counted.absent
        }
        let new = counts.filter { $0.value.present + $0.value.absent > 0 }.keys
        guard !filled.isSuperset(of: new) else { return }
        filled.formUnion(new)
        memory.save(filled.sorted().map(String.init).joined(separator: " "), as: Self.filledSetting(info))
    }

    private func item(_ key: Int) -> GroupItem? { items.first { $0.key == key } }

    private func group(_ key: Int) -> RecordGroup? { groups.first { $0.key == key } }

    // MARK: What the user does

    /// Shows the members of a group, or the whole list for nil, now and on the next launch.
    public func openTapped(_ key: Int?) {
        open(key, key.flatMap(item)?.name)
    }

    private func open(_ key: Int?, _ name: String?) {
        screen.afterForm { [self] in
            openKey = key
            // Its records may not be in the group.
            if detail.isSelecting { detail.select([]) }
            list.show(group: name)
            detail.isDetailOpen = false
            if !collection.store.isPast { memory.save(name == nil ? "" : key.map(String.init) ?? "", as: setting) }
        }
    }

    /// Asks for the name of a new group, whose members are the selected records if several are.
    public func newTapped() { make(of: isFromSelection ? list.selectedKeys : []) }

    /// Asks for the name of a new group of a record that was dropped on the heading, with the others of its selection.
    /// - Parameter card: the vCard of the record.
    /// - Returns: false if the card is not of a record of this list.
    func droppedOnHeading(_ card: String) -> Bool {
        let keys = keys(ofDropped: card)
        if !keys.isEmpty { make(of: keys) }
        return !keys.isEmpty
    }

    private func make(of keys: [Int]) {
        edit(
            RecordGroup("", of: definition, members: keys), title: newLabel(keys.count), action: translated("Create")
        ) { [collection] group throws(StoreError) in
            try collection.makeGroup(group)
        } then: { [screen, info] group in
            let text =
                keys.isEmpty
                ? translated("Group “\(group.name)” created")
                : translated("Group “\(group.name)” created with \(info.counted(keys.count))")
            screen.toast = Toast(text: text, offersUndo: true)
        }
    }

    private var isFromSelection: Bool { detail.isSelecting && !list.selectedRows.isEmpty }

    /// "New Group", or "New Group from 5 People".
    public var newLabel: String { newLabel(isFromSelection ? list.selectedRows.count : 0) }

    private func newLabel(_ count: Int) -> String {
        count > 0 ? translated("New Group from \(info.inHeadings(count))") : translated("New Group")
    }

    /// True if one search finds what the list shows: free text and a query of the bar cannot be part of a longer one.
    public var canSaveSearch: Bool {
        let text = list.searchText.trimmed
        return canEdit && !text.isEmpty && list.searchProblem == nil
            && definition.reasonUnmatched(text) == nil && list.looks.chosenQuery == 0
            && (list.group == nil || Tokens.looksLikeTokens(text, in: definition))
    }

    /// Asks for the name of a smart group with the search in the entry, and opens the group.
    public func saveSearchTapped() {
        guard canSaveSearch else { return }
        edit(
            RecordGroup(list.shownName, of: definition, search: searchInList), title: translated("Save Search"),
            action: translated("Save")
        ) { [collection] group throws(StoreError) in
            try collection.makeGroup(group)
        } then: { [self] group in
            open(group.key, group.name)
        }
    }

    /// What the list shows, as one search.
    private var searchInList: String {
        let text = list.searchText.trimmed
        guard let open, let group = group(open.key) else { return text }
        return "\(text), \(group.query(in: definition))"
    }

    /// Asks for a new name and color, and of a smart group for another search.
    public func editTapped(_ key: Int) {
        guard let group = group(key) else { return }
        edit(group, title: translated("Edit Group"), action: translated("Save")) {
            [collection] edited throws(StoreError) in
            let label = translated("Editing the group “\(group.name)”")
            try collection.changeGroup(group.name, as: label) {
                ($0.name, $0.color, $0.search) = (edited.name, edited.color, edited.search)
            }
            return edited
        }
    }

    private func edit(
        _ group: RecordGroup, title: String, action: String,
        _ save: @escaping @Sendable (RecordGroup) throws(StoreError) -> RecordGroup,
        then: @escaping (RecordGroup) -> Void = { _ in }
    ) {
        let edited = GroupEditScreen(group, title: title, action: action) { [screen] group throws(SyncError) in
            then(
                try await screen.change { () throws(SyncError) in
                    try await inStore { () throws(StoreError) in try save(group) }
                })
        }
        screen.presenter.open(.group(edited))
    }

    /// Adds the selected records to a group.
    public func addTapped(to key: Int) { add(list.selectedKeys, to: key) }

    /// Adds a record that was dropped on a group, with the others of its selection.
    /// - Parameter card: the vCard of the record.
    /// - Returns: false if the card is not of a record here.
    public func dropped(_ card: String, on key: Int) -> Bool {
        let keys = keys(ofDropped: card)
        add(keys, to: key)
        return !keys.isEmpty
    }

    private func keys(ofDropped card: String) -> [Int] {
        guard let dropped = definition.key(inCard: card), screen.record(dropped) != nil else { return [] }
        return list.selectedKeys.contains(dropped) ? list.selectedKeys : [dropped]
    }

    private func add(_ keys: [Int], to key: Int) {
        guard let group = item(key), !keys.isEmpty else { return }
        change { [collection, info] () throws(StoreError) in
            let count = try collection.add(keys, to: group.name)
            guard count > 0 else { return Toast(text: translated("Already in “\(group.name)”")) }
            let what = info.counted(count)
            let text = translated(
                count, one: "\(what) added to “\(group.name)”", many: "\(what) added to “\(group.name)”")
            return Toast(text: text, offersUndo: true)
        }
    }

    /// True if the selected records can be removed from the open group.
    public var canRemove: Bool { canEdit && open?.isSmart == false && !list.selectedRows.isEmpty }

    /// Removes the selected records from the open group.
    public func removeTapped() {
        guard canRemove, let open else { return }
        let keys = list.selectedKeys
        // They are not shown anymore.
        if detail.isSelecting { detail.select([]) }
        change { [collection, info] () throws(StoreError) in
            let count = try collection.remove(keys, from: open.name)
            let what = info.counted(count)
            let text = translated(
                count, one: "\(what) removed from “\(open.name)”", many: "\(what) removed from “\(open.name)”")
            return Toast(text: text, offersUndo: count > 0)
        }
    }

    /// Deletes a group, but not its members.
    public func deleteTapped(_ key: Int) {
        guard let group = item(key) else { return }
        change { [collection] () throws(StoreError) in
            try collection.deleteGroup(group.name)
            return Toast(text: translated("Group “\(group.name)” deleted"), offersUndo: true)
        }
    }

    /// Moves a group up or down by `step` groups of the sidebar.
    public func moveTapped(_ key: Int, by step: Int) {
        let keys = shown.map(\.key)
        guard let group = item(key), let from = items.firstIndex(of: group),
            let next = keys.firstIndex(of: key).map({ $0 + step }), keys.indices.contains(next),
            let to = items.firstIndex(where: { $0.key == keys[next] })
        else { return }
        change { [collection] () throws(StoreError) in
            try collection.moveGroup(group.name, by: to - from)
            return nil
        }
    }

    private func change(_ body: @escaping @Sendable () throws(StoreError) -> Toast?) {
        screen.run { [self] in
            await screen.perform { () throws(SyncError) in try await inStore(body) }
        }
    }
}

extension StoredCollection {
    /// Why a search cannot find anything, or nil.
    func problem(ofSearch text: String) -> String? {
        do { return try problem(of: SearchQuery(text, in: definition)).map { "\($0)" } } catch { return "\(error)" }
    }
}

extension Definition {
    /// The key of the record whose vCard this program wrote, or nil.
    fileprivate func key(inCard card: String) -> Int? {
        let line = card.split(whereSeparator: \.isNewline).first { $0.hasPrefix("UID:") }
        return line.flatMap { key(ofCard: String($0.dropFirst("UID:".count))) }
    }
}

/// The name and color of a group, and the search of a smart one, while a person edits them.
@MainActor @Observable
public final class GroupEditScreen {
    public let title: String
    /// The label of the button that saves.
    public let action: String
    /// Why it was not saved, or nil.
    public private(set) var problem: String?
    public private(set) var isSaved = false
    private var group: RecordGroup { didSet { problem = nil } }
    private var isSaving = false
    @ObservationIgnored private let isSmart: Bool
    @ObservationIgnored private let save: Save

    typealias Save = @MainActor (RecordGroup) async throws(SyncError) -> Void

    init(_ group: RecordGroup, title: String, action: String, save: @escaping Save) {
        self.group = group
        self.title = title
        self.action = action
        self.save = save
        isSmart = group.isSmart
    }

    public var name: String { group.title }
    /// Nil for hand-picked members.
    public var search: String? { isSmart ? group.search : nil }
    /// Nil for a new group, whose color is the next one.
    public var color: Int? { group.key == 0 ? nil : group.color }

    public static let colors = [
        translated("Blue"), translated("Ochre"), translated("Purple"), translated("Green"), translated("Pink"),
        translated("Brown"), translated("Olive"), translated("Red"), translated("Gray Blue"), translated("Mauve"),
        translated("Gold"), translated("Teal"),
    ]

    public func nameTyped(_ text: String) { group.name = text }

    public func searchTyped(_ text: String) { group.search = text }

    public func colorChosen(_ color: Int) { group.color = color }

    public var canSave: Bool { !isSaving && !name.trimmed.isEmpty && search?.trimmed.isEmpty != true }

    public func saveTapped() {
        guard canSave else { return }
        isSaving = true
        Task.immediate {
            defer { isSaving = false }
            do throws(SyncError) {
                try await save(group)
                isSaved = true
            } catch { problem = error.description }
        }
    }
}
