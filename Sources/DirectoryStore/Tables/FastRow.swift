import Foundation
import GRDBSQLite

/// A row of a `FastStatement`, valid until the next one.
struct FastRow {
    private let handle: OpaquePointer

    init(_ handle: OpaquePointer) { self.handle = handle }

    /// The number in a column; 0 where it is not a number, as may be in a damaged file.
    func number(_ column: Int) -> Int64 { sqlite3_column_int64(handle, Int32(column)) }

    /// The bytes of a text in a column, or nil for NULL.
    func bytes(_ column: Int) -> UnsafeRawBufferPointer? {
        guard let start = sqlite3_column_text(handle, Int32(column)) else { return nil }
        return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, Int32(column))))
    }

    /// What kind of value a column has; bytes that are not a text count as NULL.
    func kind(_ column: Int) -> EncodedValues.Kind {
        switch sqlite3_column_type(handle, Int32(column)) {
        case SQLITE_INTEGER: .number
        case SQLITE_FLOAT: .decimal
        case SQLITE_TEXT: .text
        default: .null
        }
    }

    /// The number in a column, which may have decimals.
    func decimal(_ column: Int) -> Double { sqlite3_column_double(handle, Int32(column)) }

    /// A copy of the bytes in a column that has no text, or nil where it has a text or is NULL.
    func data(_ column: Int) -> Data? {
        guard sqlite3_column_type(handle, Int32(column)) == SQLITE_BLOB else { return nil }
        guard let start = sqlite3_column_blob(handle, Int32(column)) else { return Data() }
        return Data(bytes: start, count: Int(sqlite3_column_bytes(handle, Int32(column))))
    }
}
