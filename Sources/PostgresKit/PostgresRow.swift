private import CPQ
public import Foundation

/// One row of a result.
public struct PostgresRow {
    /// Keeps the memory of the result.
    private let rows: PostgresRows
    private let row: Int32

    init(_ rows: PostgresRows, _ row: Int32) { (self.rows, self.row) = (rows, row) }

    private var result: OpaquePointer { rows.result }

    /// The whole number in a column, counted from 0.
    /// - Throws: `PostgresError.mismatch` where it is NULL or of another type.
    public func integer(_ column: Int) throws(PostgresError) -> Int {
        guard let number = try optionalInteger(column) else { throw .mismatch(column: column) }
        return number
    }

    /// The whole number in a column, or nil where that is NULL.
    /// - Throws: `PostgresError.mismatch` where it is of another type.
    public func optionalInteger(_ column: Int) throws(PostgresError) -> Int? {
        guard let bytes = value(column) else { return nil }
        switch bytes.count {
        case 8: return Int(Int64(bitPattern: Self.number(bytes)))
        case 4: return Int(Int32(truncatingIfNeeded: Self.number(bytes)))
        case 2: return Int(Int16(truncatingIfNeeded: Self.number(bytes)))
        default: throw .mismatch(column: column)
        }
    }

    /// The floating-point number in a column, or nil where that is NULL.
    /// - Throws: `PostgresError.mismatch` where it is of another type.
    public func optionalDouble(_ column: Int) throws(PostgresError) -> Double? {
        guard let bytes = value(column) else { return nil }
        guard bytes.count == 8 else { throw .mismatch(column: column) }
        return Double(bitPattern: Self.number(bytes))
    }

    /// True where a column is TRUE.
    public func bool(_ column: Int) -> Bool { value(column)?.first == 1 }

    /// The text in a column.
    /// - Throws: `PostgresError.mismatch` where it is NULL.
    public func text(_ column: Int) throws(PostgresError) -> String {
        guard let bytes = value(column) else { throw .mismatch(column: column) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The bytes in a column.
    /// - Throws: `PostgresError.mismatch` where it is NULL.
    public func data(_ column: Int) throws(PostgresError) -> Data {
        guard let bytes = value(column) else { throw .mismatch(column: column) }
        return Data(bytes)
    }

    private func value(_ column: Int) -> UnsafeRawBufferPointer? {
        guard column < Int(PQnfields(result)), PQgetisnull(result, row, Int32(column)) == 0 else { return nil }
        let length = Int(PQgetlength(result, row, Int32(column)))
        return UnsafeRawBufferPointer(start: PQgetvalue(result, row, Int32(column)), count: length)
    }

    private static func number(_ bytes: UnsafeRawBufferPointer) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}
