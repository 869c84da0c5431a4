public import DirectoryModel
import Foundation
import GRDB
import Language

/// An element that was set aside, where it rests.
public struct KeptAside: Equatable, Sendable, Identifiable {
    public let id: Int64
    public let element: SetAside

    public init(id: Int64, element: SetAside) { (self.id, self.element) = (id, element) }
}

extension Store {
    /// How many of the elements that were set aside are told one by one.
    static let mostToldAside = 200

    /// What was set aside by the last download or file, in the order it came; the first 200 of it.
    public func keptAside<R: DirectoryModel.Record>(_ type: R.Type) throws(StoreProblem) -> [KeptAside] {
        try read { db in
            let sql = "SELECT position, reason, raw FROM set_aside WHERE collection = ? ORDER BY position LIMIT ?"
            return try Row.fetchAll(db, sql: sql, arguments: [R.collection.name, Self.mostToldAside])
                .map { row in
                    let element = SetAside(reason: try row.decode(atIndex: 1), raw: try row.decode(atIndex: 2))
                    return KeptAside(id: try row.decode(atIndex: 0), element: element)
                }
        }
    }

    /// How many elements are set aside.
    public func asideCount<R: DirectoryModel.Record>(of type: R.Type) throws(StoreProblem) -> Int {
        try read { db in
            try Int.fetchOne(
                db, sql: "SELECT COUNT(*) FROM set_aside WHERE collection = ?", arguments: [R.collection.name]) ?? 0
        }
    }

    /// Takes in the record that an element set aside was mended to, in one transaction. Where all but some fields of the
    /// element were taken in before, it takes the place of that record, unless that is one's own and was edited since.
    /// - Returns: false, and nothing changed, where something else has its key, or somebody else its owner's name.
    public func takeIn<R: DirectoryModel.Record>(_ record: R, from kept: KeptAside) throws(StoreProblem) -> Bool {
        let table = RecordTable<R>()
        return try write(R.self, isChange: \.self) { db in
            var numbers = try Numbers<R>(in: db)
            let record = numbers.numbered(record)
            let isThere = try table.row(of: record.key, in: db) != nil
            guard !isThere || kept.element.isPart(of: record), try Self.isFree(record, in: db) else { return false }
            let name = record.displayName
            let journal = try UndoJournal<R>(
                session: session, label: isThere ? translated("Editing \(name)") : translated("Adding \(name)"), in: db)
            try journal.remember(key: record.key)
            try journal.rememberAside()
            try Self.forget(kept, of: R.collection, in: db)
            _ = try table.save(table.prepare(record), key: record.key, in: db)
            try Numbers<R>.keepLast(in: db)
            try journal.rememberAfter()
            return true
        }
    }

    /// True where nobody else has the owner's name of `record`, and it takes the place of no own record that was edited.
    private static func isFree<R: DirectoryModel.Record>(_ record: R, in db: Database) throws -> Bool {
        guard let owner = record.owner else { return true }
        if try OwnTable<R>(in: db).everEdited().contains(where: { $0.key == record.key }) { return false }
        guard let owned = owned(R.self, by: owner) else { return true }
        let sql = "SELECT \"\(RecordTable<R>().keyColumn)\" FROM \(R.collection.name) WHERE \(owned)"
        let holders = try Int.fetchAll(db, sql: sql, arguments: [owner])
        return holders.isEmpty || holders.contains(record.key)
    }

    /// Forgets an element that was set aside.
    public func forgetAside<R: DirectoryModel.Record>(_ kept: KeptAside, of type: R.Type) throws(StoreProblem) {
        try told { try pool.write { try Self.forget(kept, of: R.collection, in: $0) } }
    }

    /// A take-over may have put another element in its place meanwhile; that one stays.
    private static func forget(_ kept: KeptAside, of collection: Collection, in db: Database) throws {
        try db.execute(
            sql: "DELETE FROM set_aside WHERE position = ? AND collection = ? AND raw = ?",
            arguments: [kept.id, collection.name, kept.element.raw])
    }
}

extension SetAside {
    /// True where it was set aside only for fields whose JSON is broken, and is about the same record.
    fileprivate func isPart<R: DirectoryModel.Record>(of record: R) -> Bool {
        switch ElementReader<R>().read(.whole(Data(raw.utf8))) {
        case .partly(let part, _, _): part.key == record.key
        // What was no text became replacement characters here.
        case .record(let part): part.key == record.key && raw.contains("\u{FFFD}")
        case .setAside: false
        }
    }
}
