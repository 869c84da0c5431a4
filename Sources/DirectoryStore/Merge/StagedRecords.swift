import DirectoryModel
import Foundation
import GRDB

/// A record of a list that arrives. Its picture is in the store already.
struct StagedRecord: Sendable {
    let key: Int
    let hash: Int64
    /// Its owner, or "".
    let owner: String
    /// Its columns; nil if the store has the same record.
    var prepared: RecordTable.Prepared?
    /// The text that it was read from, to correct if it conflicts with another record; nil if it was not text or is long.
    fileprivate(set) var raw: String?
}

/// An element of a list that is not a whole record.
struct SetAsideElement: Sendable {
    fileprivate(set) var element: RejectedElement
    let aside: SetAside
    /// The record, if it is whole and has the key of an earlier one.
    fileprivate let duplicate: StagedRecord?

    init(_ element: RejectedElement, _ aside: SetAside = .whole, duplicate: StagedRecord? = nil) {
        let reason = aside == .whole ? element.reason : element.leftOut ?? element.reason
        self.element = RejectedElement(reason: reason, raw: element.raw)
        self.aside = aside
        self.duplicate = duplicate
    }
}

/// The records and the rejected elements of a list, in order.
struct StagedRecords: Sendable {
    private var rows: [StagedRecord?] = []
    private var indices: [Int: Int] = [:]
    private var elements: [SetAsideElement] = []
    private var rawBytes = 0

    /// Beyond this, texts of records are dropped and others shortened, so that no list fills the memory.
    private static var maxRawBytes: Int { 64 << 20 }

    var count: Int { indices.count }
    var all: some Sequence<StagedRecord> { rows.lazy.compactMap(\.self) }

    /// The elements of which as much was set aside as `isWanted` says.
    func setAside(where isWanted: (SetAside) -> Bool) -> [RejectedElement] {
        elements.filter { isWanted($0.aside) }.map(\.element)
    }

    func contains(_ key: Int) -> Bool { indices[key] != nil }

    subscript(key: Int) -> StagedRecord? { indices[key].flatMap { rows[$0] } }

    /// Adds a record, or replaces the one with its key.
    mutating func put(_ record: StagedRecord) {
        remove(record.key)
        var record = record
        rawBytes += record.raw?.utf8.count ?? 0
        if rawBytes > Self.maxRawBytes { record.raw = nil }
        indices[record.key] = rows.count
        rows.append(record)
    }

    mutating func remove(_ key: Int) {
        if let index = indices.removeValue(forKey: key) { rows[index] = nil }
    }

    mutating func setAside(_ element: SetAsideElement) {
        elements.append(element)
        rawBytes += element.element.raw.utf8.count
        guard rawBytes > Self.maxRawBytes else { return }
        let (reason, raw) = (element.element.reason, element.element.raw)
        elements[elements.count - 1].element = RejectedElement(reason: reason, raw: String(raw.prefix(200)))
    }

    /// Rejects a record.
    /// - Parameter raw: its text, if its own is not known.
    mutating func reject(_ record: StagedRecord, because reason: String, raw: @autoclosure () throws -> String) rethrows
    {
        setAside(SetAsideElement(RejectedElement(reason: reason, raw: try record.raw ?? raw())))
        remove(record.key)
    }

    /// Adds the first duplicate of a rejected record that has no conflict.
    /// - Parameter conflict: why a duplicate cannot be added either, or nil.
    mutating func promoteDuplicate(
        of key: Int, unless conflict: (StagedRecord, StagedRecords) throws -> String?
    ) rethrows {
        for (index, element) in elements.enumerated() {
            guard let duplicate = element.duplicate, duplicate.key == key else { continue }
            guard let reason = try conflict(duplicate, self) else {
                elements.remove(at: index)
                return put(duplicate)
            }
            elements[index] = SetAsideElement(RejectedElement(reason: reason, raw: element.element.raw))
        }
    }
}

extension RecordTable {
    /// The whole record, or nil if the store has the same.
    func record(of staged: StagedRecord, in db: Database) throws -> Record? {
        guard let prepared = staged.prepared else { return nil }
        let picture = try PictureTable(db: db).picture(prepared.pictureHash.databaseValue)
        return complete(record(of: prepared.values), picture)
    }
}
