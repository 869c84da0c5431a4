public import DirectoryModel
import Foundation
import GRDB

/// What searches ask of the store besides the texts of records.
extension Store {
    /// The keys of the records in a state.
    static func keys<R: DirectoryRecord>(in state: RecordState, of type: R.Type, in db: Database) throws -> Set<Int> {
        let name = R.collection.name
        switch state {
        case .favorite:
            let list = try setting(favoritesSetting, in: db) ?? "[]"
            return try Int.fetchSet(
                db,
                sql: """
                    SELECT json_extract(value, '$.key') FROM json_each(CASE WHEN json_valid(?1) THEN ?1 ELSE '[]' END)
                    WHERE json_extract(value, '$.collection') = ?2
                    """, arguments: [list, name])
        case .edited:
            let owner = try setting(netidSetting, in: db)
            return Set(try PublishedTable.editedKeys(of: type, owner: owner, in: db))
        case .new:
            return try unseenKeys(of: type, in: db)
        }
    }

    /// The setting with the references of favorites, as JSON.
    public static let favoritesSetting = "favourites"

    /// The rows that `kind` describes, except a group's or those without a value.
    func rows<R: DirectoryRecord>(of type: R.Type, with kind: SearchCondition.Kind) throws(StoreError) -> [Int64] {
        let table = RecordTable<R>()
        switch kind {
        case .state(let state):
            return try rows(of: type, keys: try read { try Self.keys(in: state, of: type, in: $0) }.sorted())
        case .changed(let since):
            return try read { db in
                try Int64.fetchAll(
                    db,
                    sql: """
                        SELECT row FROM \(table.name) WHERE \(table.quotedKey) IN (
                            SELECT key FROM undo_row WHERE source = ?1 AND change IN (
                                SELECT id FROM undo_change WHERE collection = ?1 AND time >= ?2))
                        """, arguments: [table.name, (since.timeIntervalSince1970)])
            }
        case .group, .missing, .unfinished: return []
        }
    }

    /// Why `query` cannot find anything: it has an unknown word, or a group that is not there; or nil.
    public func problem<R: DirectoryRecord>(of query: SearchQuery, _ type: R.Type) throws(StoreError) -> TokenError? {
        if let problem = query.problem { return problem }
        if isPast, let word = query.marks.lazy.compactMap(\.kind.wordOfNow).first { return .onlyNow(word) }
        guard !query.marks.isEmpty else { return nil }
        let groups = try read { try Self.groups(of: R.self, hasMembers: false, in: $0) }
        return Self.problem(of: query, in: groups, inside: [])
    }

    /// Why the search of a group among `groups` cannot find anything, or finds everything; or nil.
    static func problem<R: DirectoryRecord>(
        of group: RecordGroup, of type: R.Type, in groups: [RecordGroup]
    ) -> TokenError? {
        do throws(TokenError) {
            try Tokens.refuseUnfinished(group.search, in: R.definition)
            try Tokens.refuseUnmatched(group.search, in: R.definition)
        } catch { return error }
        return problem(of: SearchQuery(group.search, in: R.definition), in: groups, inside: [group.key])
    }

    private static func problem(
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
