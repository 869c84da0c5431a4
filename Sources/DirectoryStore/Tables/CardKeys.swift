import ClassAPI
import DirectoryModel
import GRDB

/// The numbers of records by the identifiers of the cards they were imported from, so that a changed card updates its
/// record. Of an identifier only a hash is kept.
struct CardKeys<R: DirectoryRecord> {
    private let db: Database

    init(in db: Database) { self.db = db }

    /// The number of the record that was imported from the card with an identifier, or nil.
    func key(of uid: String) throws -> Int? {
        try String.fetchOne(
            db, sql: "SELECT value FROM setting WHERE name = ?", arguments: [Self.name(uid)]
        ).flatMap { Int($0) }
    }

    func keep(_ keys: [String: Int]) throws {
        for (uid, key) in keys.sorted(by: { $0.key < $1.key }) {
            try db.cachedStatement(
                sql: "INSERT INTO setting VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value"
            ).execute(arguments: [Self.name(uid), String(key)])
        }
    }

    private static func name(_ uid: String) -> String {
        "card-\(R.collection.name)-\(uid.utf8.fowlerHash)"
    }
}
