import DirectoryModel
@preconcurrency import Dispatch
import GRDB

/// The pictures of a list that arrives. They are written once, into the collection's own table, before any record has
/// them; a merge gives records their rows.
///
/// `arriving_picture` lists them with the session that reads the list, so that those without a record can be removed:
/// after the merge, or at the next start if the program was killed.
struct ArrivingPictures<R: DirectoryRecord>: Sendable {
    let session: String
    private let table = RecordTable<R>()

    init(session: String) { self.session = session }

    /// Stores pictures.
    /// - Returns: their rows.
    func insert(_ pictures: [PictureContent?], in db: Database) throws -> [Int64?] {
        let remember = try db.cachedStatement(sql: "INSERT OR REPLACE INTO arriving_picture VALUES (?, ?, ?)")
        return try pictures.map { picture in
            guard let picture else { return nil }
            let row = try table.insert(picture, in: db)
            try remember.execute(arguments: [table.name, row, session])
            return row
        }
    }

    /// The condition that the picture of the arrived row a was removed since, because its session seemed to have ended.
    var isLost: String {
        """
        a.picture IS NOT NULL AND NOT EXISTS (SELECT 1 FROM arriving_picture i
            WHERE i.collection = '\(table.name)' AND i.picture = a.picture AND i.session = '\(session)')
        """
    }

    /// Removes the pictures that no record has.
    func removeUnused(in db: Database) throws {
        let arrived = "FROM arriving_picture WHERE collection = '\(table.name)' AND session = '\(session)'"
        guard try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 \(arrived))") == true else { return }
        try db.execute(
            sql: """
                DELETE FROM \(table.pictureTable) WHERE row IN (SELECT picture \(arrived)
                    EXCEPT SELECT picture FROM \(table.name) WHERE picture IS NOT NULL);
                DELETE \(arrived)
                """)
    }
}

extension ArrivingPictures {
    /// Removes some of the pictures of a list that was not merged, the last ones first, and their pages from the end of
    /// the file. Those that records have stay.
    /// - Returns: false if there are none.
    fileprivate func removeLast(_ count: Int, in db: Database) throws -> Bool {
        let last = try Int64.fetchAll(
            db,
            sql: """
                SELECT picture FROM arriving_picture WHERE collection = ? AND session = ?
                ORDER BY picture DESC LIMIT \(count)
                """, arguments: [table.name, session])
        guard !last.isEmpty else { return false }
        let rows = last.map(String.init).joined(separator: ", ")
        try db.execute(
            sql: """
                DELETE FROM \(table.pictureTable) WHERE row IN (\(rows))
                    AND row NOT IN (SELECT picture FROM \(table.name) WHERE picture IS NOT NULL);
                DELETE FROM arriving_picture WHERE collection = '\(table.name)' AND picture IN (\(rows));
                PRAGMA incremental_vacuum(\(Self.pagesAtOnce))
                """)
        return true
    }

    private static var pagesAtOnce: Int { 4096 }
}

extension Store {
    /// Removes the pictures of a list that was not merged, first so few that this succeeds although the disk is nearly
    /// full, and then more at once in the space that this gave back.
    func removePictures<R: DirectoryRecord>(of pictures: ArrivingPictures<R>) throws(StoreError) {
        var count = 32
        while try write({ try pictures.removeLast(count, in: $0) }) { count = min(2 * count, 8192) }
    }

    /// Removes the pictures of lists that were not merged because their programs were killed.
    func removeArrivedPictures() throws(StoreError) {
        let sessions = try read { try String.fetchSet($0, sql: "SELECT DISTINCT session FROM arriving_picture") }
        for session in sessions where !WorkFile.exists(session, in: sandbox) {
            for type in stored { try removeArrived(type, session) }
        }
    }

    private func removeArrived<R: DirectoryRecord>(_ type: R.Type, _ session: String) throws(StoreError) {
        try removePictures(of: ArrivingPictures<R>(session: session))
    }
}

/// The removal of the pictures of refused lists, which continues in the background.
public enum PictureRemoval {
    static let group = DispatchGroup()

    /// Waits for its end; a program calls it before it exits.
    public static func finish() { group.wait() }
}
