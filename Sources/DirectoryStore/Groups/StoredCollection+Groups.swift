public import DirectoryModel
import GRDB
import Language

/// The groups of a collection's records.
extension StoredCollection {
    /// The groups of the list, in their order.
    public func groups() throws(StoreError) -> [RecordGroup] {
        try read { try table.groups(in: $0) }
    }

    /// The hand-picked groups that a record is in.
    public func groups(with key: Int) throws(StoreError) -> [RecordGroup] {
        let edge = FieldValue.listSeparator
        let arguments = [edge, edge, "\(edge)\(key)\(edge)"]
        return try read { db in
            try table.groups(where: "instr(? || members || ?, ?) > 0", arguments, in: db)
        }
    }

    /// The names of the hand-picked groups that records are in, by their keys.
    func groupNames() throws(StoreError) -> [Int: [String]] {
        guard definition.hasGroups else { return [:] }
        return try groups().reduce(into: [:]) { names, group in
            for key in group.memberKeys { names[key, default: []].append(group.name) }
        }
    }

    /// The group with a name, ignoring case and accents, or nil.
    public func group(_ name: String) throws(StoreError) -> RecordGroup? {
        try groups().first { $0.isCalled(name) }
    }

    /// The groups of the list.
    public var groupsQuery: StoreQuery<[RecordGroup]> {
        StoreQuery(store: store) { [table] in try table.groups(in: $0) }
    }

    /// Changes whenever a search of the list may find others: with records, groups, favorites, or edits.
    public var marksQuery: StoreQuery<[Set<Int>]> {
        StoreQuery(store: store) { [table] db in
            let revisions = try [table.definition, .groups].map { definition -> Set<Int> in
                try db.registerAccess(to: Table(definition.collection.name))
                return [Int(try Schema.revision(of: definition.collection, in: db))]
            }
            return try revisions + [RecordState.favorite, .edited].map { try table.keys(in: $0, in: db) }
        }
    }
}

/// Changes of groups. Each is one transaction, preserves the changes of other programs, and is undone as a whole.
extension StoredCollection {
    /// Makes the groups of a first launch: *Without a Picture* and *New and Changed*. They are not made again after
    /// they are deleted.
    public func makeFirstGroups() throws(StoreError) {
        guard store.whyReadOnly == nil, try revision() == 0 else { return }
        if try loadFileOfLostDatabase(isMirror: true) { return }
        try write { db in
            guard try Schema.revision(of: definition.collection, in: db) == 0 else { return }
            let first = RecordGroup.firstGroups.map {
                RecordGroup($0.name.english, of: .people, search: $0.search)
            }
            let label = translated("Making the first groups")
            try change(label, .unoffered, in: db) {
                try GroupChange(grouped: RecordTable(.people), change: $0).run { $0 += first }
            }
        }
        try acceptFileAsIs()
    }

    /// Adds a group at the end.
    /// - Returns: the group as stored.
    /// - Throws: `StoreError.groupExists`; `noGroupName`.
    @discardableResult
    public func makeGroup(_ group: RecordGroup) throws(StoreError) -> RecordGroup {
        var group = group
        let keys = group.memberKeys
        group.members = []
        _ = group.add(keys)
        let groups = try changeGroups(as: translated("Making the group “\(group.name)”")) { [group] groups in
            groups.append(group)
        }
        return groups.last ?? group
    }

    /// Adds records to a hand-picked group.
    /// - Returns: how many were not in it.
    /// - Throws: `StoreError.noGroup`; `smartGroup`.
    @discardableResult
    public func add(_ keys: [Int], to name: String) throws(StoreError) -> Int {
        let label = translated("Adding \(definition.collection.counted(keys.count)) to “\(name)”")
        return try changeMembers(of: name, as: label) { $0.add(keys) }
    }

    /// Removes records from a hand-picked group.
    /// - Returns: how many were in it.
    @discardableResult
    public func remove(_ keys: [Int], from name: String) throws(StoreError) -> Int {
        let label = translated("Removing \(definition.collection.counted(keys.count)) from “\(name)”")
        let removed = Set(keys.map(String.init))
        return try changeMembers(of: name, as: label) { group in
            let count = group.members.count { removed.contains($0) }
            group.members.removeAll { removed.contains($0) }
            return count
        }
    }

    /// - Returns: what `change` returns.
    private func changeMembers(
        of name: String, as label: String, _ change: (inout RecordGroup) -> Int
    ) throws(StoreError) -> Int {
        var count = 0
        try changeGroup(name, as: label) { group throws(StoreError) in
            if group.isSmart { throw .smartGroup(group.name) }
            count = change(&group)
        }
        return count
    }

    /// Changes the name, color, search, or members of a group.
    /// - Throws: `StoreError.noGroup` if it is gone; `groupExists` if another one has the new name.
    public func changeGroup(
        _ name: String, as label: String, _ change: (inout RecordGroup) throws(StoreError) -> Void
    ) throws(StoreError) {
        try changeGroups(as: label) { groups in
            try change(&groups[groups.index(of: name)])
        }
    }

    /// Deletes a group, but not its members.
    public func deleteGroup(_ name: String) throws(StoreError) {
        try changeGroups(as: translated("Deleting the group “\(name)”")) { groups in
            groups.remove(at: try groups.index(of: name))
        }
    }

