internal import Foundation
private import LibpqClient

extension SQLRepository {
    /// The key of an entry and the hash of its JSON.
    typealias KeyedHash = (key: Int, hash: Data)

    /// Calls `body` with the tag of a list, and a function that passes the hashes of its entries to its argument.
    /// Entries are not read.
    func withHashes<T: Sendable>(
        of collection: String,
        _ body: @escaping @Sendable (_ tag: String, _ each: ((KeyedHash) throws -> Void) throws -> Void) throws -> T
    ) async throws -> T {
        try await database.snapshot().read { db in
            try body(try ListState.find(db, of: collection)?.tag ?? "") { take in
                var missing: [Int] = []
                let hashes = SQLStatement(
                    "SELECT key, hash FROM entry WHERE collection = $1 ORDER BY id", .text(collection))
                try db.forEachRow(hashes) { row in
                    let (key, hash) = (try row.integer(0), try row.data(1))
                    if hash.isEmpty { missing.append(key) } else { try take((key, hash)) }
                }
                guard !missing.isEmpty else { return }
                let entries = SQLStatement(
                    """
                    SELECT key, json FROM entry
                    WHERE collection = $1 AND \(db.dialect.isAmong("key", "$2", as: "bigint"))
                    """, .text(collection), .list(missing))
                try db.forEachRow(entries) { try take((try $0.integer(0), Entry.hash(of: try $0.data(1)))) }
            }
        }
    }
}
