public import DirectoryModel
import Foundation
import GRDB
import Synchronization

/// What of a list that is arriving is set aside, left out, or not read, and the cards its records are from.
extension StagingDatabase {
    /// Notes what of the file no field takes.
    func note(unread columns: [UnreadColumn]) {
        if !columns.isEmpty { notRead.withLock { $0.formUnion(columns) } }
    }

    /// False where so many elements came, and no record among them, that this is another list: a million that are null
    /// are not read to the end.
    func mayBeList(of elements: [ListedElement<R>]) -> Bool {
        refused.withLock { refused in
            guard let count = refused else { return true }
            let isRefused = elements.allSatisfy { if case .rejected = $0.element { true } else { false } }
            refused = isRefused ? count + elements.count : nil
            return refused.map { $0 <= Self.mostRefused } ?? true
        }
    }

    private static var mostRefused: Int { 20_000 }

    /// What of the file no field takes, in its order.
    public var unread: [UnreadColumn] {
        notRead.withLock { $0 }.sorted { ($0.place ?? .max, $0.name) < ($1.place ?? .max, $1.name) }
    }

    /// How many elements were set aside.
    public var rejectedCount: Int {
        get throws(StoreError) { try number("SELECT COUNT(*) FROM set_aside WHERE kind = 0") }
    }

    /// Of how many records a value was left out.
    public var leftOutCount: Int {
        get throws(StoreError) { try number("SELECT COUNT(*) FROM set_aside WHERE kind > 0") }
    }

    /// The elements that were set aside, in order, no more than `limit`.
    public func rejected(limit: Int) throws(StoreError) -> [RejectedElement] {
        try setAside(where: "kind = 0", limit)
    }

    /// The records of which a value was left out, in order, no more than `limit`.
    public func leftOut(limit: Int) throws(StoreError) -> [RejectedElement] { try setAside(where: "kind > 0", limit) }

    private func setAside(where condition: String, _ limit: Int) throws(StoreError) -> [RejectedElement] {
        try access { db in
            try Row.fetchAll(
                db, sql: "SELECT reason, raw FROM set_aside WHERE \(condition) ORDER BY position LIMIT ?",
                arguments: [limit]
            ).map { RejectedElement(reason: try $0.decode(atIndex: 0), raw: try $0.decode(atIndex: 1)) }
        }
    }

    /// Adds the elements that were set aside because a record with one of `keys` came before, which was refused since.
    /// - Returns: true where there are any.
    func addAgain(_ keys: [Int]) throws(StoreError) -> Bool {
        var again: [ListedElement<R>] = []
        for key in keys {
            let found = try access { db in
                let row = try Row.fetchOne(
                    db, sql: "SELECT position, raw, record FROM set_aside WHERE key = ? ORDER BY position LIMIT 1",
                    arguments: [key])
                guard let row, let record: String = row["record"] else { return nil as (raw: String, record: String)? }
                try db.execute(sql: "DELETE FROM set_aside WHERE position = ?", arguments: [row["position"] as Int])
                return (row["raw"], record)
            }
            guard let found, let record = try? JSONDecoder().decode(R.self, from: Data(found.record.utf8)) else {
                continue
            }
            again.append(ListedElement(.record(record), raw: found.raw))
        }
        try add(again, areNumbered: true)
        return !again.isEmpty
    }

    /// Notes the number of the record in the card with an identifier.
    func note(card: String, is key: Int) { cards.withLock { $0[card] = key } }

    var cardKeys: [String: Int] { cards.withLock { $0 } }
}
