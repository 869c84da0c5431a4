import DirectoryModel
import Foundation
import GRDB

/// A damaged file, of which all readable content is read.
struct Wreck {
    private let queue: DatabaseQueue

    /// Nil where it cannot be opened.
    init?(_ file: URL) {
        var configuration = Configuration()
        configuration.readonly = true
        guard
            let queue = try? DatabaseQueue(path: file.path(percentEncoded: false), configuration: configuration),
            (try? queue.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM sqlite_master") }) != nil
        else { return nil }
        self.queue = queue
    }

    /// The same for a file with damage only in its first bytes, which are the same in every file: a copy gets those of
    /// `store`.
    init?(_ file: URL, withHeaderOf store: Store) {
        let copy = store.sandbox.appending(path: "mended.sqlite")
        do {
            try FileManager.default.copyItem(at: file, to: copy)
            let handle = try FileHandle(forUpdating: copy)
            let pages = UInt32(truncatingIfNeeded: try handle.seekToEnd() / 4096).bigEndian
            // 4096 bytes a page, written by one program at a time, with so many pages, none of them free, in UTF-8.
            var header = Data("SQLite format 3\0".utf8) + [0x10, 0, 1, 1, 0, 0x40, 0x20, 0x20, 0, 0, 0, 1]
            header += withUnsafeBytes(of: pages) { Data($0) } + [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 4]
            header += Data(count: 8) + [0, 0, 0, 1] + Data(count: 32) + [0, 0, 0, 1, 0, 0x2E, 0x63, 1]
            try handle.seek(toOffset: 0)
            try handle.write(contentsOf: header)
            try handle.close()
        } catch { return nil }
        self.init(copy)
    }

    /// Copies the undamaged records, in the order they were added; of a file of another version, which computed hashes
    /// otherwise, all that can be read.
    /// - Returns: false where there are others, or that is not known.
    func copy<R: DirectoryRecord>(_ type: R.Type, to store: Store) throws(StoreError) -> Bool {
        let table = RecordTable<R>()
        var (found, isWhole) = ([Int64: R](), true)
        // From both ends, because the unreadable part may be in the middle.
        for order in ["row", "row DESC"] where isWhole || order != "row" {
            let isRead = try? queue.read { db in
                var isRead = true
                let isCurrent = (try? Definitions.isCurrent(type, in: db)) == true
                let selection = try table.selection(in: db)
                let rows = try Row.fetchCursor(db, sql: "SELECT \(selection) FROM \(table.name) ORDER BY \(order)")
                while let row = try rows.next() {
                    guard let number = Int64.fromDatabaseValue(row[0]), found[number] == nil else { continue }
                    let record = try? isCurrent ? table.whole(row, in: db) : table.unchecked(row, in: db)
                    if let record { found[number] = record } else { isRead = false }
                }
                return isRead
            }
            if order == "row" { isWhole = isRead == true }
        }
        let records = found.sorted { $0.key < $1.key }.map(\.value)
        if !records.isEmpty { try store.saveAll(records) }
        return isWhole
    }

    /// Copies what is not records: settings, published versions, elements set aside. Every revision changes, because
    /// the content of a revision may have changed.
    /// - Returns: the tables that could not be read.
    func copyTheRest(to store: Store) throws(StoreError) -> Set<String> {
        try explained {
            try store.pool.write { db in
                let lost = try Self.others(than: store.collections, in: db).filter { try !copy($0, to: db) }
                try db.execute(
                    sql: "UPDATE change SET revision = revision + ?", arguments: [Int64(Date().timeIntervalSince1970)])
                return Set(lost)
            }
        }
    }

    /// - Returns: false where it could not be read.
    private func copy(_ name: String, to db: Database) throws -> Bool {
        // The position is assigned again, after the elements set aside in the meantime.
        let columns = try db.columns(in: name).filter { name != "set_aside" || $0.name != "position" }
            .map { "\"\($0.name)\"" }
        let rows = try? queue.read {
            try Row.fetchAll($0, sql: "SELECT \(columns.joined(separator: ", ")) FROM \(name)")
        }
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        for row in rows ?? [] {
            try db.execute(
                sql: "INSERT OR REPLACE INTO \(name) (\(columns.joined(separator: ", "))) VALUES (\(marks))",
                arguments: StatementArguments(Array(row.databaseValues)))
        }
        return rows != nil
    }

    /// The tables that contain neither records nor undo.
    private static func others(
        than collections: [any DirectoryRecord.Type], in db: Database
    ) throws -> [String] {
        let taken = Set(
            collections.flatMap { type in
                ["", "_picture", "_before", "_text"].map { type.collection.name + $0 }
            })
        return try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type = 'table'").filter {
            !taken.contains($0) && !$0.hasPrefix("sqlite_") && !$0.hasPrefix("grdb_") && !$0.hasPrefix("undo_")
                && !$0.hasSuffix("_before") && $0 != "change" && $0 != "definition"
        }
    }
}
