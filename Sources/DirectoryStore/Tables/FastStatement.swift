import Foundation
import GRDB
import GRDBSQLite

/// A statement for a hundred thousand rows: it speaks to SQLite directly.
///
/// GRDB's own argument arrays and rows take longer than SQLite takes for the row. What GRDB does around a statement
/// is left out with them, so whoever writes has to call `notifyChanges`, and whoever observes `registerAccess`.
struct FastStatement {
    private let statement: Statement
    private let db: Database

    init(_ sql: String, in db: Database) throws {
        statement = try db.cachedStatement(sql: sql)
        self.db = db
    }

    /// Runs it with these values; when it returns the row is in the transaction.
    func run(_ values: [DatabaseValue]) throws {
        let handle = statement.sqliteStatement
        defer {
            sqlite3_reset(handle)
            sqlite3_clear_bindings(handle)
        }
        for (index, value) in values.enumerated() { Self.bind(value, at: Int32(index + 1), to: handle) }
        let code = sqlite3_step(handle)
        guard code == SQLITE_DONE else {
            throw DatabaseError(resultCode: ResultCode(rawValue: code), message: db.lastErrorMessage)
        }
    }

    /// The first column of every row, and each run of equal texts in the second with its length.
    func rowsAndSections(
        _ values: [DatabaseValue] = []
    ) throws -> (rows: [Int64], sections: [(key: String, count: Int)]) {
        let handle = statement.sqliteStatement
        defer {
            sqlite3_reset(handle)
            sqlite3_clear_bindings(handle)
        }
        for (index, value) in values.enumerated() { Self.bind(value, at: Int32(index + 1), to: handle) }
        var rows: [Int64] = []
        var sections: [(key: String, count: Int)] = []
        var current: [UInt8] = []
        while true {
            let code = sqlite3_step(handle)
            if code == SQLITE_DONE { return (rows, sections) }
            guard code == SQLITE_ROW else {
                throw DatabaseError(resultCode: ResultCode(rawValue: code), message: db.lastErrorMessage)
            }
            rows.append(sqlite3_column_int64(handle, 0))
            let text = sqlite3_column_text(handle, 1)
            let key = UnsafeBufferPointer(start: text, count: Int(sqlite3_column_bytes(handle, 1)))
            if sections.isEmpty || !key.elementsEqual(current) {
                current = Array(key)
                sections.append((String(decoding: current, as: UTF8.self), 0))
            }
            sections[sections.count - 1].count += 1
        }
    }

    private static func bind(_ value: DatabaseValue, at index: Int32, to handle: SQLiteStatement) {
        switch value.storage {
        case .null: sqlite3_bind_null(handle, index)
        case .int64(let number): sqlite3_bind_int64(handle, index, number)
        case .double(let number): sqlite3_bind_double(handle, index, number)
        case .string(var text):
            _ = text.withUTF8 { bytes in
                let start = UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
                if let start {
                    return sqlite3_bind_text(handle, index, start, Int32(bytes.count), copied)
                }
                return sqlite3_bind_text(handle, index, "", 0, copied)
            }
        case .blob(let data):
            _ = data.withUnsafeBytes { bytes in
                if let start = bytes.baseAddress {
                    return sqlite3_bind_blob(handle, index, start, Int32(bytes.count), copied)
                }
                return sqlite3_bind_zeroblob(handle, index, 0)
            }
        }
    }

    /// SQLITE_TRANSIENT: SQLite takes a copy.
    private static var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
}
