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
        switch self {
        case .stranger:
            let field = record.definition.keyField
            return translated("The \(field.label) \(field.displayText(record)) belongs to your own record.")
        case .own:
            let label = record.definition.owner?.label ?? ""
            return translated("The \(label) \(record.owner ?? "") is yours, and your own record was kept.")
        case .taken(let name):
            let label = record.definition.owner?.label ?? ""
            return translated("The \(label) \(record.owner ?? "") already belongs to \(name).")
        }
    }

    /// The record as JSON to correct, if the original text was not stored; without a picture that is too long to store.
    static func raw(of record: Record) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        func text(_ record: Record) -> String? {
            (try? encoder.encode(record)).map { String(decoding: $0, as: UTF8.self) }
        }
        let whole = text(record) ?? ""
        guard whole.utf8.count > RejectedElement.maxRawLength,
            let field = record.definition.fields.first(where: \.isPicture)
        else { return whole }
        var plain = record
        plain[field] = .text("")
        return text(plain) ?? whole
    }
}

extension StoredCollection {
    /// Rejects the records of a file that have the number of the user's own record but another owner, or that are a
    /// second record of one owner.
    func rejectConflicts(in staging: StagedList, _ request: MergeRequest, isMirror: Bool) throws(StoreError) {
        guard definition.owner != nil else { return }
        try staging.finish()
        while try rejectConflictsOnce(in: staging, request, isMirror: isMirror) {}
    }

    /// - Returns: true if duplicates replaced rejected records; they may conflict, too.
    private func rejectConflictsOnce(
        in staging: StagedList, _ request: MergeRequest, isMirror: Bool
    ) throws(StoreError) -> Bool {
        var list = try staging.records
        let isPromoted = try read { db in
            var finder = try OwnerConflictFinder(MergePlan(request, staging, in: db), isMirror: isMirror, in: db)
            func reason(_ staged: StagedRecord, _ holder: Int?, in list: StagedRecords) throws -> String {
                let known = try staged.values.map { table.record(of: $0) } ?? table.whole(key: staged.key, in: db)
                guard let record = known else { return "" }
                guard let holder else { return OwnerConflict.stranger.reason(for: record) }
                if finder.preservedKeys.contains(holder) { return OwnerConflict.own.reason(for: record) }
                let values = list[holder]?.values
                let other = try values.map { table.record(of: $0) } ?? table.whole(key: holder, in: db)
                return OwnerConflict.taken(by: other?.displayName ?? "").reason(for: record)
            }
            var rejected: [Int] = []
            for staged in finder.arrived {
                guard let conflict = finder.conflict(of: staged) else { continue }
                let reason = try reason(staged, conflict.holder, in: list)
                try list.reject(
                    staged, because: reason, raw: table.record(of: staged, in: db).map(OwnerConflict.raw) ?? "")
                if let holder = conflict.holder, finder.preservedKeys.contains(holder) {
                    staging.notes.withLock { $0.hasOwn = true }
                }
                rejected.append(staged.key)
            }
            // Duplicates of rejected records are no longer duplicates.
            return try rejected.count { key in
                try list.promoteDuplicate(of: key) { duplicate, list in
                    try finder.conflict(of: duplicate).map { try reason(duplicate, $0.holder, in: list) }
                }
            } > 0
        }
        staging.update { $0 = list }
        return isPromoted
    }
}

/// Finds the records of a list whose owner has another record.
private struct OwnerConflictFinder {
    /// Every record that arrived and is new or changed, in order.
    let arrived: [StagedRecord]
    /// The keys of the records that the merge preserves.
    let preservedKeys: Set<Int>
    /// The lowercased owner of every stored record, by key.
    private var storedOwners: [Int: String] = [:]
    /// The unedited own records, which another record of their owner replaces.
    private let replaceable: Set<Int>
    /// True to allow duplicate owners within the list, because a copy of the store may contain what a server's list
    /// contained.
    private let isMirror: Bool
    /// The key of the record that has an owner.
    private var holders: [String: Int] = [:]

    init(_ plan: MergePlan, isMirror: Bool, in db: Database) throws {
        let (table, all) = (plan.table, try plan.staging.records.all)
        preservedKeys = plan.preservedKeys
        self.isMirror = isMirror
        arrived = all.filter { $0.values != nil }
        replaceable = plan.own.keys.subtracting(plan.preservedKeys)
        let sql = "SELECT \(table.quotedKey), \"\(table.definition.owner?.key ?? "")\" FROM \(table.name)"
        for row in try Row.fetchAll(db, sql: sql) {
            storedOwners[try row.decode(atIndex: 0)] =
                table.definition.owner(in: try row.decode(atIndex: 1)).lowercased()
        }
        findHolders(
            unchanged: Set(all.filter { $0.values == nil }.map(\.key)),
            isUpdate: !isMirror && plan.strategy != .replace)
    }

    private mutating func findHolders(unchanged: Set<Int>, isUpdate: Bool) {
        let arriving = unchanged.union(arrived.map(\.key))
        for (key, name) in storedOwners
        where !name.isEmpty && (preservedKeys.contains(key) || isUpdate && !arriving.contains(key)) {
            holders[name] = min(key, holders[name] ?? key)
        }
        guard !isMirror else { return }
        // A record that has the owner both in the store and in the list takes precedence, whatever the order.
        let same = arrived.filter { storedOwners[$0.key] == $0.owner.lowercased() }.map(\.key)
        for key in unchanged.union(same).sorted() where !preservedKeys.contains(key) {
            if let name = storedOwners[key], !name.isEmpty, holders[name] == nil { holders[name] = key }
        }
    }

    /// Why a record conflicts, or nil: `holder` is the key of the record that has its owner, or nil if its number is
    /// that of the user's own record.
    mutating func conflict(of record: StagedRecord) -> (holder: Int?, isNumber: Bool)? {
        let (key, name) = (record.key, record.owner.lowercased())
        if preservedKeys.contains(key) { return storedOwners[key] == name ? nil : (nil, true) }
        guard !name.isEmpty else { return nil }
        if let holder = holders[name], holder != key, storedOwners[key] != name {
            return replaceable.contains(holder) ? nil : (holder, false)
        }
        if !isMirror, holders[name] == nil { holders[name] = key }
        return nil
    }
}
