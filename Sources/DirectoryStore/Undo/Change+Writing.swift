import DirectoryModel
import GRDB

/// What writes single records. Each step records what it replaces; `finish` does what other records need. Lists are
/// written after `record(keys:)` and `recordInsertions`.
extension Change {
    /// Adds a record, or replaces the one with its key.
    /// - Returns: true if there was one.
    @discardableResult
    func put(_ record: Record) throws -> Bool { try put(table.prepare(record), key: record.key) }

    @discardableResult
    func put(_ prepared: RecordTable.Prepared, key: Int) throws -> Bool {
        let isThere = try table.row(of: key, in: db) != nil
        if !isThere { try makeRoom(for: key) }
        try record(key: key)
        return try table.save(prepared, key: key, in: db)
    }

    /// Removes a record.
    /// - Returns: false if there is none.
    @discardableResult
    func remove(key: Int) throws -> Bool {
        try record(key: key)
        guard let row = try table.row(of: key, in: db) else { return false }
        if !hasRemoved { try KeyAllocator.saveLast(table, in: db) }
        hasRemoved = true
        try table.delete(row: row, in: db)
        return true
    }

    /// Replaces the record that has `key` with `record`, which gets all that belongs to it. A record with the new key
    /// is replaced, too. The change can only be undone as a whole.
    func renumber(_ key: Int, as record: Record) throws {
        try self.record(keys: [key, record.key])
        if let other = try table.row(of: record.key, in: db) {
            try table.forgetMissingCards(in: db)
            try table.delete(row: other, in: db)
        } else {
            try makeRoom(for: record.key)
        }
        try removeReusedNumbers(record)
        if let row = try table.row(of: key, in: db) { try table.delete(row: row, in: db) }
        try table.moveReferences([key: record.key], self)
        try table.insert(table.prepare(record), in: db)
        isWhole = true
    }

    /// What belonged to an earlier record with the key does not belong to a new one. The store uses its own numbers once.
    private func makeRoom(for key: Int) throws {
        hasAdded = true
        guard table.definition.numbering == .typed else { return }
        try table.checkAbsence(of: key, in: db)
        try table.forgetMissingCards(in: db)
    }
}
