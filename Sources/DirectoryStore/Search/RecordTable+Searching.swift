public import DirectoryModel
import Foundation
import GRDB

extension RecordTable {
    /// The keys of the records in a state.
    func keys(in state: RecordState, in db: Database) throws -> Set<Int> {
        switch state {
        case .favorite: return try Int.fetchSet(db, sql: marked(.favorite))
        case .edited:
            let owner = try Setting.netid.value(in: db)
            return Set(try editedKeys(owner: owner, in: db))
        case .new: return try Int.fetchSet(db, sql: marked(.unseen))
        }
    }

    /// The rows that `kind` describes, except a group's or those without a value.
    func rows(with kind: SearchCondition.Kind, in db: Database) throws -> Set<Int64> {
        switch kind {
        case .state(let state): return try rows(keys: Array(keys(in: state, in: db)), in: db)
        case .changed(let since):
            let changes = "SELECT id FROM undo_change WHERE collection = '\(name)' AND time >= ?"
            let keys = "SELECT key FROM \(recordImages) AND change IN (\(changes))"
            return try Int64.fetchSet(
                db, sql: "SELECT row FROM \(name) WHERE \(quotedKey) IN (\(keys))",
                arguments: [since.timeIntervalSince1970])
        case .group, .missing, .unfinished: return []
        }
    }

    /// The rows of the existing records among `keys`.
    func rows(keys: [Int], in db: Database) throws -> Set<Int64> {
        Set(try numbers("row", whose: quotedKey, isAmong: keys.map(Int64.init), in: db))
    }

    /// The numbers in a column of the rows in which another one has one of `numbers`, in the order of rows.
    func numbers(
        _ column: String, whose other: String, isAmong numbers: [Int64], in db: Database
    ) throws -> [Int64] {
        let sql = "SELECT \(column) FROM \(name) WHERE \(other) IN (SELECT value FROM json_each(?)) ORDER BY row"
        return try Int64.fetchAll(db, sql: sql, arguments: ["\(numbers)"])
    }
}

extension StoredCollection {
    /// Why `query` cannot find anything: it has an unknown word or group; or nil.
    public func problem(of query: SearchQuery) throws(StoreError) -> TokenError? {
        if let problem = query.problem { return problem }
        if store.isPast, let word = query.marks.lazy.compactMap(\.kind.termRequiringPresentList).first {
            return .onlyNow(word)
        }
        guard !query.marks.isEmpty else { return nil }
        let groups = try read { try table.groups(in: $0) }
        return RecordTable.problem(of: query, in: groups, inside: [])
    }
}

extension RecordTable {
    /// Why the search of a group among `groups` cannot find anything, or finds everything; or nil.
    func problem(of group: RecordGroup, in groups: [RecordGroup]) -> TokenError? {
        do throws(TokenError) {
            try Tokens.refuseUnfinished(group.search, in: definition)
            try Tokens.refuseUnmatched(group.search, in: definition)
        } catch { return error }
        return Self.problem(of: SearchQuery(group.search, in: definition), in: groups, inside: [group.key])
    }

    fileprivate static func problem(
        of query: SearchQuery, in groups: [RecordGroup], inside: Set<Int>
    ) -> TokenError? {
        for case .group(let name) in query.marks.map(\.kind) {
            guard let group = groups.first(where: { $0.isCalled(name) }) else {
                return .unknownGroup(name, known: groups.map(\.name))
            }
            if inside.contains(group.key) { return .groupInItself(group.name) }
            let inner = SearchQuery(group.search, in: query.definition)
            if let problem = inner.problem ?? problem(of: inner, in: groups, inside: inside.union([group.key])) {
                return problem
            }
        }
        return nil
    }
}
