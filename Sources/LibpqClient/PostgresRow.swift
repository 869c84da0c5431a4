private import CPQ
public import Foundation

public struct PostgresRow {
    /// Keeps the result alive.
    private let rows: PostgresRows
    private let row: Int32

    init(_ rows: PostgresRows, _ row: Int32) { (self.rows, self.row) = (rows, row) }

    private var result: OpaquePointer { rows.result }

    /// The integer in a column, counted from 0.
    /// - Throws: `PostgresError.mismatch` if it is NULL or of another type.
    public func integer(_ column: Int) throws(PostgresError) -> Int {
        guard let number = try optionalInteger(column) else { throw .mismatch(column: column) }
        return number
    }

    /// The integer in a column, or nil if it is NULL.
    /// - Throws: `PostgresError.mismatch` if it is of another type.
    public func optionalInteger(_ column: Int) throws(PostgresError) -> Int? {
        guard let bytes = value(column) else { return nil }
        switch bytes.count {
        case 8: return Int(Int64(bitPattern: Self.number(bytes)))
        case 4: return Int(Int32(truncatingIfNeeded: Self.number(bytes)))
        case 2: return Int(Int16(truncatingIfNeeded: Self.number(bytes)))
        default: throw .mismatch(column: column)
        }
    }

    /// The number in a column, or nil if it is NULL.
    /// - Throws: `PostgresError.mismatch` if it is of another type.
    public func optionalDouble(_ column: Int) throws(PostgresError) -> Double? {
        guard let bytes = value(column) else { return nil }
        guard bytes.count == 8 else { throw .mismatch(column: column) }
        return Double(bitPattern: Self.number(bytes))
    }

    /// - Throws: `PostgresError.mismatch` if it is NULL.
    public func text(_ column: Int) throws(PostgresError) -> String {
        guard let bytes = value(column) else { throw .mismatch(column: column) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// - Throws: `PostgresError.mismatch` if it is NULL.
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

public final class PostgresRows: RandomAccessCollection {
    let result: OpaquePointer

    /// Takes ownership of `result`.
    init(_ result: OpaquePointer) { self.result = result }

    deinit { PQclear(result) }

    public var startIndex: Int32 { 0 }
    public var endIndex: Int32 { PQntuples(result) }
    public subscript(row: Int32) -> PostgresRow { PostgresRow(self, row) }

    /// The number of rows inserted, updated, or deleted.
    public var changes: Int { Int(String(cString: PQcmdTuples(result))) ?? 0 }

    /// The command tag, such as “COMMIT”.
    var command: String { String(cString: PQcmdStatus(result)) }
}

/// A parameter of a statement, typed even if it is NULL. NUL characters in texts become U+FFFD.
public enum PostgresValue: Equatable, Sendable {
    case integer(Int?)
    case double(Double?)
    case text(String?)
    case bytes(Data?)

    /// The OID of its type.
    var type: UInt32 {
        switch self {
        case .integer: 20
        case .double: 701
        case .text: 25
        case .bytes: 17
        }
    }

    /// Appends the value in PostgreSQL’s binary format.
    /// - Returns: false if it is NULL.
    func append(to bytes: inout [UInt8]) -> Bool {
        switch self {
        case .integer(nil), .double(nil), .text(nil), .bytes(nil): return false
        case .integer(let number?): Self.append(Int64(number), to: &bytes)
        case .double(let number?): Self.append(number.bitPattern, to: &bytes)
        case .text(let text?): Self.append(text, to: &bytes)
        case .bytes(let data?): bytes.append(contentsOf: data)
        }
        return true
    }

    private static func append(_ text: String, to bytes: inout [UInt8]) {
        let hasNUL = text.utf8.contains(0)
        bytes.append(contentsOf: (hasNUL ? text.replacing("\0", with: "\u{FFFD}") : text).utf8)
    }

    private static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }
}

public struct PostgresStatement: Equatable, Sendable {
    public let sql: String
    public let parameters: [PostgresValue]

    public init(_ sql: String, _ parameters: PostgresValue...) { (self.sql, self.parameters) = (sql, parameters) }

    public init(_ sql: String, parameters: [PostgresValue]) { (self.sql, self.parameters) = (sql, parameters) }

    /// The key of a prepared statement.
    struct Prepared: Hashable {
        let sql: String
        let types: [UInt32]
    }

    var prepared: Prepared { Prepared(sql: sql, types: parameters.map(\.type)) }

    /// Calls `body` with the count, the addresses, the lengths, and the formats of the parameters in binary format.
    func withParameters<T>(_ body: (Int32, [UnsafePointer<CChar>?], [Int32], [Int32]) -> T) -> T {
        var bytes: [UInt8] = []
        // The range of each value; nil for NULL.
        let ranges = parameters.map { value -> Range<Int>? in
            let start = bytes.count
            return value.append(to: &bytes) ? start..<bytes.count : nil
        }
        // Gives an empty last value an address.
        bytes.append(0)
        return bytes.withUnsafeBytes { buffer in
            let start = buffer.bindMemory(to: CChar.self).baseAddress
            let addresses = ranges.map { range in range.flatMap { range in start.map { $0 + range.lowerBound } } }
            let lengths = ranges.map { Int32($0?.count ?? 0) }
            return body(Int32(ranges.count), addresses, lengths, [Int32](repeating: 1, count: ranges.count))
        }
    }
}
