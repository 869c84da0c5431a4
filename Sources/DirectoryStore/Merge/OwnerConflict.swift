import DirectoryModel
import Foundation
import GRDB
import Language
import Synchronization

/// Why a record of a file cannot be added.
enum OwnerConflict {
    /// It has the number of the user's own record, but another owner.
    case stranger
    /// It is another version of the user's own record, which is unchanged.
    case own
    /// Another record, called `by`, has its owner.
    case taken(by: String)

    func reason(for record: Record) -> String {
        let (label, owner) = (record.definition.owner?.label ?? "", record.owner ?? "")
        switch self {
        case .stranger:
            let field = record.definition.keyField
            return translated("The \(field.label) \(field.displayText(record)) belongs to your own record.")
        case .own: return translated("The \(label) \(owner) is yours, and your own record was kept.")
        case .taken(let name): return translated("The \(label) \(owner) already belongs to \(name).")
        }
    }

    /// The record as JSON to correct, if the original text was not stored; without a picture that is too long to store.
    static func raw(of record: Record) -> String {
        let whole = record.json
        guard whole.utf8.count > RejectedElement.maxRawLength,
            let field = record.definition.fields.first(where: \.isPicture)
        else { return whole }
        var plain = record
        plain[field] = .text("")
        return plain.json
    }
}

extension Record {
    /// The record as JSON.
    var json: String {
        var text = JSONText(capacity: RecordTable.typicalRowSize)
        text.append(self)
        return String(decoding: text.bytes, as: UTF8.self)
    }
}

extension StoredCollection {
    /// Rejects the records of a file that have the number of the user's own record but another owner, or that are a
    /// second record of one owner.
    func rejectConflicts(in staging: StagedList, _ request: MergeRequest, isMirror: Bool) throws(StoreError) {
        guard definition.owner != nil else { return }
        var list = try staging.records
        try read { db in
            var finder = try OwnerConflictFinder(MergePlan(request, staging, in: db), isMirror: isMirror, in: db)
            let conflicts = try finder.arrived.compactMap { staged in
                try finder.conflict(of: staged, in: list).map { (staged, $0) }
            }
            for (staged, conflict) in conflicts {
                if case .own = conflict { staging.notes.withLock { $0.hasOwn = true } }
                guard let record = try table.record(of: staged, in: db) else { continue }
                list.reject(staged, because: conflict.reason(for: record), raw: OwnerConflict.raw(of: record))
            }
            // Duplicates of rejected records are no longer duplicates.
            for (staged, _) in conflicts {
                try list.promoteDuplicate(of: staged.key) { duplicate, list in
                    guard let conflict = try finder.conflict(of: duplicate, in: list) else { return nil }
                    let known = try table.record(of: duplicate, in: db) ?? table.whole(key: duplicate.key, in: db)
                    return known.map(conflict.reason) ?? ""
                }
            }
        }
        staging.update { $0 = list }
    }
}

/// Finds the records of a list whose owner has another record.
private struct OwnerConflictFinder {
    /// Every record that arrived and is new or changed, in order.
    let arrived: [StagedRecord]
    private let plan: MergePlan
    private let db: Database
    /// The lowercased owner of every stored record, by key.
    private var storedOwners: [Int: String] = [:]
    /// True to allow duplicate owners within the list, because a copy of the store may contain what a server's list
    /// contained.
    private let isMirror: Bool
    /// The key of the record that has an owner.
    private var holders: [String: Int] = [:]

    init(_ plan: MergePlan, isMirror: Bool, in db: Database) throws {
        self.plan = plan
        self.isMirror = isMirror
        self.db = db
        let (table, all) = (plan.table, try plan.staging.records.all)
        arrived = all.filter { $0.prepared != nil }
        let sql = "SELECT \(table.quotedKey), \(table.definition.owner?.column ?? "''") FROM \(table.name)"
        for row in try Row.fetchAll(db, sql: sql) {
            storedOwners[try row.decode(atIndex: 0)] =
                table.definition.owner(in: try row.decode(atIndex: 1)).lowercased()
        }
        findHolders(unchanged: Set(all.filter { $0.prepared == nil }.map(\.key)))
    }

    private mutating func findHolders(unchanged: Set<Int>) {
        let isUpdate = !isMirror && plan.strategy != .replace
        let arriving = unchanged.union(arrived.map(\.key))
        for (key, name) in storedOwners
        where !name.isEmpty && (plan.preservedKeys.contains(key) || isUpdate && !arriving.contains(key)) {
            holders[name] = min(key, holders[name] ?? key)
        }
        guard !isMirror else { return }
        // A record that has the owner both in the store and in the list takes precedence, whatever the order.
        let same = arrived.filter { storedOwners[$0.key] == $0.owner.lowercased() }.map(\.key)
        for key in unchanged.union(same).sorted() where !plan.preservedKeys.contains(key) {
            if let name = storedOwners[key], !name.isEmpty, holders[name] == nil { holders[name] = key }
        }
    }

    /// Why a record cannot be added to `list`, or nil.
    mutating func conflict(of record: StagedRecord, in list: StagedRecords) throws -> OwnerConflict? {
        let (key, name) = (record.key, record.owner.lowercased())
        if plan.preservedKeys.contains(key) { return storedOwners[key] == name ? nil : .stranger }
        guard !name.isEmpty else { return nil }
        if let holder = holders[name], holder != key, storedOwners[key] != name {
            if plan.preservedKeys.contains(holder) { return .own }
            // Another record of their owner replaces unedited own records.
            if plan.own.key == holder { return nil }
            let table = plan.table
            let arrived = list[holder]?.prepared.map { table.record(of: $0.values) }
            return .taken(by: try (arrived ?? table.whole(key: holder, in: db))?.displayName ?? "")
        }
        if !isMirror, holders[name] == nil { holders[name] = key }
        return nil
    }
}
