private import Foundation
internal import PostgresKit

extension PostgresRepository {
    public func account(netid: String) async throws -> Account? {
        try await run { connection in
            try connection.run(
                "SELECT \(Account.columns) FROM account WHERE netid_key = $1", .text(Self.caseless(netid))
            ).first.map(Account.init)
        }
    }

    public func accounts() async throws -> [Account] {
        try await run { connection in
            try connection.run("SELECT \(Account.columns) FROM account ORDER BY netid_key").map(Account.init)
        }
    }

    public func add(_ account: Account) async throws -> Bool {
        try await changeAccounts { connection, _ in
            try connection.run(Self.insertion(of: account)).changes > 0
        }
    }

    public func add(_ accounts: [Account]) async throws -> Bool {
        do {
            return try await changeAccounts { connection, _ in
                for account in accounts where try connection.run(Self.insertion(of: account)).changes == 0 {
                    throw AccountTaken()
                }
                return !accounts.isEmpty
            } || accounts.isEmpty
        } catch is AccountTaken {
            return false
        }
    }

    /// The statement that adds `account`, unless its NetID has one.
    static func insertion(of account: Account) -> PostgresStatement {
        PostgresStatement(
            "INSERT INTO account VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
            .text(caseless(account.netid)), .text(account.netid), .text(account.role.rawValue),
            .text(account.passwordHash), .double(account.created.timeIntervalSince1970))
    }

    public func setPasswordHash(_ hash: String, netid: String, replacing old: String) async throws -> Bool {
        try await changeAccounts { connection, _ in
            try connection.run(
                "UPDATE account SET password_hash = $2 WHERE netid_key = $1 AND password_hash = $3",
                .text(Self.caseless(netid)), .text(hash), .text(old)
            ).changes > 0
        }
    }

    public func setRole(
        _ role: AccountRole, netid: String, entries: [String: @Sendable (Entry) throws -> Entry]
    ) async throws -> Bool {
        try await changeAccounts { connection, mark in
            let changed = try connection.run(
                "UPDATE account SET role = $2 WHERE netid_key = $1", .text(Self.caseless(netid)), .text(role.rawValue))
            guard changed.changes > 0 else { return false }
            try changeEntries(of: netid, in: Array(entries.keys), connection, mark) { old in
                guard let change = entries[old.collection] else { return old }
                return try change(old)
            }
            return true
        }
    }

    public func removeAccount(netid: String, entriesIn collections: [String]) async throws -> Bool {
        try await changeAccounts { connection, mark in
            let removed = try connection.run(
                "DELETE FROM account WHERE netid_key = $1", .text(Self.caseless(netid)))
            guard removed.changes > 0 else { return false }
            for list in Account.lists(of: netid) {
                for table in ["item", "item_list", "item_change"] {
                    try connection.run("DELETE FROM \(table) WHERE collection = $1", .text(list))
                }
            }
            try changeEntries(of: netid, in: collections, connection, mark) { _ in nil }
            return true
        }
    }

    /// Replaces the entries of `netid` with the results of `change`, hidden ones too, or removes them where that is nil.
    private func changeEntries(
        of netid: String, in collections: [String], _ connection: PostgresConnection, _ mark: String,
        _ change: (Entry) throws -> Entry?
    ) throws {
        // Always in the same order, so that two transactions do not wait for each other.
        for collection in collections.sorted() {
            var list = try PostgresEntryChange(connection, of: collection)
            if let old = try Self.entry(connection, of: netid, in: collection) {
                let new = try change(old)
                if let new, new != old { try list.update(old, with: new) }
                if new == nil { try list.delete(old) }
            }
            if let old = try Self.entry(connection, of: netid, in: collection, table: "hidden_entry") {
                _ = try Self.deleteHidden(connection, of: netid, in: collection)
                if let new = try change(old) {
                    try connection.run(PostgresEntryChange.insertion(of: new, into: "hidden_entry"))
                }
            }
            try list.finish(tag: Self.tag(mark), telling: notificationError == nil)
        }
    }

    /// The list of items that stands for the accounts: it has the marks of their changes, and no items.
    private static let accountList = "accounts"

    /// Makes a change in one transaction.
    /// - Parameter body: returns true where it changed something.
    private func changeAccounts(
        _ body: @escaping @Sendable (PostgresConnection, _ mark: String) throws -> Bool
    ) async throws -> Bool {
        try await Self.explained {
            try await changes.change {
                try PostgresItemChange.isCommitted($0, $1, of: Self.accountList)
            } _: { connection, mark in
                var list = try PostgresItemChange(connection, of: Self.accountList)
                let isChanged = try body(connection, mark)
                if isChanged { list.noteChange() }
                try list.finish(mark: mark)
                return isChanged
            }
        }
    }
}

extension Account {
    static let columns = "netid, role, password_hash, created"

    init(_ row: PostgresRow) throws {
        self.init(
            netid: try row.text(0), role: AccountRole(rawValue: try row.text(1)) ?? .student,
            passwordHash: try row.text(2),
            created: Date(timeIntervalSince1970: try row.optionalDouble(3) ?? 0))
    }
}
