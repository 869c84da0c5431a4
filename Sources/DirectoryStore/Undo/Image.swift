import DirectoryModel
import Foundation
import GRDB

/// A record as it was before a change, in the table `image`.
struct Image {
    let change: Int64
    let key: Int
    /// The row of the record, or nil if there was none.
    let row: Int64?
    /// The hash of its content, or nil if there was none, or it was forgotten.
    let hash: Int64?
    /// The hash of its picture, or nil.
    let picture: Int64?

    /// True if there was a record, whose content was removed from the history.
    var isForgotten: Bool { row != nil && hash == nil }

    fileprivate init(_ row: Row) throws {
        change = try row.decode(atIndex: 0)
        key = try row.decode(atIndex: 1)
        self.row = try row.decode(atIndex: 2)
        hash = try row.decode(atIndex: 3)
        picture = try row.decode(atIndex: 4)
    }
}

extension RecordTable {
    /// Stores the record that a key has before a change, or nil if it has none, unless the change has stored that.
    /// - Parameter picture: the hash of its picture, or NULL.
    func insertImage(
        of key: Int, _ stored: StoredRecord?, picture: DatabaseValue, before change: Int64, in db: Database
    ) throws {
        try db.cachedStatement(
            sql: """
                INSERT OR IGNORE INTO image (change, collection, source, key, row, hash, picture, before)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            change, name, Change.records, key, stored?.row, stored?.hash, picture, stored?.record.json,
        ])
    }

    /// The images of records that meet `condition`, in the order of changes and keys.
    func images(where condition: String, limit: Int? = nil, in db: Database) throws -> [Image] {
        let order = "ORDER BY change, row IS NULL, row, key\(limit.map { " LIMIT \($0)" } ?? "")"
        return try Row.fetchAll(
            db, sql: "SELECT change, key, row, hash, picture FROM \(recordImages) AND \(condition) \(order)"
        ).map(Image.init)
    }

    /// The images of the collection's records, for FROM; a further condition can follow.
    var recordImages: String { "image WHERE collection = '\(name)' AND source = '\(Change.records)'" }

    /// The first image of each key after a change, by key: what the change left, unless that is still there.
    /// - Parameter condition: which keys.
    func nextImages(after change: Int64, where condition: String = "true", in db: Database) throws -> [Int: Image] {
        let first =
            "(change, key) IN (SELECT MIN(change), key FROM \(recordImages) AND change > \(change) GROUP BY key)"
        let images = try images(where: "change > \(change) AND \(first) AND \(condition)", in: db)
        return Dictionary(images.map { ($0.key, $0) }) { first, _ in first }
    }

    /// The record of an image with its picture, or nil if there was none, or its content was forgotten.
    func record(of image: Image, in db: Database) throws -> Record? {
        guard let record = try recordWithoutPicture(of: image, in: db) else { return nil }
        return complete(record, try PictureTable(db: db).picture(image.picture.databaseValue))
    }

    func recordWithoutPicture(of image: Image, in db: Database) throws -> Record? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT before FROM image
                WHERE change = ? AND collection = ? AND source = ? AND key = ? AND before IS NOT NULL
                """)
        let arguments: StatementArguments = [image.change, name, Change.records, image.key]
        guard let json = try String.fetchOne(statement, arguments: arguments) else { return nil }
        guard let record = Record(definition, key: image.key, stored: json) else { throw StoreError.damaged }
        return record
    }

    /// Adds the record of an image again, in its row unless another record has that.
    func restore(_ image: Image, in db: Database) throws {
        guard let row = image.row, let hash = image.hash, let record = try recordWithoutPicture(of: image, in: db)
        else { return }
        try insert(prepare(record, hash: hash, pictureHash: image.picture), row: row, in: db)
    }

    /// The record with `key` right after a change, or nil if the change deleted it.
    func version(of key: Int, after change: Int64, in db: Database) throws -> Record? {
        guard let next = try images(where: "key = \(key) AND change > \(change)", limit: 1, in: db).first else {
            return try whole(key: key, in: db)
        }
        return try record(of: next, in: db)
    }

    /// Computes the hashes of the images again, as the definition changed.
    func updateImageHashes(in db: Database) throws {
        for image in try images(where: "before IS NOT NULL", in: db) {
            guard let record = try? record(of: image, in: db) else { continue }
            try db.cachedStatement(
                sql: "UPDATE image SET hash = ? WHERE change = ? AND collection = ? AND source = ? AND key = ?"
            ).execute(arguments: [content(of: record).hash, image.change, name, Change.records, image.key])
        }
    }
}
