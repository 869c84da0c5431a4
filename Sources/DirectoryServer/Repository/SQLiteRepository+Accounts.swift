private import Foundation
internal import GRDB

extension SQLiteRepository {
    public func account(netid: String) async throws -> Account? {
        // SQLite compares without case up to the first NUL only.
        guard !netid.utf8.contains(0) else { return nil }
        return try await database.read { db in
            try Row.fetchOne(db, sql: "SELECT * FROM account WHERE netid = ?", arguments: [netid]).map(Account.init)
        }
    }

    public func accounts() async throws -> [Account] {
        try await database.read { db in
            try Row.fetchAll(db, sql: "SELECT * FROM account ORDER BY netid").map(Account.init)
        }
    }

    public func add(_ account: Account) async throws -> Bool {
        try await write { try Self.insert(account, $0) }
    }

    public func add(_ accounts: [Account]) async throws -> Bool {
        do {
            try await write { db in
                for account in accounts where try !Self.insert(account, db) { throw AccountTaken() }
            }
            return true
        } catch is AccountTaken {
            return false
        }
    }

    /// - Returns: false where the NetID has an account.
    private static func insert(_ account: Account, _ db: Database) throws -> Bool {
        try db.execute(
            sql: "INSERT INTO account VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
            arguments: [
                account.netid, account.role.rawValue, account.passwordHash, account.created.timeIntervalSince1970,
            ])
        return db.changesCount > 0
    }

    public func setPasswordHash(_ hash: String, netid: String, replacing old: String) async throws -> Bool {
        try await write { db in
            try db.execute(
                sql: "UPDATE account SET passwordHash = ? WHERE netid = ? AND passwordHash = ?",
                arguments: [hash, netid, old])
            return db.changesCount > 0
        }
    }

    public func setRole(
        _ role: AccountRole, netid: String, entries: [String: @Sendable (Entry) throws -> Entry]
    ) async throws -> Bool {
        try await write { db in
            try db.execute(sql: "UPDATE account SET role = ? WHERE netid = ?", arguments: [role.rawValue, netid])
            guard db.changesCount > 0 else { return false }
            for (collection, change) in entries {
                for table in ["entry", "hidden_entry"] {
                    guard let old = try Self.entry(db, of: netid, in: collection, table: table) else { continue }
                    let new = try change(old)
                    if new != old { try Self.update(db, old, to: new, table: table) }
                }
            }
            return true
        }
    }

    public func removeAccount(netid: String, entriesIn collections: [String]) async throws -> Bool {
        try await write { db in
            try db.execute(sql: "DELETE FROM account WHERE netid = ?", arguments: [netid])
            guard db.changesCount > 0 else { return false }
            for list in Account.lists(of: netid) {
                try db.execute(sql: "DELETE FROM item WHERE collection = ?", arguments: [list])
                try db.execute(sql: "DELETE FROM item_list WHERE collection = ?", arguments: [list])
            }
            for collection in collections {
                for table in ["entry", "hidden_entry"] {
                    _ = try Self.delete(db, of: netid, in: collection, table: table)
                }
            }
            return true
        }
    }
}

extension Account {
    init(_ row: Row) throws {
        self.init(
            netid: try row.decode(forColumn: "netid"),
            role: AccountRole(rawValue: try row.decode(forColumn: "role")) ?? .student,
            passwordHash: try row.decode(forColumn: "passwordHash"),
            created: Date(timeIntervalSince1970: try row.decode(forColumn: "created")))
    }
}
