public import DirectoryModel
import Foundation
import GRDB

/// Which own records stay when a list is taken over.
struct OwnRecordMergePolicy<R: DirectoryRecord> {
    let db: Database
    let request: MergeRequest<R>
    /// True where the list is a file's: an own record stays also where the file has another version of it.
    let isOfFile: Bool
    private var owner: String? { request.owner }

    /// The keys of the own records that stay unchanged, where the list is attached as `incoming`.
    func kept() throws -> Set<Int> {
        guard R.definition.owner != nil else { return [] }
        let own = OwnTable<R>(in: db)
        var kept = try Set(own.edited(owner: owner).map(\.key)).subtracting(request.releasing)
        // A version that the server has had is replaced only by its newer version.
        for mark in try own.everEdited(owner: owner) {
            let names = [mark.owner, mark.isFormer ? nil : owner].compactMap(\.self)
            if try isOfFile || !names.contains(where: arrives) { kept.insert(mark.key) }
        }
        kept.subtract(request.releasing)
        if let mark = try own.current(owner: owner), try !isReplaced(mark, own) { kept.insert(mark.key) }
        return kept
    }

    /// True where the list has a record of this owner, who is known.
    private func arrives(_ name: String) throws -> Bool {
        try !name.isEmpty && has(R.definition.owner?.key ?? "", name)
    }

    /// True where the list has a record with that value which may replace one here.
    private func has(_ column: String, _ value: some DatabaseValueConvertible) throws -> Bool {
        let sql = "SELECT \(RecordTable<R>().quotedKey) FROM incoming.arrived WHERE \"\(column)\" = ? COLLATE NOCASE"
        return try !Int.fetchSet(db, sql: sql, arguments: [value]).isSubset(of: request.keeping)
    }

    /// The keys of own records that are still edited when the list is taken over.
    func edited() throws -> Set<Int> {
        let edited = try Set(OwnTable<R>(in: db).everEdited(owner: owner).map(\.key))
        guard let own = request.own else { return edited.subtracting(request.releasing) }
        return edited.isEmpty ? [] : edited.union([own.key])
    }

    /// True where the list has another version of the user's current own record: no list leaves the user without one,
    /// and no file replaces it unasked.
    private func isReplaced(_ mark: OwnTable<R>.Mark, _ own: OwnTable<R>) throws -> Bool {
        guard !isOfFile || request.releasing.contains(mark.key) else { return false }
        if try [mark.owner, owner ?? own.netid].compactMap(\.self).contains(where: arrives) { return true }
        // What has its number in a file, or is the first with that number, is a stranger.
        return try !isOfFile && mark.published != nil && has(RecordTable<R>().keyColumn, mark.key)
    }
}

extension MergeTransaction {
    /// Sets aside what arrived under the number of an own record that stays, and has another owner.
    /// - Returns: whether an edited own record stays in place of another version, or of none, and whether there is
    ///   another.
    func rejectStrangers() throws -> (keepsOwn: Bool, hasOwn: Bool) {
        guard R.definition.owner != nil else { return (false, false) }
        let own = OwnTable<R>(in: db)
        let edited = try own.everEdited(owner: owner).filter { keeping.contains($0.key) }
        let marks = try own.marks.filter { mark in
            keeping.contains(mark.key) && !edited.contains { $0.key == mark.key }
        }
        var (keepsOwn, hasOwn) = (false, false)
        for mark in edited + marks {
            let isEdited = edited.contains { $0.key == mark.key }
            guard let arrived = try table.arrived(in: "incoming", where: "\(key) = ?", mark.key, db).first else {
                if isEdited, how == .replace { keepsOwn = true }
                continue
            }
            let names = [mark.owner, owner].compactMap(\.self).filter { !$0.isEmpty }
            let name = arrived.record.owner ?? ""
            if mark.published != nil || names.contains(where: name.caseInsensitiveEquals) {
                if arrived.hash != mark.hash { (keepsOwn, hasOwn) = (keepsOwn || isEdited, true) }
                continue
            }
            let reason = OwnerConflict.stranger.reason(for: arrived.record)
            try table.reject(arrived.record, because: reason, in: "incoming", db)
        }
        return (keepsOwn, hasOwn)
    }

    /// Marks the own record that was dropped under its old number as moved to `key`.
    func markMoved(_ dropped: Set<Int>, to key: Int) throws {
        let own = OwnTable<R>(in: db)
        for old in dropped { try own.moved(old, to: key) }
        // The server knows the record by that number.
        if !dropped.isEmpty { try own.published(key) }
    }
}

/// The place of the user's own record in the store.
public struct OwnRow: Equatable, Sendable {
    /// The key of the record.
    public let key: Int
    /// Its row.
    public let row: Int64
}

extension Store {
    /// Calls `onChange` with the user's own record, and again each time another record is; nil where there is not one.
    /// - Parameters:
    ///   - type: the collection.
    ///   - owner: the owner whose record counts where none is marked.
    ///   - onChange: called on the main actor, the first time before this returns.
    @MainActor
    public func observeOwn<R: DirectoryRecord>(
        of type: R.Type, owner: String? = nil, onChange: @escaping @MainActor (OwnRow?) -> Void
    ) -> StoreObservation {
        let observation = ValueObservation.tracking { db -> OwnRow? in
            guard let key = try OwnTable<R>(in: db).current(owner: owner)?.key,
                let row = try RecordTable<R>().row(of: key, in: db)
            else { return nil }
            return OwnRow(key: key, row: row)
        }.removeDuplicates()
        return observe(observation, isImmediate: true, onError: { _ in onChange(nil) }, onChange: onChange)
    }
}
