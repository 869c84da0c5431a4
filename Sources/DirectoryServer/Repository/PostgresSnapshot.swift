internal import Foundation
internal import PostgresKit

/// All entries at one moment, read in pieces of about 128 KB by a connection of its own.
struct PostgresSnapshot: EntrySnapshot {
    let tag: String
    let count: Int
    let byteCount: Int
    private let lease: PostgresLease
    private let collection: String

    /// How many bytes a piece has, about.
    private static let pieceSize = 128 << 10

    init(_ pool: PostgresPool, of collection: String) async throws {
        let (lease, list) = try await pool.lease { connection in
            try connection.execute("BEGIN \(PostgresConnection.Isolation.snapshot.rawValue)")
            return try connection.run(
                "SELECT tag, count, bytes FROM entry_list WHERE collection = $1", .text(collection)
            ).first.map { (tag: try $0.text(0), count: try $0.integer(1), bytes: try $0.integer(2)) }
        }
        (self.lease, self.collection) = (lease, collection)
        (tag, count, byteCount) = list ?? ("", 0, 0)
    }

    func piece(after position: Int64) async throws -> EntryPiece? {
        let (collection, rows) = (collection, max(1, Self.pieceSize * max(1, count) / max(1, byteCount)))
        return try await PostgresRepository.explained {
            try await lease.run { connection in try Self.piece(connection, of: collection, after: position, rows) }
        }
    }

    /// The next `limit` entries, or nil at the end.
    private static func piece(
        _ connection: PostgresConnection, of collection: String, after position: Int64, _ limit: Int
    ) throws -> EntryPiece? {
        var json = Data()
        var last: Int64?
        let statement = PostgresStatement(
            "SELECT id, json FROM entry WHERE collection = $1 AND id > $2 ORDER BY id LIMIT $3", .text(collection),
            .integer(Int(position)), .integer(limit))
        try connection.forEach(statement) { row in
            if last != nil { json.append(UInt8(ascii: ",")) }
            json.append(try row.data(1))
            last = Int64(try row.integer(0))
        }
        return last.map { EntryPiece(json: json, position: $0) }
    }
}
