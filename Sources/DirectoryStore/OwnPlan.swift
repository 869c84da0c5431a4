import DirectoryModel
import Foundation
import GRDB
import Language

/// What becomes of one's own records when a list is taken over.
public struct OwnRule: Sendable, Equatable {
    /// The keys of edited ones that somebody agreed to lose.
    public var releasing: Set<Int>
    /// True where one that nobody edited stays too, unless the list has one of its owner.
    public var keepsUntouched: Bool

    /// True where what the first launch made, and nobody edited, gives way only to a record of its owner: a file is not
    /// the whole list of anybody's server.
    var keepsPlaceholder = false

    public init(releasing: Set<Int> = [], keepsUntouched: Bool = false) {
        (self.releasing, self.keepsUntouched) = (releasing, keepsUntouched)
    }
}

/// Which own records stay while a list is taken over.
struct OwnPlan<R: DirectoryRecord> {
    let db: Database
    let how: MergeStrategy
    let rule: OwnRule
    let owner: String?

    /// The keys of the own records that stay as they are, where the list is attached as `staging`.
    func kept() throws -> Set<Int> {
        try keys { name in
            guard let owner = R.ownerKey, !name.isEmpty else { return false }
            let sql = "SELECT EXISTS (SELECT 1 FROM incoming.arrived WHERE \"\(owner)\" = ? COLLATE NOCASE)"
            return try Bool.fetchOne(db, sql: sql, arguments: [name]) ?? false
        }
    }

    /// The keys of own records that still were edited here when the list is taken over.
    /// - Parameter own: the record that takes the place of what arrived, or nil.
    func edited(putting own: R?) throws -> Set<Int> {
        let edited = try Set(OwnTable<R>(in: db).everEdited(owner: owner).map(\.key))
        guard let own else { return edited.subtracting(rule.releasing) }
        return edited.isEmpty ? [] : edited.union([own.key])
    }

    /// - Parameter arrives: true where the list has a record of this owner.
    func keys(arrives: (String) throws -> Bool) throws -> Set<Int> {
        guard R.ownerKey != nil else { return [] }
        let own = OwnTable<R>(in: db)
        var kept = try Set(own.edited(owner: owner).map(\.key)).subtracting(rule.releasing)
        // What the server has had gives way to its newer version, and to nothing else.
        for mark in try own.everEdited(owner: owner) {
            let names = [mark.owner, mark.isFormer ? nil : owner].compactMap(\.self)
            if try rule.keepsPlaceholder || !names.contains(where: arrives) { kept.insert(mark.key) }
        }
        if how == .update || rule.keepsUntouched || rule.keepsPlaceholder,
            let mark = try own.marks.first(where: { !$0.isFormer }),
            mark.isUntouched || rule.keepsUntouched, try !arrives(mark.owner)
        {
            kept.insert(mark.key)
        }
        return kept.subtracting(rule.releasing)
    }
}

extension MergeTransaction {
    func rememberRejected() throws { try journal.rememberRejected() }

    /// Sets aside what arrived under the number of an own record that stays, and is somebody else's.
    /// - Returns: true where an own record that was edited stays in the place of another version, or of none.
    func rejectStrangers() throws -> Bool {
        guard let column = R.ownerKey else { return false }
        let own = OwnTable<R>(in: db)
        let edited = try own.everEdited(owner: owner).filter { keeping.contains($0.key) }
        let marks = try own.marks.filter { mark in
            keeping.contains(mark.key) && !edited.contains { $0.key == mark.key }
        }
        var keepsOwn = false
        for mark in edited + marks {
            let isEdited = edited.contains { $0.key == mark.key }
            let arrived = try Row.fetchOne(
                db,
                sql: """
                    SELECT \(table.selection), content, "\(column)" AS owner_name
                    FROM (SELECT position AS row, * FROM incoming.arrived) WHERE \(key) = ? AND is_whole
                    """, arguments: [mark.key])
            guard let arrived else {
                if isEdited, how == .replace { keepsOwn = true }
                continue
            }
            let stored = table.record(arrived)
            let isKnown = try own.publishedHash(mark.key) != nil
            let names = [mark.owner, owner].compactMap(\.self).filter { !$0.isEmpty }
            let name = stored.record.owner ?? ""
            if isKnown || names.contains(where: name.caseInsensitiveEquals) {
                if isEdited && stored.hash != mark.hash { keepsOwn = true }
                continue
            }
            let record = table.complete(stored, PictureContent(databaseValue: arrived["content"]))
            try rejected(record, because: Clash.stranger.reason(for: record))
        }
        return keepsOwn
    }

    private func rejected(_ record: R, because reason: String) throws {
        let place = "FROM incoming.arrived WHERE \(key) = ?"
        try db.execute(
            sql: "INSERT INTO incoming.set_aside (reason, raw) SELECT ?, COALESCE(raw, ?) \(place)",
            arguments: [reason, Clash.raw(of: record), record.key])
        try db.execute(sql: "DELETE \(place)", arguments: [record.key])
    }

    /// The own record that was dropped under its old number is here under `key`.
    func markMoved(_ dropped: Set<Int>, to key: Int) throws {
        let own = OwnTable<R>(in: db)
        for old in dropped { try own.moved(old, to: key) }
        // The server knows it by that number.
        if !dropped.isEmpty { try own.published(key) }
    }
}

/// Why a record of a list cannot stand beside those that are here.
enum Clash {
    /// It has the number of one's own record, and is somebody else's.
    case stranger
    /// Whoever is called so has its owner's name already.
    case taken(by: String)

    func reason<R: DirectoryRecord>(for record: R) -> String {
        switch self {
        case .stranger:
            let field = R.fields[0]
            return translated("The \(field.label) \(field.text(record)) is that of your own record.")
        case .taken(let name):
            let label = R.ownerKey.flatMap(R.field(named:))?.label ?? ""
            return translated("The \(label) \(record.owner ?? "") belongs to \(name) already.")
        }
    }

    /// The record as JSON, for somebody to change where what stood in the list was not kept; without its picture where
    /// that is too long to keep.
    static func raw<R: DirectoryRecord>(of record: R) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        func text(_ record: R) -> String? {
            (try? encoder.encode(record)).map { String(decoding: $0, as: UTF8.self) }
        }
        let whole = text(record) ?? ""
        guard whole.utf8.count > RejectedElement.longestRaw, let field = R.fields.first(where: \.isPicture) else {
            return whole
        }
        var plain = record
        field.set(.text(""), in: &plain)
        return text(plain) ?? whole
    }
}