    /// Moves a group down by `step` positions among the groups of its list, as far as possible.
    public func moveGroup(_ name: String, by step: Int) throws(StoreError) {
        try changeGroups(as: translated("Moving the group “\(name)”")) { groups in
            let from = try groups.index(of: name)
            let group = groups.remove(at: from)
            groups.insert(group, at: min(max(from + step, 0), groups.count))
        }
    }

    /// Changes the groups of the list, which `body` may add, remove, edit, and reorder.
    /// - Returns: the groups as stored.
    @discardableResult
    private func changeGroups(
        as label: String, _ body: (inout [RecordGroup]) throws -> Void
    ) throws(StoreError) -> [RecordGroup] {
        try store[.groups].change(label, of: definition.collection) { change in
            try GroupChange(grouped: table, change: change).run { groups in
                let (names, searches) = (Set(groups.map(\.name)), Set(groups.map(\.search)))
                try body(&groups)
                for group in groups where definition.isCategoryOfField(group.name) && !names.contains(group.name) {
                    throw StoreError.groupCalledAsField(group.name)
                }
                for group in groups where group.isSmart && !searches.contains(group.search) {
                    if let problem = table.problem(of: group, in: groups) { throw StoreError.search(problem) }
                }
            }
        }
    }
}

extension RecordTable {
    /// The groups of the records, in their order.
    /// - Parameter condition: a further condition on the rows.
    func groups(
        where condition: String = "true", _ arguments: [any DatabaseValueConvertible] = [], in db: Database
    ) throws -> [RecordGroup] {
        let table = RecordTable(.groups)
        let rows = "\(table.name) WHERE list = ? AND \(condition) ORDER BY sort_order, row"
        return try Row.fetchAll(
            db, sql: "SELECT \(table.selection) FROM \(rows)", arguments: StatementArguments([name] + arguments)
        ).map { RecordGroup(table.record($0).record) }
    }
}

extension RecordGroup {
    /// Adds members.
    /// - Returns: how many were not in it.
    mutating func add(_ keys: [Int]) -> Int { add(keys.map(String.init)) }

    fileprivate mutating func add(_ keys: [String]) -> Int {
        var known = Set(members)
        let added = keys.filter { known.insert($0).inserted }
        members += added
        return added.count
    }
}

/// One change of a list's groups, within a transaction.
struct GroupChange {
    /// The table of the grouped records.
    let grouped: RecordTable
    /// The change of the table of groups.
    let change: Change

    /// Stores what `body` makes of the groups.
    /// - Returns: the groups as stored.
    /// - Throws: `StoreError.groupExists` and `noGroupName`.
    @discardableResult
    func run(_ body: (inout [RecordGroup]) throws -> Void) throws -> [RecordGroup] {
        let db = change.db
        let before = try grouped.groups(in: db)
        var after = before
        try body(&after)
        guard after != before else { return before }
        try complete(&after, in: db)
        rename(in: &after, before)
        try refuseNames(of: after, before)
        for group in before where !after.contains(where: { $0.key == group.key }) {
            try change.remove(key: group.key)
        }
        for group in after where !before.contains(group) {
            try change.put(group.record)
        }
        return after
    }

    /// Groups without a number get the next one, and all groups get their position.
    private func complete(_ groups: inout [RecordGroup], in db: Database) throws {
        var last = try KeyAllocator.last(change.table, in: db)
        for index in groups.indices {
            if groups[index].key == 0 {
                last += 1
                groups[index] = groups[index].keyed(last)
                groups[index].color = last % 12
            }
            groups[index].name = groups[index].name.plain
            groups[index].list = grouped.name
            groups[index].position = index
        }
    }

    /// Searches find a group by its new name.
    private func rename(in groups: inout [RecordGroup], _ before: [RecordGroup]) {
        for old in before where !groups.contains(where: { $0.isCalled(old.name) }) {
            guard let group = groups.first(where: { $0.key == old.key }) else { continue }
            for index in groups.indices where groups[index].isSmart {
                groups[index].search = Tokens.search(
                    groups[index].search, naming: group, insteadOf: old.name, in: grouped.definition)
            }
        }
    }

    /// Unchanged names are not checked.
    private func refuseNames(of groups: [RecordGroup], _ before: [RecordGroup]) throws {
        for group in groups where !before.contains(where: { $0.key == group.key && $0.name == group.name }) {
            guard !group.name.isEmpty else { throw StoreError.noGroupName }
            guard !groups.contains(where: { $0.key != group.key && $0.isCalled(group.name) }) else {
                throw StoreError.groupExists(group.name)
            }
        }
    }
}

extension Change {
    /// Changes the groups of the records in the same change.
    func changeGroups(_ body: (inout [RecordGroup]) throws -> Void) throws {
        _ = try join(RecordTable(.groups)) { try GroupChange(grouped: table, change: $0).run(body) }
    }

    /// Gives the memberships of each key to the record that has another key now.
    func moveMembers(_ moves: [Int: Int]) throws {
        guard !moves.isEmpty else { return }
        let moves = Dictionary(uniqueKeysWithValues: moves.map { (String($0), String($1)) })
        try changeGroups { groups in
            for index in groups.indices {
                let members = groups[index].members.map { moves[$0] ?? $0 }
                groups[index].members = []
                _ = groups[index].add(members)
            }
        }
    }
}

extension [RecordGroup] {
    /// The index of the group with a name.
    /// - Throws: `StoreError.noGroup`.
    fileprivate func index(of name: String) throws -> Int {
        guard let index = firstIndex(where: { $0.isCalled(name) }) else { throw StoreError.noGroup(name) }
        return index
    }
}
