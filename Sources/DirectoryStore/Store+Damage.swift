public import DirectoryModel
import GRDB

/// Finding out that what is on disk is not what was written.
extension Store {
    /// Reads every record of a collection, with its picture, and holds it against its fingerprint.
    /// - Throws: `StoreError.damaged` and `.damagedRecord`.
    public func verify<R: DirectoryRecord>(_ type: R.Type) throws(StoreError) {
        let table = RecordTable<R>()
        try read { db in
            let rows = try Row.fetchCursor(db, sql: "SELECT \(table.selection) FROM \(table.name) ORDER BY row")
            while let row = try rows.next() { try table.check(row, in: db) }
        }
    }

    /// Reads everything there is, and the file's own order.
    /// - Throws: `StoreError.damaged` and `.damagedRecord`.
    func verifyAll() throws(StoreError) {
        let words = try read { try String.fetchOne($0, sql: "PRAGMA integrity_check(1)") }
        guard words == "ok" else { throw .damaged }
        for type in Collections.all { try verify(type) }
    }
}
