import Foundation
import GRDBSQLite

/// The rows that the store has written for people, in memory as SQLite's own values, so that they can be written again
/// through SQLite's C API: the reference for how fast the store writes.
final class StoredRows {
    private struct Table {
        let name: String
        let columns: Int
        var values: [OpaquePointer?] = []
    }

    private var tables: [Table] = []

    /// Reads the rows of people, their texts and their pictures.
    init(of folder: URL) throws {
        let database = try Self.open(folder)
        defer { sqlite3_close(database) }
        for name in try Self.tableNames(in: database) {
            try Self.each("SELECT * FROM \(name)", in: database) { row in
                let columns = Int(sqlite3_column_count(row))
                if tables.last?.name != name { tables.append(Table(name: name, columns: columns)) }
                for column in 0..<columns {
                    let value = sqlite3_value_dup(sqlite3_column_value(row, Int32(column)))
                    tables[tables.count - 1].values.append(value)
                }
            }
        }
    }

    deinit { for table in tables { table.values.forEach(sqlite3_value_free) } }

    /// Writes the rows in one transaction into the empty tables of a store.
    /// - Returns: how many milliseconds that takes.
    func write(into folder: URL) throws -> Double {
        let database = try Self.open(folder)
        defer { sqlite3_close(database) }
        // As the store has it; the journal is part of the file.
        try Self.run("PRAGMA synchronous = NORMAL", in: database)
        let started = ContinuousClock.now
        try Self.run("BEGIN IMMEDIATE", in: database)
        for table in tables { try Self.insert(table, into: database) }
        try Self.run("COMMIT", in: database)
        return (ContinuousClock.now - started) / .milliseconds(1)
    }

    private static func insert(_ table: Table, into database: OpaquePointer?) throws {
        let marks = Array(repeating: "?", count: table.columns).joined(separator: ", ")
        var statement: OpaquePointer?
        try check(
            sqlite3_prepare_v2(database, "INSERT INTO \(table.name) VALUES (\(marks))", -1, &statement, nil), database)
        defer { sqlite3_finalize(statement) }
        for row in stride(from: 0, to: table.values.count, by: table.columns) {
            for column in 0..<table.columns {
                sqlite3_bind_value(statement, Int32(column + 1), table.values[row + column])
            }
            guard sqlite3_step(statement) == SQLITE_DONE else { throw failure(database) }
            sqlite3_reset(statement)
        }
    }

    // MARK: SQLite

    /// The undo journal's tables have no rows where records are only added.
    private static func tableNames(in database: OpaquePointer?) throws -> [String] {
        var names: [String] = []
        let sql =
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name IN ('people', 'picture')"
        try each(sql, in: database) { row in
            if let name = sqlite3_column_text(row, 0) { names.append(String(cString: name)) }
        }
        return names
    }

    private static func open(_ folder: URL) throws -> OpaquePointer? {
        var database: OpaquePointer?
        try check(sqlite3_open(folder.appending(path: "directory.sqlite").path, &database), database)
        return database
    }

    private static func each(_ sql: String, in database: OpaquePointer?, _ body: (OpaquePointer?) -> Void) throws {
        var statement: OpaquePointer?
        try check(sqlite3_prepare_v2(database, sql, -1, &statement, nil), database)
        defer { sqlite3_finalize(statement) }
        while sqlite3_step(statement) == SQLITE_ROW { body(statement) }
    }

    private static func run(_ sql: String, in database: OpaquePointer?) throws {
        try check(sqlite3_exec(database, sql, nil, nil, nil), database)
    }

    private static func check(_ code: Int32, _ database: OpaquePointer?) throws {
        guard code == SQLITE_OK else { throw failure(database) }
    }

    private static func failure(_ database: OpaquePointer?) -> StoreBenchmark.Failure {
        StoreBenchmark.Failure(description: String(cString: sqlite3_errmsg(database)))
    }
}
