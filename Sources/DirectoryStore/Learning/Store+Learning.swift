public import DirectoryModel
import GRDB

extension Store {
    /// Every name that was asked, by the key of its record.
    public func learned<R: DirectoryRecord>(_ type: R.Type) throws(StoreError) -> [Int: LearnedName] {
        try read { try LearnedTable<R>(in: $0).names() }
    }

    /// Keeps the box of a name. When it returns, the box is in the store, whatever ends the program.
    public func keep<R: DirectoryRecord>(
        _ box: LeitnerBox, of name: String, _ type: R.Type, key: Int
    ) throws(StoreError) {
        try changing { try pool.write { try LearnedTable<R>(in: $0).keep(box, of: name, key: key) } }
    }

    /// The rows whose picture other rows have, too, as placeholders are: equal numbers mean equal pictures.
    public func sharedPictures<R: DirectoryRecord>(of type: R.Type) throws(StoreError) -> [Int64: Int] {
        let table = RecordTable<R>().pictureTable
        return try read { db in
            // Pictures of different lengths differ, and are not read.
            let lists = try String.fetchAll(
                db, sql: "SELECT json_group_array(row) FROM \(table) GROUP BY length(content) HAVING COUNT(*) > 1")
            var (shared, last) = ([Int64: Int](), 0)
            for list in lists {
                var rows: [DatabaseValue: [Int64]] = [:]
                let found = try Row.fetchCursor(
                    db, sql: "SELECT row, content FROM \(table) WHERE row IN (SELECT value FROM json_each(?))",
                    arguments: [list])
                while let row = try found.next() {
                    rows[row["content"], default: []].append(try row.decode(atIndex: 0))
                }
                for group in rows.values where group.count > 1 {
                    last += 1
                    for row in group { shared[row] = last }
                }
            }
            return shared
        }
    }
}
