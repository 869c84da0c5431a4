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
    func rejectConflicts(in staging: StagingDatabase, _ request: MergeRequest, isMirror: Bool) throws(StoreError) {
        guard definition.owner != nil else { return }
        while try rejectConflictsOnce(in: staging, request, isMirror: isMirror) {}
    }

    /// - Returns: true if duplicates replaced rejected records; they may conflict, too.
    private func rejectConflictsOnce(
        in staging: StagingDatabase, _ request: MergeRequest, isMirror: Bool
    ) throws(StoreError) -> Bool {
        var finder = try read(beside: staging) { db in
            try OwnerConflictFinder(MergeTransaction(request, staging, in: db), isMirror: isMirror)
        }
        var names: [Int: String] = [:]
        func reason(for record: Record, _ holder: Int?) throws(StoreError) -> String {
            guard let holder else { return OwnerConflict.stranger.reason(for: record) }
            if finder.preservedKeys.contains(holder) { return OwnerConflict.own.reason(for: record) }
            if let name = names[holder] { return OwnerConflict.taken(by: name).reason(for: record) }
            var other = try staging.record(key: holder)
            if other == nil { other = try find(key: holder) }
            return OwnerConflict.taken(by: other?.displayName ?? "").reason(for: record)
        }
        var rejected: [Int] = []
        for (key, owner) in finder.arrived {
            guard let conflict = finder.conflict(of: key, owner), let record = try staging.record(key: key) else {
                continue
            }
            let reason = try reason(for: record, conflict.holder)
            try staging.update { try staging.table.reject(record, because: reason, in: "main", $0) }
            if let holder = conflict.holder, finder.preservedKeys.contains(holder) {
                staging.notes.withLock { $0.hasOwn = true }
            }
            rejected.append(key)
        }
        // Duplicates of rejected records are no longer duplicates.
        return try staging.promoteDuplicates(of: rejected) { record throws(StoreError) in
            guard let conflict = finder.conflict(of: record.key, record.owner ?? "") else {
                names[record.key] = record.displayName
                return nil
            }
            return try reason(for: record, conflict.holder)
        }
    }
}

/// Finds the records of a list whose owner has another record.
private struct OwnerConflictFinder {
    /// The key and the owner of every arrived record that is new or changed, in order.
    let arrived: [(key: Int, owner: String)]
    /// The keys of the records that the merge preserves.
    let preservedKeys: Set<Int>
    /// The lowercased owner of every stored record, by key.
    private let storedOwners: [Int: String]
    /// The unedited own records, which another record of their owner replaces.
    private let replaceable: Set<Int>
    /// True to allow duplicate owners within the list, because a copy of the store may contain what a server's list
    /// contained.
    private let isMirror: Bool
    /// The key of the record that has an owner.
    private var holders: [String: Int] = [:]

    init(_ merge: MergeTransaction, isMirror: Bool) throws {
        let selection = "\(merge.key), \"\(merge.definition.owner?.key ?? "")\""
        func owners(_ source: String) throws -> [(key: Int, owner: String)] {
            try Row.fetchAll(merge.db, sql: "SELECT \(selection) FROM \(source)").map { row in
                (try row.decode(atIndex: 0), merge.definition.owner(in: try row.decode(atIndex: 1)).lowercased())
            }
        }
        preservedKeys = merge.preservedKeys
        self.isMirror = isMirror
        storedOwners = Dictionary(try owners(merge.table.name).map { ($0.key, $0.owner) }) { $1 }
        arrived = try owners("incoming.arrived WHERE is_whole ORDER BY position")
        let unchanged = "SELECT \(merge.key) FROM incoming.arrived WHERE NOT is_whole"
        replaceable = Set(try OwnTable(merge.table, in: merge.db).marks.map(\.key)).subtracting(preservedKeys)
        let isUpdate = !isMirror && merge.strategy != .replace
        findHolders(unchanged: try Int.fetchSet(merge.db, sql: unchanged), isUpdate: isUpdate)
    }

    private mutating func findHolders(unchanged: Set<Int>, isUpdate: Bool) {
        let arriving = unchanged.union(arrived.map(\.key))
        for (key, name) in storedOwners
        where !name.isEmpty && (preservedKeys.contains(key) || isUpdate && !arriving.contains(key)) {
            holders[name] = min(key, holders[name] ?? key)
        }
        guard !isMirror else { return }
        // A record that has the owner both in the store and in the list takes precedence, whatever the order.
        let same = arrived.filter { storedOwners[$0.key] == $0.owner }.map(\.key)
        for key in unchanged.union(same).sorted() where !preservedKeys.contains(key) {
            if let name = storedOwners[key], !name.isEmpty, holders[name] == nil { holders[name] = key }
        }
    }

    /// The key if it conflicts, with that of the record that has its owner; `holder` is nil if the number is the user's
    /// own.
    mutating func conflict(of key: Int, _ owner: String) -> (key: Int, holder: Int?)? {
        let name = owner.lowercased()
        if preservedKeys.contains(key) { return storedOwners[key] == name ? nil : (key, nil) }
        guard !name.isEmpty else { return nil }
        if let holder = holders[name], holder != key, storedOwners[key] != name {
            return replaceable.contains(holder) ? nil : (key, holder)
        }
        if !isMirror, holders[name] == nil { holders[name] = key }
        return nil
    }
}
