public import DirectoryModel
import GRDB

/// Detection of content on disk that is not what was written.
extension Store {
    /// Reads every record of a collection, with its picture, and compares it with its hash.
    /// - Throws: `StoreError.damaged` and `.damagedRecord`.
    public func verify<R: DirectoryRecord>(_ type: R.Type) throws(StoreError) {
        let table = RecordTable<R>()
        try read { db in
            let rows = try Row.fetchCursor(db, sql: "SELECT \(table.selection) FROM \(table.name) ORDER BY row")
            while let row = try rows.next() { try table.check(row, in: db) }
        }
    }

    /// Reads the whole database, and checks the structure of the file.
    /// - Throws: `StoreError.damaged` and `.damagedRecord`.
    func verifyAll() throws(StoreError) {
        let words = try read { try String.fetchOne($0, sql: "PRAGMA integrity_check(1)") }
        guard words == "ok" else { throw .damaged }
        for type in collections { try verify(type) }
    }
}
