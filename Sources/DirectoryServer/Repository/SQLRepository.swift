private import Foundation
internal import LibpqClient

/// The server’s storage in an SQLite file, or in a PostgreSQL database that several servers may share.
public struct SQLRepository: Sendable {
    let database: any SQLDatabase

    init(database: any SQLDatabase) { self.database = database }

    /// Opens or creates the file at `path`. A file of another program, or of a newer version, is left alone.
    /// - Parameters:
    ///   - maxPages: the maximum size of the file in pages.
    ///   - timeout: how many seconds a request waits for other programs that use the file before it fails.
    /// - Throws: `ServerError.databaseUnusable`.
    public init(path: String, maxPages: Int? = nil, timeout: Double = 5) throws(ServerError) {
        database = try SQLiteDatabase(path: path, maxPages: maxPages, timeout: timeout)
    }

    /// Opens an existing database.
    /// - Throws: `ServerError.databaseMissing` or `.databaseUnusable`.
    public init(existing path: String) throws(ServerError) { database = try SQLiteDatabase(existing: path) }

    /// Connects to the PostgreSQL database at `address`, in libpq’s syntax, and creates missing tables.
    /// - Parameters:
    ///   - timeout: how many seconds a request waits for the database before it fails.
    ///   - now: the time.
    /// - Throws: `ServerError.passwordInAddress`, `.addressInvalid`, `.databaseUnreachable`, or `.databaseUnusable`.
    public init(
        address: String, timeout: Double = 5,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) throws(ServerError) {
        database = try PostgresDatabase(address: address, timeout: timeout, now: now)
    }

    /// Opens or creates the database at a path or PostgreSQL address.
    /// - Parameter mustExist: true if a missing file is an error.
    /// - Throws: `ServerError.databaseMissing`, `.databaseUnusable`, `.passwordInAddress`, or `.addressInvalid`.
    public init(at place: String, mustExist: Bool) throws(ServerError) {
        if Self.isAddress(place) {
            try self.init(address: place)
        } else if mustExist {
            try self.init(existing: place)
        } else {
            try self.init(path: place)
        }
    }

    /// True if `text` is the address of a database rather than a path.
    public static func isAddress(_ text: String) -> Bool { PostgresAddress.isAddress(text) }

    /// Grows with every change of the database by any process; nil if unknown, then answers are not cached. Does not
    /// block.
    public func changeCount() -> Int64? { database.changeCount() }
    /// The names of entry collections that other servers changed, or nil if several may have changed. Throws
    /// `StorageError.noNotifications` if the database does not support notifications.
    public func changedLists() throws -> AsyncStream<String?> { try database.changedLists() }
    func connectionChanges() -> AsyncStream<PostgresPool.Change> { database.connectionChanges() }
    /// Moves SQLite’s log into the database file.
    public func settle() async { await database.settle() }
    public var folder: String { database.folder }

