/// A statement and its parameters, `$1`, `$2` and so on.
public struct PostgresStatement: Equatable, Sendable {
    public let sql: String
    public let parameters: [PostgresValue]

    public init(_ sql: String, _ parameters: PostgresValue...) { (self.sql, self.parameters) = (sql, parameters) }

    public init(_ sql: String, parameters: [PostgresValue]) { (self.sql, self.parameters) = (sql, parameters) }

    /// A statement that is prepared once on each connection: its text and the types of its parameters.
    struct Prepared: Hashable {
        let sql: String
        let types: [UInt32]
    }

    var prepared: Prepared { Prepared(sql: sql, types: parameters.map(\.type)) }
}
