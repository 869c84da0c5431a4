@preconcurrency import Dispatch
import Foundation
import GRDB

/// Pictures by their hashes, which records and the images of the journal reference. An unreferenced picture is
/// removed by the next sweep.
struct PictureTable {
    let db: Database

    /// Stores a picture, unless it is there undamaged.
    func insert(_ picture: HashedPicture) throws {
        let sql = """
            INSERT INTO picture (hash, content) VALUES (?, ?)
            ON CONFLICT (hash) DO UPDATE SET content = excluded.content WHERE content IS NOT excluded.content
            """
        try db.cachedStatement(sql: sql).execute(arguments: [picture.hash, picture.content.databaseValue])
    }

    /// The picture with a hash, or nil if `hash` is not a number.
    func picture(_ hash: DatabaseValue) throws -> PictureContent? {
        guard case .int64 = hash.storage else { return nil }
        let statement = try db.cachedStatement(sql: "SELECT content FROM picture WHERE hash = ?")
        return try DatabaseValue.fetchOne(statement, arguments: [hash]).flatMap(PictureContent.init(databaseValue:))
    }

    func contains(_ hash: Int64) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM picture WHERE hash = ?)")
        return try Bool.fetchOne(statement, arguments: [hash]) ?? false
    }

    /// The condition that neither a record nor an image names the hash.
    var unreferenced: String {
        get throws {
            let collections = try String.fetchAll(db, sql: "SELECT collection FROM definition")
            let named = (collections + ["image"]).map { "SELECT picture FROM \($0) WHERE picture IS NOT NULL" }
            return "hash NOT IN (\(named.joined(separator: " UNION ALL ")))"
        }
    }
}

/// The removal of the pictures of refused lists, which continues in the background.
public enum PictureRemoval {
    static let group = DispatchGroup()

    /// Waits for its end; a program calls it before it exits.
    public static func finish() { group.wait() }
}
