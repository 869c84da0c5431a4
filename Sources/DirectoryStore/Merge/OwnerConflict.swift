import DirectoryModel
import Foundation
import GRDB
import Language
import Synchronization

/// Why a record of a list cannot be added to those that are here.
enum OwnerConflict {
    /// It has the number of the user's own record, and another owner.
    case stranger
    /// It is another version of the user's own record, which stays.
    case own
    /// Its owner's name belongs to another record, whose title is `by`.
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

    /// The record as JSON, for a person to correct where the text of the list was not kept; without its picture where
    /// that is too long to keep.
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

/// Records of a file that cannot be added to those that are here.
extension Store {
    /// Sets aside the records of a file's list that have the number of the user's own record and another owner, or that
    /// are a second record of one owner.
    func rejectClashes<R: DirectoryRecord>(
        in staging: StagingDatabase<R>, _ how: MergeStrategy, _ releasing: Set<Int>, isMirror: Bool
    ) throws(StoreError) {
        guard R.definition.owner != nil else { return }
        while try rejectClashesOnce(in: staging, how, releasing, isMirror: isMirror) {}
    }

    /// - Returns: true where duplicates of refused records were added in their place, which may clash with others.
    private func rejectClashesOnce<R: DirectoryRecord>(
        in staging: StagingDatabase<R>, _ how: MergeStrategy, _ releasing: Set<Int>, isMirror: Bool
    ) throws(StoreError) -> Bool {
        let (arrived, unchanged) = (try staging.owners(), try staging.unchangedKeys())
        let (here, kept) = try read(beside: staging) { db in
            let merge = try MergeTransaction(MergeRequest(how, releasing: releasing), staging, in: db)
            return (try Self.owners(of: R.self, in: db), merge.kept)
        }
        // A copy of the store may contain what a server's list contained.
        let stays = isMirror || how == .replace ? here.filter { kept.contains($0.key) } : here
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
        // What was set aside for the sake of these is not a duplicate any more.
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

/// Finds the records of a list whose owner's name belongs to another record.
private struct OwnerClashes {
    /// The owner of every record here.
    let here: [Int: String]
    /// The owners of the records that stay here after the list is taken over, unless the list has them too.
    let stays: [Int: String]
    /// The own records that stay as they are.
    let kept: Set<Int>
    /// The unedited own records, which are replaced by others of their owner.
    let replaceable: Set<Int>
    /// True where the list itself is not checked for duplicate owners.
    let isMirror: Bool
    /// The key of the record that has an owner's name.
    private var holders: [String: Int] = [:]

    init(here: [Int: String], stays: [Int: String], kept: Set<Int>, replaceable: Set<Int>, isMirror: Bool) {
        (self.here, self.stays, self.kept) = (here, stays, kept)
        (self.replaceable, self.isMirror) = (replaceable, isMirror)
    }

    /// A key that clashes, with the key of the record that has its owner's name, or nil where the number is the user's
    /// own.
    typealias Found = (key: Int, holder: Int?)

    /// The keys that clash.
    /// - Parameter unchanged: the keys of the arrived records that are the same here.
    mutating func found(in arrived: [(key: Int, owner: String)], unchanged: Set<Int>) -> [Found] {
        let arriving = unchanged.union(arrived.map(\.key))
        for (key, owner) in stays where !owner.isEmpty && (kept.contains(key) || !arriving.contains(key)) {
            holders[owner.lowercased()] = min(key, holders[owner.lowercased()] ?? key)
        }
        // A record that has the name here and in the list keeps it before all others in the list, in whatever order
        // they arrived.
        if !isMirror {
            let same = arrived.filter { here[$0.key]?.lowercased() == $0.owner.lowercased() }.map(\.key)
            for key in unchanged.union(same).sorted() where !kept.contains(key) {
                if let name = here[key]?.lowercased(), !name.isEmpty, holders[name] == nil { holders[name] = key }
            }
        }
        return arrived.compactMap { clash(of: $0.key, $0.owner) }
    }

    /// How an arrived record clashes with those that were asked about before, or nil.
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
    /// The key and the owner of every arrived record that is new or differs here, in order.
    func owners() throws(StoreError) -> [(key: Int, owner: String)] {
        guard let owner = R.definition.owner?.key else { return [] }
        let sql = "SELECT \"\(table.keyColumn)\", \"\(owner)\" FROM arrived WHERE is_whole ORDER BY position"
        return try read { db in
            try Row.fetchAll(db, sql: sql).map { row in
                (key: try row.decode(atIndex: 0), owner: R.owner(in: try row.decode(atIndex: 1)))
            }
        }
    }

    /// The keys of the arrived records that are the same here.
    fileprivate func unchangedKeys() throws(StoreError) -> Set<Int> {
        try read { try Int.fetchSet($0, sql: "SELECT \"\(table.keyColumn)\" FROM arrived WHERE NOT is_whole") }
    }

}