    /// `name` with ASCII letters in lower case.
    static func caseless(_ name: String) -> String {
        String(
            decoding: name.utf8.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}

extension SQLRepository {
    public func account(netid: String) async throws -> Account? {
        try await database.readOnce { db in
            try db.select(
                "SELECT \(Account.columns) FROM account WHERE netid_key = $1", .text(Self.caseless(netid))
            ).first.map(Account.init)
        }
    }

    /// - Throws: `ServerError.noAccount`, or an error of the database.
    func requireAccount(of netid: String) async throws -> Account {
        guard Account.canBeNetID(netid), let account = try await account(netid: netid) else {
            throw ServerError.noAccount(netid)
        }
        return account
    }

    /// Prevents the removal of an account until the transaction ends.
    /// - Throws: `ServerError.noAccount`.
    static func lockAccount(of netid: String, _ db: any SQLConnection) throws {
        let account = "SELECT 1 FROM account WHERE netid_key = $1\(db.dialect.lock)"
        guard try !db.select(account, .text(caseless(netid))).isEmpty else { throw ServerError.noAccount(netid) }
    }

    public func accounts() async throws -> [Account] {
        try await database.readOnce { db in
            try db.select("SELECT \(Account.columns) FROM account ORDER BY netid_key").map(Account.init)
        }
    }

    /// - Returns: false if the NetID is taken.
    public func add(_ account: Account) async throws -> Bool { try await add([account]) }

    /// Adds accounts in one transaction.
    /// - Returns: false if a NetID is taken; then none is added.
    public func add(_ accounts: [Account]) async throws -> Bool {
        struct Taken: Error {}
        do {
            _ = try await changeAccounts { db, _ in
                for account in accounts {
                    let added = try db.change(
                        """
                        INSERT INTO account (netid_key, \(Account.columns)) VALUES ($1, $2, $3, $4, $5)
                        ON CONFLICT DO NOTHING
                        """,
                        .text(Self.caseless(account.netid)), .text(account.netid), .text(account.role.rawValue),
                        .text(account.passwordHash), .double(account.created.timeIntervalSince1970))
                    guard added > 0 else { throw Taken() }
                }
                return !accounts.isEmpty
            }
            return true
        } catch is Taken {
            return false
        }
    }

    /// - Returns: false if the account does not exist or its hash is not `old`.
    public func setPasswordHash(_ hash: String, netid: String, replacing old: String) async throws -> Bool {
        try await changeAccounts { db, _ in
            try db.change(
                "UPDATE account SET password_hash = $1 WHERE netid_key = $2 AND password_hash = $3", .text(hash),
                .text(Self.caseless(netid)), .text(old)) > 0
        }
    }

    /// Changes the role of `netid`, and its entries by the function for each collection, including hidden ones, in one
    /// transaction.
    /// - Returns: false if the account does not exist.
    public func setRole(
        _ role: AccountRole, netid: String, entries: [String: @Sendable (Entry) throws -> Entry]
    ) async throws -> Bool {
        try await changeAccounts { db, mark in
            let changed = try db.change(
                "UPDATE account SET role = $1 WHERE netid_key = $2", .text(role.rawValue), .text(Self.caseless(netid)))
            guard changed > 0 else { return false }
            try changeEntries(of: netid, in: Array(entries.keys), db, mark) { old in
                guard let change = entries[old.collection] else { return old }
                return try change(old)
            }
            return true
        }
    }

    /// Removes an account with its app passwords and link, and its entries in `collections`, including hidden ones, in
    /// one transaction.
    /// - Returns: false if the account does not exist.
    public func removeAccount(netid: String, entriesIn collections: [String]) async throws -> Bool {
        try await changeAccounts { db, mark in
            // The lists are locked first, as where an item is added to them: what is added meanwhile is removed, too.
            for list in Account.lists(of: netid) {
                _ = try ItemChange(db, of: list)
                for table in ["item_list", "item", "item_change"] {
                    try db.change("DELETE FROM \(table) WHERE collection = $1", .text(list))
                }
            }
            let removed = try db.change("DELETE FROM account WHERE netid_key = $1", .text(Self.caseless(netid)))
            guard removed > 0 else { return false }
            try changeEntries(of: netid, in: collections, db, mark) { _ in nil }
            return true
        }
    }

    /// Replaces the entries of `netid`, including hidden ones, by the result of `change`, or removes them if that is
    /// nil.
    private func changeEntries(
        of netid: String, in collections: [String], _ db: any SQLConnection, _ mark: String,
        _ change: (Entry) throws -> Entry?
    ) throws {
        // A fixed order prevents deadlocks.
        for collection in collections.sorted() {
            var list = try EntryChange(db, of: collection)
            if let old = try list.entry(of: netid) {
                let new = try change(old)
                if let new, new != old { try list.update(old, with: new) }
                if new == nil { try list.delete(old) }
            }
            if let old = try list.hiddenEntry(of: netid) {
                _ = try list.deleteHidden(of: netid)
                if let new = try change(old) { try list.insertHidden(new) }
            }
            try list.finish(mark: mark, notification: database.notification(of: collection))
        }
    }

    /// The item list under which changes of accounts are marked. It has no items.
    private static let accountList = "accounts"

    /// - Parameter body: returns true if it changed something.
    private func changeAccounts(
        _ body: @escaping @Sendable (any SQLConnection, _ mark: String) throws -> Bool
    ) async throws -> Bool {
        try await database.change {
            try ListTable.item.isCommitted($0, $1, of: Self.accountList)
        } _: { db, mark in
            var list = try ItemChange(db, of: Self.accountList)
            let isChanged = try body(db, mark)
            if isChanged { list.noteChange() }
            try list.finish(mark: mark)
            return isChanged
        }
    }
}

extension Account {
    fileprivate static let columns = "netid, role, password_hash, created"

    fileprivate init(_ row: any SQLRow) throws {
        self.init(
            netid: try row.text(0), role: AccountRole(rawValue: try row.text(1)) ?? .student,
            passwordHash: try row.text(2), created: Date(timeIntervalSince1970: try row.optionalDouble(3) ?? 0))
    }
}
