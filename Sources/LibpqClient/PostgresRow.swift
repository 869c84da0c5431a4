private import CPQ
public import Foundation

/// A row of a result. Columns count from 0.
public struct PostgresRow {
    /// Keeps the result alive.
    fileprivate let rows: PostgresRows
    fileprivate let row: Int32

    /// - Throws: `PostgresError.mismatch` if the column is NULL or of another type.
    public func integer(_ column: Int) throws(PostgresError) -> Int {
        guard let number = try optionalInteger(column) else { throw .mismatch(column: column) }
        return number
    }

    /// The integer in a column, or nil if it is NULL.
    /// - Throws: `PostgresError.mismatch` if it is of another type.
    public func optionalInteger(_ column: Int) throws(PostgresError) -> Int? {
        guard let bytes = bytes(column) else { return nil }
        let bits = bytes.reduce(0) { $0 << 8 | UInt64($1) }
        switch bytes.count {
        case 8: return Int(truncatingIfNeeded: bits)
        case 4: return Int(Int32(truncatingIfNeeded: bits))
        case 2: return Int(Int16(truncatingIfNeeded: bits))
        default: throw .mismatch(column: column)
        }
    }

    /// The number in a column, or nil if it is NULL.
    /// - Throws: `PostgresError.mismatch` if it is of another type.
    public func optionalDouble(_ column: Int) throws(PostgresError) -> Double? {
        guard let bytes = bytes(column) else { return nil }
        guard bytes.count == 8 else { throw .mismatch(column: column) }
        return Double(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) })
    }

    /// - Throws: `PostgresError.mismatch` if the column is NULL.
    public func text(_ column: Int) throws(PostgresError) -> String {
        guard let bytes = bytes(column) else { throw .mismatch(column: column) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// - Throws: `PostgresError.mismatch` if the column is NULL.
    public func data(_ column: Int) throws(PostgresError) -> Data {
        guard let bytes = bytes(column) else { throw .mismatch(column: column) }
        return Data(bytes)
    }

    /// The value in PostgreSQL’s binary format, or nil if it is NULL or there is no such column.
    private func bytes(_ column: Int) -> UnsafeRawBufferPointer? {
        let (result, column) = (rows.result, Int32(column))
        guard column < PQnfields(result), PQgetisnull(result, row, column) == 0 else { return nil }
        return UnsafeRawBufferPointer(
            start: PQgetvalue(result, row, column), count: Int(PQgetlength(result, row, column)))
    }
}

/// The result of a statement.
public final class PostgresRows: RandomAccessCollection {
    fileprivate let result: OpaquePointer

    /// Takes ownership of `result`.
    init(_ result: OpaquePointer) { self.result = result }

    deinit { PQclear(result) }

    public var startIndex: Int32 { 0 }
    public var endIndex: Int32 { PQntuples(result) }
    public subscript(row: Int32) -> PostgresRow { PostgresRow(rows: self, row: row) }

    /// The number of rows inserted, updated, or deleted.
    public var changes: Int { Int(String(cString: PQcmdTuples(result))) ?? 0 }

    /// The command tag, such as “COMMIT”.
    var command: String { String(cString: PQcmdStatus(result)) }
}
