private import CPQ

/// The rows that a statement returned.
public final class PostgresRows: Sequence {
    let result: OpaquePointer

    /// Takes over `result`.
    init(_ result: OpaquePointer) { self.result = result }

    deinit { PQclear(result) }

    /// How many rows there are.
    public var count: Int { Int(PQntuples(result)) }

    /// The first row, or nil.
    public var first: PostgresRow? { count == 0 ? nil : PostgresRow(self, 0) }

    /// How many rows the statement inserted, updated or deleted.
    public var changes: Int { Int(String(cString: PQcmdTuples(result))) ?? 0 }

    /// The command that was done, as “COMMIT”.
    var command: String { String(cString: PQcmdStatus(result)) }

    public func makeIterator() -> AnyIterator<PostgresRow> {
        var row: Int32 = 0
        return AnyIterator {
            guard row < self.count else { return nil }
            defer { row += 1 }
            return PostgresRow(self, row)
        }
    }
}
