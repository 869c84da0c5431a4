import ClassAPI
import DirectoryModel
import Foundation
import GRDB

/// The table of elements that were set aside, as undo compares it.
enum RejectedElementTable {
    /// The hash of every element set aside, by its position.
    static func prints(of collection: CollectionInfo, in db: Database) throws -> [Int64: Int64] {
        let rows = try Row.fetchCursor(
            db, sql: "SELECT position, reason, raw FROM set_aside WHERE collection = ?", arguments: [collection.name])
        var prints: [Int64: Int64] = [:]
        while let row = try rows.next() { prints[try row.decode(atIndex: 0)] = try print(of: row) }
        return prints
    }

    /// The hash of an element in a row of position, reason and raw text.
    static func print(of row: Row) throws -> Int64 {
        var hash = ContentHash()
        hash.add(try row.decode(String.self, atIndex: 1))
        hash.add(try row.decode(String.self, atIndex: 2))
        return hash.number()
    }
}
