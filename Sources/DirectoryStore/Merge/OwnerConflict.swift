import DirectoryModel
import Foundation
import GRDB
import Language
import Synchronization

/// Why a record of a file cannot be added.
enum OwnerConflict {
    /// It has the number of the user's own record, but another owner.
    case stranger
    /// It is another version of the user's own record, which stays.
    case own
    /// Another record, called `by`, has its owner.
    case taken(by: String)

    func reason<R: DirectoryRecord>(for record: R) -> String {
        switch self {
        case .stranger:
            let field = R.fields[0]
            return translated("The \(field.label) \(field.displayText(record)) belongs to your own record.")
        case .own:
            let label = R.definition.owner?.label ?? ""
            return translated("The \(label) \(record.owner ?? "") is yours, and your own record was kept.")
        case .taken(let name):
            let label = R.definition.owner?.label ?? ""
            return translated("The \(label) \(record.owner ?? "") already belongs to \(name).")
        }
    }

    /// The record as JSON to correct, if the original text was not kept; without a picture that is too long to keep.
    static func raw<R: DirectoryRecord>(of record: R) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        func text(_ record: R) -> String? {
            (try? encoder.encode(record)).map { String(decoding: $0, as: UTF8.self) }
        }
        let whole = text(record) ?? ""
        guard whole.utf8.count > RejectedElement.maxRawLength, let field = R.fields.first(where: \.isPicture) else {
            return whole
        }
        var plain = record
        field.set(.text(""), in: &plain)
        return text(plain) ?? whole
    }
}

extension Store {
    /// Rejects the records of a file that have the number of the user's own record but another owner, or that are a
    /// second record of one owner.
    func rejectClashes<R: DirectoryRecord>(
        in staging: StagingDatabase<R>, _ request: MergeRequest<R>, isMirror: Bool
    ) throws(StoreError) {
        guard R.definition.owner != nil else { return }
        while try rejectClashesOnce(in: staging, request, isMirror: isMirror) {}
    }

    /// - Returns: true if duplicates took the place of rejected records; they may conflict, too.
    private func rejectClashesOnce<R: DirectoryRecord>(
        in staging: StagingDatabase<R>, _ request: MergeRequest<R>, isMirror: Bool
    ) throws(StoreError) -> Bool {
        let (arrived, unchanged) = (try staging.owners(), try staging.unchangedKeys())
        let (here, kept) = try read(beside: staging) { db in
            let merge = try MergeTransaction(request, staging, in: db)
            return (try Self.owners(of: R.self, in: db), merge.kept)
        }
        // A copy of the store may contain what a server's list contained.
        let stays = isMirror || request.how == .replace ? here.filter { kept.contains($0.key) } : here
        var clashes = OwnerClashes(
            here: here, stays: stays, kept: kept,
            replaceable: Set(try read { try OwnTable<R>(in: $0).marks.map(\.key) }).subtracting(kept),
            isMirror: isMirror)
        var names: [Int: String] = [:]
        func reason(for record: R, _ clash: OwnerClashes.Found) throws(StoreError) -> String {
            guard let holder = clash.holder else { return OwnerConflict.stranger.reason(for: record) }
            if kept.contains(holder) { return OwnerConflict.own.reason(for: record) }
            if let name = names[holder] { return OwnerConflict.taken(by: name).reason(for: record) }
            var other = try staging.record(key: holder)
            if other == nil { other = try find(R.self, key: holder) }
            return OwnerConflict.taken(by: other?.displayName ?? "").reason(for: record)
        }
        var refused: [Int] = []
        for clash in clashes.found(in: arrived, unchanged: unchanged) {
            guard let record = try staging.record(key: clash.key) else { continue }
            let reason = try reason(for: record, clash)
            try staging.update { try staging.table.reject(record, because: reason, in: "main", $0) }
            if let holder = clash.holder, kept.contains(holder) { staging.notes.withLock { $0.hasOwn = true } }
            refused.append(clash.key)
        }
        // Duplicates of rejected records are no longer duplicates.
        return try staging.addAgain(refused) { record throws(StoreError) in
            let owner = R.definition.owner?.inputText(record) ?? ""
            guard let clash = clashes.clash(of: record.key, owner) else {
                names[record.key] = record.displayName
                return nil
            }
            return try reason(for: record, clash)
        }
    }

