import DirectoryModel
import GRDB
import Language
import Synchronization

/// The groups of a list that arrives.
extension MergePlan {
    /// Makes the groups of the list, and adds its records to them. The members of existing groups are not removed.
    /// - Parameters:
    ///   - members: what `arrivedMembers` returns.
    ///   - isMember: returns false for records that are not added.
    /// - Returns: how many members each group got, by its name.
    func fill(
        _ groups: inout [RecordGroup], with members: [(name: String, keys: [Int])],
        where isMember: (Int) throws -> Bool = { _ in true }
    ) throws -> [String: Int] {
        let added = try members.map { name, keys in
            (name, RecordGroup.add(try keys.filter(isMember), to: name, of: table.definition, in: &groups))
        }
        return Dictionary(added) { $0 + $1 }.filter { $0.value > 0 }
    }

    /// The groups in the file that have no members, and the members that are neither in the file nor in the store.
    func groupProblems(in db: Database) throws -> [String] {
        let known = staging.notes.withLock { $0 }
        let keys = try MemberKeys(table, known, in: db)
        return try known.groups.compactMap { group in
            let name = group.name.line(cutAt: 60)
            if group.members.isEmpty { return translated("The group “\(name)” has no members, so it was not made.") }
            let missing = try group.members.count { uid in
                guard let key = try keys.key(of: uid) else { return true }
                return try !list.contains(key) && table.row(of: key, in: db) == nil
            }
            guard missing > 0 else { return nil }
            return translated(
                missing, one: "\(missing) member of the group “\(name)” was not found.",
                many: "\(missing) members of the group “\(name)” were not found.")
        }
    }

    /// The keys of the arrived members by the names of their groups, in the order of the names.
    func arrivedMembers(in db: Database) throws -> [(name: String, keys: [Int])] {
        var notes = staging.notes.withLock { $0 }
        let keys = try MemberKeys(table, notes, in: db)
        for group in notes.groups { notes.add(try group.members.compactMap(keys.key), to: group.name) }
        return notes.members.filter { !table.definition.isCategoryOfField($0.value.name) }.sorted { $0.key < $1.key }
            .map { ($0.value.name, $0.value.keys) }
    }
}

/// The keys of the records of a list and of the store by what a group's file calls them.
private struct MemberKeys {
    private let table: RecordTable
    private let db: Database
    private let notes: StagedList.Notes
    /// The keys in the store by email address; empty if no member is called so.
    private let addresses: [String: [Int]]

    init(_ table: RecordTable, _ notes: StagedList.Notes, in db: Database) throws {
        self.table = table
        self.db = db
        self.notes = notes
        let hasAddresses = notes.groups.contains { $0.members.contains { $0.hasPrefix(ImportedGroup.mail) } }
        let field = hasAddresses ? table.definition.fields.first { $0.editor == .text(.email) } : nil
        addresses = try field.map { try table.keys(by: $0, in: db) } ?? [:]
    }

    func key(of uid: String) throws -> Int? {
        if let key = try notes.cards[uid] ?? notes.addresses[uid] ?? table.key(ofCard: uid, in: db) { return key }
        guard uid.hasPrefix(ImportedGroup.mail) else { return nil }
        return addresses[uid.dropFirst(ImportedGroup.mail.count).lowercased()]?.first
    }
}

extension RecordGroup {
    /// Adds members to the group with a name, which is created if there is none. A smart group finds its members by
    /// itself.
    /// - Returns: how many were not in it.
    fileprivate static func add(
        _ keys: [Int], to name: String, of definition: Definition, in groups: inout [RecordGroup]
    ) -> Int {
        guard !keys.isEmpty else { return 0 }
        let found = groups.firstIndex { $0.isCalled(name) }
        if found == nil { groups.append(RecordGroup(name, of: definition)) }
        let index = found ?? groups.count - 1
        return groups[index].isSmart ? 0 : groups[index].add(keys)
    }
}

extension ChangeSummary {
    /// "Groups: “Chess” (3), “Owls” (1)", or nil if no group got members.
    public var groupsMessage: String? {
        guard !groups.isEmpty else { return nil }
        let names = groups.sorted { Folding.text($0.key) < Folding.text($1.key) }.map {
            translated("“\($0.key)” (\($0.value))")
        }
        return translated("Groups: \(names.joined(separator: translated(", ")))")
    }
}
