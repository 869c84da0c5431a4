import DirectoryModel
public import Foundation
import GRDB

/// The Leitner boxes of names, by the keys of their records.
///
/// A box is not removed while undo or an update may restore its record.
struct LearnedTable {
    private let table: RecordTable
    private let db: Database

    init(_ table: RecordTable, in db: Database) { (self.table, self.db) = (table, db) }

    /// Copies a record's box to its new key, unless that has a higher box of the same name; undo may restore the old
    /// key.
    func moved(_ key: Int, to new: Int) throws {
        try db.execute(
            sql: """
                INSERT INTO learned SELECT collection, ?, box, due, name FROM learned WHERE collection = ? AND key = ?
                ON CONFLICT DO UPDATE SET box = excluded.box, due = excluded.due, name = excluded.name
                WHERE excluded.box > box OR excluded.name <> name
                """, arguments: [new, table.name, key])
    }

    /// Removes the boxes of records that cannot be restored.
    func removeUnused() throws {
        try db.execute(
            sql: """
                DELETE FROM learned WHERE collection = ? AND key NOT IN (SELECT \(table.quotedKey) FROM \(table.name))
                AND key NOT IN (SELECT key FROM \(table.recordImages) AND before IS NOT NULL)
                """, arguments: [table.name])
    }
}

/// A name that was practiced, and its box.
public struct LearnedName: Equatable, Sendable {
    public let box: LeitnerBox
    let folded: String

    /// True if it is this name: in another class the same number is another person.
    public func isName(_ name: String) -> Bool { folded == Folding.text(name) }
}

/// How well a name is known, as one of Leitner's boxes, and when it is due again.
///
/// A right answer moves a name to the next box, which is due later; a wrong answer moves it to the first.
public struct LeitnerBox: Equatable, Sendable {
    /// From 0 (the last answer was wrong) to 5.
    public let number: Int
    /// When the name is due again, in whole seconds.
    public let due: Date

    public static let new = LeitnerBox(number: 0, due: .distantPast)

    /// After how many days each box is due again.
    private static let days = [0, 1, 3, 7, 21, 60]

    /// Clamps `number` to the boxes.
    public init(number: Int, due: Date) {
        self.number = min(max(number, 0), Self.days.count - 1)
        self.due = due
    }

    public var isKnown: Bool { number > 0 }

    /// The box after an answer. A right answer before the name was due changes nothing.
    public func answered(isRight: Bool, at now: Date) -> LeitnerBox {
        guard isRight else { return LeitnerBox(number: 0, due: now) }
        guard now >= due else { return self }
        let next = min(number + 1, Self.days.count - 1)
        return LeitnerBox(number: next, due: now.addingTimeInterval(Double(Self.days[next]) * 86_400 - Self.early))
    }

    /// Names are due a few hours early, so that an evening's names are due at any time of another evening. In seconds.
    private static let early: TimeInterval = 4 * 3600
}

extension StoredCollection {
    /// The names that were practiced, by the key of their record.
    public func learned() throws(StoreError) -> [Int: LearnedName] {
        try read { db in
            let sql = "SELECT key, box, due, name FROM learned WHERE collection = ?"
            return try Row.fetchAll(db, sql: sql, arguments: [table.name]).reduce(into: [:]) { names, row in
                let due: Int64 = try row.decode(atIndex: 2)
                let box = LeitnerBox(number: try row.decode(atIndex: 1), due: Date(timeIntervalSince1970: Double(due)))
                names[try row.decode(atIndex: 0)] = LearnedName(box: box, folded: try row.decode(atIndex: 3))
            }
        }
    }

    /// Stores the box of a name.
    public func keep(_ box: LeitnerBox, of name: String, key: Int) throws(StoreError) {
        let due = Int64(box.due.timeIntervalSince1970.rounded(.up))
        try store.write {
            try $0.execute(
                sql: "INSERT OR REPLACE INTO learned VALUES (?, ?, ?, ?, ?)",
                arguments: [table.name, key, box.number, due, Folding.text(name)])
        }
    }

    /// The rows whose picture other rows share, such as placeholders; rows with equal values have equal pictures.
    public func sharedPictures() throws(StoreError) -> [Int64: Int] {
        let name = table.name
        let shared = "SELECT picture FROM \(name) WHERE picture IS NOT NULL GROUP BY picture HAVING COUNT(*) > 1"
        return try read { db in
            let rows = try Row.fetchAll(db, sql: "SELECT row, picture FROM \(name) WHERE picture IN (\(shared))")
            return try rows.reduce(into: [:]) { $0[try $1.decode(Int64.self, atIndex: 0)] = try $1.decode(atIndex: 1) }
        }
    }
}
