public import DirectoryModel
public import Foundation
import GRDB

/// The table of the boxes of names, by the keys of their records.
///
/// A box stays while its record may come back: by undo, or because an update brings it again.
struct LearnedTable<R: DirectoryRecord> {
    private let db: Database
    private let table = RecordTable<R>()

    init(in db: Database) { self.db = db }

    /// Every name that was asked, by the key of its record.
    func names() throws -> [Int: LearnedName] {
        let rows = try Row.fetchAll(
            db, sql: "SELECT key, box, due, name FROM learned WHERE collection = ?", arguments: [table.name])
        let names: [(Int, LearnedName)] = try rows.map { row in
            let due: Int64 = try row.decode(atIndex: 2)
            let box = LeitnerBox(number: try row.decode(atIndex: 1), due: Date(timeIntervalSince1970: Double(due)))
            return (try row.decode(atIndex: 0), LearnedName(box: box, folded: try row.decode(atIndex: 3)))
        }
        return Dictionary(names) { $1 }
    }

    func keep(_ box: LeitnerBox, of name: String, key: Int) throws {
        let due = Int64(box.due.timeIntervalSince1970.rounded(.up))
        try db.execute(
            sql: "INSERT OR REPLACE INTO learned VALUES (?, ?, ?, ?, ?)",
            arguments: [table.name, key, box.number, due, Folding.text(name)])
    }

    /// Gives the record's new key the box of its earlier one, which undo may bring back; a box that was left there by
    /// another record is gone.
    func moved(_ key: Int, to new: Int) throws {
        try db.execute(
            sql: """
                INSERT OR REPLACE INTO learned SELECT collection, ?, box, due, name FROM learned
                WHERE collection = ? AND key = ?
                """, arguments: [new, table.name, key])
    }

    /// Removes the boxes of records that are gone and that undo cannot bring back.
    func settle() throws {
        try db.execute(
            sql: """
                DELETE FROM learned WHERE collection = ? AND key NOT IN (SELECT \(table.quotedKey) FROM \(table.name))
                AND key NOT IN (SELECT key FROM undo_row WHERE source = ? AND c0 IS NOT NULL)
                """, arguments: [table.name, table.name])
    }
}

/// A name that was asked, and its box.
public struct LearnedName: Equatable, Sendable {
    /// How well it is known.
    public let box: LeitnerBox
    /// The name as the search folds it.
    let folded: String

    /// True where it is this name: the same number is somebody else in another class.
    public func isName(_ name: String) -> Bool { folded == Folding.text(name) }
}

/// How well a name is known: one of Leitner's boxes, and the time from which the name is asked again.
///
/// A right answer moves a name to the next box, which is asked later; a wrong answer moves it back to the first one.
public struct LeitnerBox: Equatable, Sendable {
    /// From 0, where the last answer was wrong, to 5.
    public let number: Int
    /// The time from which the name is asked again; whole seconds are kept.
    public let due: Date

    /// The box of a name that was never asked.
    public static let new = LeitnerBox(number: 0, due: .distantPast)

    /// After how many days the names of each box are asked again.
    private static let days = [0, 1, 3, 7, 21, 60]

    /// Makes a box; a number that is out of range becomes the nearest one.
    public init(number: Int, due: Date) {
        self.number = min(max(number, 0), Self.days.count - 1)
        self.due = due
    }

    /// True where the last answer was right.
    public var isKnown: Bool { number > 0 }

    /// The box after an answer. A right answer that was given before the name was due changes nothing.
    public func answered(isRight: Bool, at now: Date) -> LeitnerBox {
        guard isRight else { return LeitnerBox(number: 0, due: now) }
        guard now >= due else { return self }
        let next = min(number + 1, Self.days.count - 1)
        return LeitnerBox(number: next, due: now.addingTimeInterval(Double(Self.days[next]) * 86_400 - Self.early))
    }

    /// How many seconds earlier names are due, so that those of one evening are due at any time of another.
    private static let early: TimeInterval = 4 * 3600
}

extension Store {
    /// Every name that was asked, by the key of its record.
    public func learned<R: DirectoryRecord>(_ type: R.Type) throws(StoreError) -> [Int: LearnedName] {
        try read { try LearnedTable<R>(in: $0).names() }
    }

    /// Keeps the box of a name. When it returns, the box is in the store, whatever ends the program.
    public func keep<R: DirectoryRecord>(
        _ box: LeitnerBox, of name: String, _ type: R.Type, key: Int
    ) throws(StoreError) {
        try write { try LearnedTable<R>(in: $0).keep(box, of: name, key: key) }
    }

    /// The rows whose picture other rows have, too, as placeholders are: equal numbers mean equal pictures.
    public func sharedPictures<R: DirectoryRecord>(of type: R.Type) throws(StoreError) -> [Int64: Int] {
        let table = RecordTable<R>().pictureTable
        return try read { db in
            // Pictures of different lengths differ, and are not read.
            let lists = try String.fetchAll(
                db, sql: "SELECT json_group_array(row) FROM \(table) GROUP BY length(content) HAVING COUNT(*) > 1")
            var (shared, last) = ([Int64: Int](), 0)
            for list in lists {
                var rows: [DatabaseValue: [Int64]] = [:]
                let found = try Row.fetchCursor(
                    db, sql: "SELECT row, content FROM \(table) WHERE row IN (SELECT value FROM json_each(?))",
                    arguments: [list])
                while let row = try found.next() {
                    rows[row["content"], default: []].append(try row.decode(atIndex: 0))
                }
                for group in rows.values where group.count > 1 {
                    last += 1
                    for row in group { shared[row] = last }
                }
            }
            return shared
        }
    }
}
