private import Foundation
internal import LibpqClient

/// The storage of the server in an SQLite file, or in a PostgreSQL database, which several servers may use. Its parts:
/// `+Entries` with `EntryChange`, `+Items` with `ItemChange`, `+Accounts`, and `+Backup`.
public struct SQLRepository: Sendable {
    let database: any SQLDatabase

    init(database: any SQLDatabase) { self.database = database }

    /// Opens the file at `path`, and makes it and its tables where they are absent. A file of another program, or of a
    /// newer version, is not changed.
    /// - Parameter maxPages: how many pages the file may grow to, as on a disk that is nearly full.
    /// - Throws: `ServerError.databaseUnusable` with the reason.
    public init(path: String, maxPages: Int? = nil) throws(ServerError) {
        database = try SQLiteDatabase(path: path, maxPages: maxPages)
    }

    /// Opens the file at `path`, which a server made before.
    /// - Throws: `ServerError.databaseMissing`, or `.databaseUnusable` with the reason.
    public init(existing path: String) throws(ServerError) { database = try SQLiteDatabase(existing: path) }

    /// Connects to the PostgreSQL database at `address`, as libpq reads it, and makes its tables where they are absent.
    /// - Parameter timeout: after how many seconds a request gets an error that waits for the database.
    /// - Throws: `ServerError.passwordInAddress`, `.addressInvalid`, or `.databaseUnusable` with the reason.
    public init(address: String, timeout: Double = 5) throws(ServerError) {
        database = try PostgresDatabase(address: address, timeout: timeout)
    }

    /// True where `text` is the address of a database rather than the path of a file.
    public static func isAddress(_ text: String) -> Bool { PostgresAddress.isAddress(text) }

    /// A number that grows with every change of what is stored, by this process or another, or nil where that is not
    /// known; then answers are not kept. It is read for every request, without waiting.
    public func changeCount() -> Int64? { database.changeCount() }
    /// The name of each entry collection that another server changed, soon after the change, or nil where several may
    /// have changed. What is kept of a list is out of date then; its tag says so too. It ends with
    /// `StorageError.noNotifications` where the database does not tell of changes.
    public func changedLists() -> AsyncThrowingStream<String?, any Error> { database.changedLists() }
    /// When the database cannot be reached, and when it can again; for one listener.
    func connectionChanges() -> AsyncStream<PostgresMonitor.Change> { database.connectionChanges() }
    /// Puts what is stored into the database's own file, after a server ended; it does nothing where that is always so.
    public func settle() async { await database.settle() }
    public var folder: String { database.folder }

    /// `name` with the letters of ASCII in lower case, by which names are compared.
    static func caseless(_ name: String) -> String {
        String(
            decoding: name.utf8.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}

extension SQLRepository {
    /// The account of `netid`, or nil.
    public func account(netid: String) async throws -> Account? {
        try await database.readOnce { db in
            try db.select(
                "SELECT \(Account.columns) FROM account WHERE netid_key = $1", .text(Self.caseless(netid))
            ).first.map(Account.init)
        }
    }

    /// The account of `netid`.
    /// - Throws: `ServerError.noAccount`, or an error of the database.
    func requireAccount(of netid: String) async throws -> Account {
        guard Account.canBeNetID(netid), let account = try await account(netid: netid) else {
            throw ServerError.noAccount(netid)
        }
        return account
    }

    /// Every account, by netid.
    public func accounts() async throws -> [Account] {
        try await database.readOnce { db in
            try db.select("SELECT \(Account.columns) FROM account ORDER BY netid_key").map(Account.init)
        }
    }

    /// Adds an account.
    /// - Returns: false where the NetID has one.
    public func add(_ account: Account) async throws -> Bool {
        try await changeAccounts { db, _ in try Self.insert(account, db) }
    }

    /// Adds several accounts in one transaction.
    /// - Returns: false where one of the NetIDs has one; then none is added.
    public func add(_ accounts: [Account]) async throws -> Bool {
        struct Taken: Error {}
        do {
            _ = try await changeAccounts { db, _ in
                for account in accounts where try !Self.insert(account, db) { throw Taken() }
                return !accounts.isEmpty
            }
            return true
        } catch is Taken {
            return false
        }
    }

    /// - Returns: false where the NetID has an account.
    private static func insert(_ account: Account, _ db: any SQLConnection) throws -> Bool {
        try db.change(
            """
            INSERT INTO account (netid_key, \(Account.columns)) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING
            """,
            .text(caseless(account.netid)), .text(account.netid), .text(account.role.rawValue),
            .text(account.passwordHash), .double(account.created.timeIntervalSince1970)) > 0
    }

    /// Changes the password hash of `netid`, if it is still `old`.
    /// - Returns: false where the account does not exist, or has another hash.
    public func setPasswordHash(_ hash: String, netid: String, replacing old: String) async throws -> Bool {
        try await changeAccounts { db, _ in
            try db.change(
                "UPDATE account SET password_hash = $1 WHERE netid_key = $2 AND password_hash = $3", .text(hash),
                .text(Self.caseless(netid)), .text(old)) > 0
        }
    }

    /// Changes the role of `netid`, and its entries, hidden ones too, with the function for each collection, in one
    /// transaction.
    /// - Returns: false where the account does not exist.
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

    /// Removes an account with its app passwords and its link, and its entries in `collections`, hidden ones too, in one
    /// transaction.
    /// - Returns: false where the account does not exist.
    public func removeAccount(netid: String, entriesIn collections: [String]) async throws -> Bool {
        try await changeAccounts { db, mark in
            let removed = try db.change("DELETE FROM account WHERE netid_key = $1", .text(Self.caseless(netid)))
            guard removed > 0 else { return false }
            for list in Account.lists(of: netid) {
                for table in ["item", "item_list", "item_change"] {
                    try db.change("DELETE FROM \(table) WHERE collection = $1", .text(list))
                }
            }
            try changeEntries(of: netid, in: collections, db, mark) { _ in nil }
            return true
        }
    }

    /// Replaces the entries of `netid` with the results of `change`, hidden ones too, or removes them where that is nil.
    private func changeEntries(
        of netid: String, in collections: [String], _ db: any SQLConnection, _ mark: String,
        _ change: (Entry) throws -> Entry?
    ) throws {
        // Always in the same order, so that two transactions do not wait for each other.
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

    /// The list of items that stands for the accounts: it has the marks of their changes, and no items.
    private static let accountList = "accounts"

    /// Makes a change in one transaction.
    /// - Parameter body: returns true where it changed something.
    private func changeAccounts(
        _ body: @escaping @Sendable (any SQLConnection, _ mark: String) throws -> Bool
    ) async throws -> Bool {
        try await database.change {
            try ItemChange.isCommitted($0, $1, of: Self.accountList)
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
