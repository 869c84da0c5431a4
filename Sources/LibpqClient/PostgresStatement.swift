public import Foundation

/// A parameter of a statement, typed even if it is NULL. NUL characters in texts become U+FFFD.
public enum PostgresValue: Equatable, Sendable {
    case integer(Int?)
    case double(Double?)
    case text(String?)
    case bytes(Data?)

    /// The OID of its type.
    fileprivate var type: UInt32 {
        switch self {
        case .integer: 20
        case .double: 701
        case .text: 25
        case .bytes: 17
        }
    }

    /// The value in PostgreSQL’s binary format; nil if it is NULL.
    fileprivate var binary: Data? {
        switch self {
        case .integer(let number): number.map { Self.bigEndian(Int64($0)) }
        case .double(let number): number.map { Self.bigEndian($0.bitPattern) }
        case .text(let text): text.map { Data(($0.utf8.contains(0) ? $0.replacing("\0", with: "\u{FFFD}") : $0).utf8) }
        case .bytes(let data): data
        }
    }

    private static func bigEndian(_ number: some FixedWidthInteger) -> Data {
        withUnsafeBytes(of: number.bigEndian) { Data($0) }
    }
}

/// SQL with the parameters `$1`, `$2`, ….
public struct PostgresStatement: Equatable, Sendable {
    public let sql: String
    public let parameters: [PostgresValue]

    public init(_ sql: String, _ parameters: PostgresValue...) { self.init(sql, parameters: parameters) }

    public init(_ sql: String, parameters: [PostgresValue]) {
        self.sql = sql
        self.parameters = parameters
    }

    /// The key of a prepared statement.
    struct Prepared: Hashable {
        let sql: String
        let types: [UInt32]
    }

    var prepared: Prepared { Prepared(sql: sql, types: parameters.map(\.type)) }

    /// Calls `body` with the count, the addresses, the lengths, and the formats of the parameters in binary format.
    func withParameters<T>(_ body: (Int32, [UnsafePointer<CChar>?], [Int32], [Int32]) -> T) -> T {
        let values = parameters.map(\.binary)
        let lengths = values.map { $0?.count ?? 0 }
        // Not empty, so that it has an address.
        let bytes = values.reduce(into: Data([0])) { $0.append($1 ?? Data()) }
        return bytes.withUnsafeBytes { buffer in
            var next = buffer.bindMemory(to: CChar.self).baseAddress.map { $0 + 1 }
            let addresses = zip(values, lengths).map { value, length in
                defer { next = next.map { $0 + length } }
                return value == nil ? nil : next
            }
            return body(
                Int32(values.count), addresses, lengths.map { Int32($0) }, [Int32](repeating: 1, count: values.count))
        }
    }
}
