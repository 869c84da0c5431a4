private import Foundation
internal import PostgresKit

extension PostgresRepository {
    public func withDelta<T: Sendable>(
        of collection: String, since request: DeltaRequest, _ body: @escaping @Sendable (ListDelta) throws -> T
    ) async throws -> T? {
        try await read { connection in
            let revision = try connection.run(
                "SELECT max(revision) FROM entry_change WHERE tag = $1 AND collection = $2", .text(request.tag),
                .text(collection)
            ).first?.optionalInteger(0)
            guard let revision else { return nil }
            return try body(try Self.delta(connection, of: collection, since: revision, request))
        }
    }

    private static func delta(
        _ connection: PostgresConnection, of collection: String, since revision: Int, _ request: DeltaRequest
    ) throws -> ListDelta {
        var (removed, sent): ([Int], [Int: Int]) = ([], [:])
        let changed = try connection.run(
            """
            SELECT c.key, e.id, octet_length(e.json)
            FROM (SELECT DISTINCT key FROM entry_change WHERE collection = $1 AND revision > $2 AND key IS NOT NULL) c
            LEFT JOIN entry e ON e.collection = $1 AND e.key = c.key
            """, .text(collection), .integer(revision))
        for row in changed {
            if let id = try row.optionalInteger(1) {
                sent[id] = try row.integer(2)
            } else {
                removed.append(try row.integer(0))
            }
        }
        let others = try connection.run(
            """
            SELECT id, octet_length(json) FROM entry
            WHERE collection = $1 AND (key = ANY($2) OR owner_key = ANY($3))
            """, .text(collection), .integers(Array(request.keys)), .texts(request.owners.map(caseless)))
        for row in others { sent[try row.integer(0)] = try row.integer(1) }
        let list = try connection.run(
            "SELECT tag, count, bytes FROM entry_list WHERE collection = $1", .text(collection)
        ).first
        let ids = Array(sent.keys)
        return ListDelta(
            tag: try list?.text(0) ?? "", count: try list?.integer(1) ?? 0, listByteCount: try list?.integer(2) ?? 0,
            byteCount: sent.values.reduce(0, +), removed: removed.sorted()
        ) { body in
            try connection.forEach(
                PostgresStatement("SELECT json FROM entry WHERE id = ANY($1) ORDER BY id", .integers(ids))
            ) { try body(try $0.data(0)) }
        }
    }
}
