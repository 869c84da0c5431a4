import Foundation
import LibpqClient

/// An empty schema in the database of a cluster.
public struct PostgresSchema: Sendable {
    /// The address of the database, with the schema in its search path.
    public let address: String
    private let name: String
    private let cluster: PostgresCluster

    /// - Throws: `PostgresError`.
    public init(in cluster: PostgresCluster) throws {
        name = "test_" + UUID().uuidString.lowercased().replacing("-", with: "_")
        self.cluster = cluster
        address = "\(cluster.address) options='-c search_path=\(name)'"
        try PostgresConnection(PostgresAddress(cluster.address)).execute("CREATE SCHEMA \(name)")
    }

    /// Drops the schema. Throws `PostgresError`.
    public func remove() throws {
        let connection = try PostgresConnection(PostgresAddress(cluster.address))
        try connection.execute("SET client_min_messages = warning; DROP SCHEMA \(name) CASCADE")
    }

    /// Executes statements in the schema, as another program would. Throws `PostgresError`.
    public func execute(_ sql: String) throws { try PostgresConnection(PostgresAddress(address)).execute(sql) }
}
