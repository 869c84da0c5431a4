import DirectoryModel
import GRDB

/// Which own records are unchanged when a list is merged.
extension MergeTransaction {
    /// The keys of the own records that the merge preserves; the list is attached as `incoming`.
    func preservedOwnKeys() throws -> Set<Int> {
        guard definition.owner != nil else { return [] }
        let own = OwnTable(table, in: db)
        var preserved = try Set(own.edited(owner: owner).map(\.key)).subtracting(request.releasing)
        // Only a newer version replaces one that the server has had.
        for mark in try own.everEdited(owner: owner) {
            let names = [mark.owner, mark.isFormer ? nil : owner].compactMap(\.self)
            if try staging.isOfFile || !names.contains(where: arrives) { preserved.insert(mark.key) }
        }
        preserved.subtract(request.releasing)
        if let mark = try own.current(owner: owner), try !isReplaced(mark, own) { preserved.insert(mark.key) }
        return preserved
    }

    /// True if the list has a record of this owner.
    private func arrives(_ name: String) throws -> Bool {
        try !name.isEmpty && has(definition.owner?.key ?? "", name)
    }

    /// True if the list has a record with this value that may replace a local one.
    private func has(_ column: String, _ value: some DatabaseValueConvertible) throws -> Bool {
        let sql = "SELECT \(key) FROM incoming.arrived WHERE \"\(column)\" = ? COLLATE NOCASE"
        return try !Int.fetchSet(db, sql: sql, arguments: [value]).isSubset(of: request.keeping)
    }

    /// The keys of own records that are still edited after the merge.
    func editedOwn() throws -> Set<Int> {
        let edited = try Set(OwnTable(table, in: db).everEdited(owner: owner).map(\.key))
        guard let own = request.own else { return edited.subtracting(request.releasing) }
        return edited.isEmpty ? [] : edited.union([own.key])
    }

    /// True if the list has another version of the user's current record. No list leaves the user without one, and no
    /// file replaces it unasked.
    private func isReplaced(_ mark: OwnTable.Mark, _ own: OwnTable) throws -> Bool {
        guard !staging.isOfFile || request.releasing.contains(mark.key) else { return false }
        if try [mark.owner, owner ?? own.netid].compactMap(\.self).contains(where: arrives) { return true }
        // A record with only the number in common, in a file or from a server that never had this one, is another
        // person.
        return try !staging.isOfFile && mark.published != nil && has(table.keyColumn, mark.key)
    }

    /// Rejects what arrived with the number of an own record that is preserved, but with another owner.
    /// - Returns: whether an edited own record is preserved although the list has another version or none, and whether
    ///   it has another version.
    func rejectReusedNumbers() throws -> (preservesOwn: Bool, hasOwn: Bool) {
        guard definition.owner != nil else { return (false, false) }
        let own = OwnTable(table, in: db)
        let edited = try own.everEdited(owner: owner).filter { protectedKeys.contains($0.key) }
        let marks = try own.marks.filter { mark in
            protectedKeys.contains(mark.key) && !edited.contains { $0.key == mark.key }
        }
        var (preservesOwn, hasOwn) = (false, false)
        for mark in edited + marks {
            let isEdited = edited.contains { $0.key == mark.key }
            guard let arrived = try table.arrived(where: "\(key) = ?", mark.key, db).first else {
                if isEdited, strategy == .replace { preservesOwn = true }
                continue
            }
            let names = [mark.owner, owner].compactMap(\.self).filter { !$0.isEmpty }
            let name = arrived.record.owner ?? ""
            if mark.published != nil || names.contains(where: name.caseInsensitiveEquals) {
                if arrived.hash != mark.hash { (preservesOwn, hasOwn) = (preservesOwn || isEdited, true) }
                continue
            }
            let reason = OwnerConflict.stranger.reason(for: arrived.record)
            try table.reject(arrived.record, because: reason, in: "incoming", db)
        }
        return (preservesOwn, hasOwn)
    }

    /// Moves the marks of dropped own records to `key`.
    func moveDropped(_ dropped: Set<Int>, to key: Int) throws {
        try table.moveReferences(Dictionary(uniqueKeysWithValues: dropped.map { ($0, key) }), change)
        // The server knows the record by that number.
        if !dropped.isEmpty { try OwnTable(table, in: db).published(key) }
    }
}

/// The user's own record in the store.
public struct OwnRow: Equatable, Sendable {
    public let key: Int
    public let row: Int64
}

extension StoredCollection {
    /// Calls `onChange` with the user's own record, before this returns and whenever another record becomes it; nil if
    /// there is none.
    /// - Parameter owner: the owner whose record counts if none is marked.
    @MainActor
    public func observeOwn(owner: String? = nil, onChange: @escaping @MainActor (OwnRow?) -> Void) -> StoreObservation {
        let observation = ValueObservation.tracking { [table] db -> OwnRow? in
            guard let key = try OwnTable(table, in: db).current(owner: owner)?.key,
                let row = try table.row(of: key, in: db)
            else { return nil }
            return OwnRow(key: key, row: row)
        }.removeDuplicates()
        return store.observe(observation, isImmediate: true, onError: { _ in onChange(nil) }, onChange: onChange)
    }
}