    private static func owners<R: DirectoryRecord>(of type: R.Type, in db: Database) throws -> [Int: String] {
        guard let owner = R.definition.owner?.key else { return [:] }
        let table = RecordTable<R>()
        let rows = try Row.fetchCursor(
            db, sql: "SELECT \"\(table.keyColumn)\", \"\(owner)\" FROM \(table.name) ORDER BY row")
        var owners: [Int: String] = [:]
        while let row = try rows.next() {
            owners[try row.decode(atIndex: 0)] = R.owner(in: try row.decode(atIndex: 1))
        }
        return owners
    }
}

/// Finds the records of a list whose owner has another record.
private struct OwnerClashes {
    /// The owner of every record here.
    let here: [Int: String]
    /// The owners of the records that stay here unless the list has them.
    let stays: [Int: String]
    /// The own records that stay unchanged.
    let kept: Set<Int>
    /// The unedited own records, which another record of their owner replaces.
    let replaceable: Set<Int>
    /// True to allow duplicate owners within the list.
    let isMirror: Bool
    /// The key of the record that has an owner.
    var holders: [String: Int] = [:]

    /// A conflicting key, and the key of the record that has its owner; nil if the number is the user's own.
    typealias Found = (key: Int, holder: Int?)

    /// - Parameter unchanged: the keys of the arrived records that are the same here.
    mutating func found(in arrived: [(key: Int, owner: String)], unchanged: Set<Int>) -> [Found] {
        let arriving = unchanged.union(arrived.map(\.key))
        for (key, owner) in stays where !owner.isEmpty && (kept.contains(key) || !arriving.contains(key)) {
            holders[owner.lowercased()] = min(key, holders[owner.lowercased()] ?? key)
        }
        // A record that has the owner both here and in the list takes precedence, whatever the order.
        if !isMirror {
            let same = arrived.filter { here[$0.key]?.lowercased() == $0.owner.lowercased() }.map(\.key)
            for key in unchanged.union(same).sorted() where !kept.contains(key) {
                if let name = here[key]?.lowercased(), !name.isEmpty, holders[name] == nil { holders[name] = key }
            }
        }
        return arrived.compactMap { clash(of: $0.key, $0.owner) }
    }

    mutating func clash(of key: Int, _ owner: String) -> Found? {
        let name = owner.lowercased()
        if kept.contains(key) { return here[key]?.lowercased() == name ? nil : (key, nil) }
        guard !name.isEmpty else { return nil }
        if let holder = holders[name], holder != key, here[key]?.lowercased() != name {
            return replaceable.contains(holder) ? nil : (key, holder)
        }
        if !isMirror, holders[name] == nil { holders[name] = key }
        return nil
    }
}

extension StagingDatabase {
    /// The key and the owner of every arrived record that is new or changed, in order.
    func owners() throws(StoreError) -> [(key: Int, owner: String)] {
        guard let owner = R.definition.owner?.key else { return [] }
        let sql = "SELECT \"\(table.keyColumn)\", \"\(owner)\" FROM arrived WHERE is_whole ORDER BY position"
        return try read { db in
            try Row.fetchAll(db, sql: sql).map { row in
                (key: try row.decode(atIndex: 0), owner: R.owner(in: try row.decode(atIndex: 1)))
            }
        }
    }

    fileprivate func unchangedKeys() throws(StoreError) -> Set<Int> {
        try read { try Int.fetchSet($0, sql: "SELECT \"\(table.keyColumn)\" FROM arrived WHERE NOT is_whole") }
    }
}
