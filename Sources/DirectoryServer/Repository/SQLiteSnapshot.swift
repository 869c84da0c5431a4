internal import Foundation
internal import GRDB

/// All entries at one moment, read in pieces of about 128 KB from a connection of its own.
struct SQLiteSnapshot: EntrySnapshot {
    let tag: String
    let count: Int
    let byteCount: Int
    private let database: DatabaseSnapshot
    private let collection: String

    /// How many bytes a piece has at least, unless it is the last.
    private static let pieceSize = 128 << 10

    init(_ database: DatabaseSnapshot, of collection: String) async throws {
        (self.database, self.collection) = (database, collection)
        let state = try await database.read { db in
            let sql = "SELECT tag, count, bytes FROM list WHERE collection = ?"
            return try Row.fetchOne(db, sql: sql, arguments: [collection]).map {
                (
                    tag: try $0.decode(String.self, atIndex: 0), count: try $0.decode(Int.self, atIndex: 1),
                    bytes: try $0.decode(Int.self, atIndex: 2)
                )
            }
        }
        tag = state?.tag ?? ""
        count = state?.count ?? 0
        byteCount = state?.bytes ?? 0
    }

    func piece(after position: Int64) async throws -> EntryPiece? {
        try await database.read { db in
            let statement = try db.cachedStatement(
                sql: "SELECT id, json FROM entry WHERE collection = ? AND id > ? ORDER BY id")
            let rows = try Row.fetchCursor(statement, arguments: [collection, position])
            var json = Data()
            var last = position
            while json.count < Self.pieceSize, let row = try rows.next() {
                if last != position { json.append(UInt8(ascii: ",")) }
                try row.withUnsafeData(atIndex: 1) { json.append($0 ?? Data()) }
                last = try row.decode(atIndex: 0)
            }
            return last == position ? nil : EntryPiece(json: json, position: last)
        }
    }
}
