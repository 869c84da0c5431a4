@preconcurrency import Dispatch
import Foundation
import GRDB

/// Pictures by their hashes, which records and the images of the journal reference. An unreferenced picture is
/// removed by the next sweep.
struct PictureTable {
    let db: Database

    /// Stores a picture with its hash, unless it is there undamaged.
    func insert(_ picture: PictureContent, _ hash: Int64) throws {
        let sql = """
            INSERT INTO picture (hash, content) VALUES (?, ?)
            ON CONFLICT (hash) DO UPDATE SET content = excluded.content WHERE content IS NOT excluded.content
            """
        try db.cachedStatement(sql: sql).execute(arguments: [hash, picture.databaseValue])
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

/// Removes the pictures that neither a record nor the history has, and their pages from the end of the file.
public struct PictureRemoval: Sendable {
    private static let group = DispatchGroup()
    private let store: Store

    public init(from store: Store) { self.store = store }

    /// Removes them. It may take a while, so call it after the window is shown. While a list arrives, whose pictures no
    /// record has yet, it does nothing. What cannot be removed now, the next start removes.
    public func run() { try? removeUnnamed() }

    /// Removes them in the background.
    func start() { DispatchQueue.global(qos: .utility).async(group: Self.group) { run() } }

    /// Waits for what continues in the background; a program calls it before it exits.
    public static func finish() { group.wait() }

    private func removeUnnamed() throws {
        guard store.whyReadOnly == nil else { return }
        var unnamed = try store.pool.read { db in
            // From the end of the file, which is then cut off without moving other pages.
            let unreferenced = try PictureTable(db: db).unreferenced
            return try Int64.fetchAll(db, sql: "SELECT hash FROM picture WHERE \(unreferenced) ORDER BY row DESC")
        }[...]
        // At first so few that this succeeds although the disk is nearly full, then more in the space that this freed.
        var count = 32
        while !unnamed.isEmpty {
            let isDone = try remove(unnamed.prefix(count))
            guard isDone else { return }
            unnamed = unnamed.dropFirst(count)
            count = min(2 * count, 8192)
        }
    }

    /// - Returns: false if a list arrives.
    private func remove(_ hashes: ArraySlice<Int64>) throws -> Bool {
        try store.pool.write { db in
            // Whoever stores pictures before their records has made a work folder before.
            guard !WorkFile.isListArriving(in: store.sandbox) else { return false }
            let some = hashes.map(String.init).joined(separator: ", ")
            try db.execute(
                sql: """
                    DELETE FROM picture WHERE hash IN (\(some)) AND \(PictureTable(db: db).unreferenced);
                    PRAGMA incremental_vacuum(4096)
                    """)
            return true
        }
    }
}
