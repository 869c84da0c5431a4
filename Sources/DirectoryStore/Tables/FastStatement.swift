import Foundation
import GRDB
import GRDBSQLite

/// A statement that calls SQLite directly, for bulk work.
///
/// GRDB's arguments and rows take longer than SQLite itself. Writers must call `notifyChanges` and observers
/// `registerAccess` themselves.
struct FastStatement {
    private let statement: Statement
    private let db: Database

    init(_ sql: String, in db: Database) throws {
        statement = try db.cachedStatement(sql: sql)
        self.db = db
    }

    func run(_ values: EncodedValues) throws { try values.bound(to: statement.sqliteStatement) { try step() } }

    /// Runs it with these values and, after them, a picture, or NULL.
    func run(_ values: EncodedValues, _ picture: PictureContent?) throws {
        let (handle, parameter) = (statement.sqliteStatement, values.count + 1)
        try values.bound(to: handle) {
            guard let picture else { return try step() }
            try picture.bound(to: handle, at: parameter) { try step() }
        }
    }

    private func step() throws {
        let handle = statement.sqliteStatement
        defer {
            sqlite3_reset(handle)
            sqlite3_clear_bindings(handle)
        }
        let code = sqlite3_step(handle)
        guard code == SQLITE_DONE else {
            throw DatabaseError(resultCode: ResultCode(rawValue: code), message: db.lastErrorMessage)
        }
    }

    func each(_ values: [DatabaseValue] = [], _ body: (FastRow) throws -> Void) throws {
        let handle = statement.sqliteStatement
        defer {
            sqlite3_reset(handle)
            sqlite3_clear_bindings(handle)
        }
        try EncodedValues(values).bound(to: handle) {
            while true {
                let code = sqlite3_step(handle)
                if code == SQLITE_DONE { return }
                guard code == SQLITE_ROW else {
                    throw DatabaseError(resultCode: ResultCode(rawValue: code), message: db.lastErrorMessage)
                }
                try body(FastRow(handle))
            }
        }
    }

    /// The first column of every row, and each run of equal texts in the second with its length.
    func rowsAndSections(
        _ values: [DatabaseValue] = []
    ) throws -> (rows: [Int64], sections: [(key: String, count: Int)]) {
        var rows: [Int64] = []
        var sections: [(key: String, count: Int)] = []
        var current: [UInt8] = []
        try each(values) { row in
            rows.append(row.number(0))
            let key = row.bytes(1) ?? UnsafeRawBufferPointer(start: nil, count: 0)
            if sections.isEmpty || !key.elementsEqual(current) {
                current = Array(key)
                sections.append((String(decoding: current, as: UTF8.self), 0))
            }
            sections[sections.count - 1].count += 1
        }
        return (rows, sections)
    }
}

/// A row of a `FastStatement`, valid until the next one.
struct FastRow {
    private let handle: OpaquePointer

    init(_ handle: OpaquePointer) { self.handle = handle }

    /// The number in a column; 0 for other values, as in a damaged file.
    func number(_ column: Int) -> Int64 { sqlite3_column_int64(handle, Int32(column)) }

    /// The bytes of a text, or nil for NULL. They are valid until the next row.
    func bytes(_ column: Int) -> UnsafeRawBufferPointer? {
        guard let start = sqlite3_column_text(handle, Int32(column)) else { return nil }
        return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, Int32(column))))
    }

    /// The type of a column; blobs count as NULL.
    func kind(_ column: Int) -> EncodedValues.Kind {
        switch sqlite3_column_type(handle, Int32(column)) {
        case SQLITE_INTEGER: .number
        case SQLITE_FLOAT: .decimal
        case SQLITE_TEXT: .text
        default: .null
        }
    }

    func decimal(_ column: Int) -> Double { sqlite3_column_double(handle, Int32(column)) }

    /// A copy of a blob, or nil for other values.
    func data(_ column: Int) -> Data? {
        guard sqlite3_column_type(handle, Int32(column)) == SQLITE_BLOB else { return nil }
        guard let start = sqlite3_column_blob(handle, Int32(column)) else { return Data() }
        return Data(bytes: start, count: Int(sqlite3_column_bytes(handle, Int32(column))))
    }
}
