public import Foundation

/// The storage of the class server's entries, accounts and lists. The server uses only this protocol;
/// `SQLiteRepository` and `PostgresRepository` are the implementations that ship.
public protocol DirectoryRepository: EntryRepository, AccountRepository, ItemRepository {
    /// A number that grows with every change of what is stored, by this process or another, or nil where that is not
    /// known; then answers are not kept. It is read for every request, without waiting.
    func changeCount() -> Int64?

    /// The name of each entry collection that another server changed, soon after the change, or nil where several may
    /// have changed. What is kept of a list is out of date then; its tag says so too. It ends with
    /// `StorageError.noNotifications` where the database does not tell of changes.
    func changedLists() -> AsyncThrowingStream<String?, any Error>

    /// When the database cannot be reached, and when it can again; for one listener.
    func connectionChanges() -> AsyncStream<DatabaseChange>

    /// Puts what is stored into the database's own file, after a server ended; it does nothing where that is always so.
    func settle() async

    /// The folder of the files that lists are sent from.
    var folder: String { get }
}

extension DirectoryRepository {
    public func changeCount() -> Int64? { nil }

    public func settle() async {}

    public func changedLists() -> AsyncThrowingStream<String?, any Error> { AsyncThrowingStream { $0.finish() } }

    public func connectionChanges() -> AsyncStream<DatabaseChange> { AsyncStream { $0.finish() } }

    public var folder: String { FileManager.default.temporaryDirectory.path }
}

/// The storage of published entries, each in its collection. Every change is one transaction: made completely or not at
/// all.
public protocol EntryRepository: Sendable {
    /// A text that differs after every change of any entry of the collection, and never recurs, in this database or
    /// another.
    func listTag(of collection: String) async throws -> String

    /// All entries as they are now; later changes do not affect the snapshot.
    func snapshot(of collection: String) async throws -> any EntrySnapshot

    /// Calls `body` with the changes that `request` asks for.
    /// - Returns: the result of `body`, or nil where the list did not have that tag, or so long ago that the changes
    ///   since are not known.
    func withDelta<T: Sendable>(
        of collection: String, since request: DeltaRequest, _ body: @escaping @Sendable (ListDelta) throws -> T
    ) async throws -> T?

    /// The entry of `owner` in any case, or nil.
    func entry(of owner: String, in collection: String) async throws -> Entry?

    /// Adds an entry.
    /// - Throws: `EntryError` where the owner or the key belongs to another entry.
    func add(_ entry: Entry) async throws

    /// Replaces the entry of `owner` with `entry`, if `condition` does not throw for the present one.
    /// - Throws: `EntryError`, or the error of `condition`; then the collection is unchanged.
    func replace(
        entryOf owner: String, with entry: Entry, condition: @escaping @Sendable (Entry) throws -> Void
    ) async throws

    /// Removes the entry of `owner`, if `condition` does not throw for it.
    /// - Returns: false where there was not one.
    /// - Throws: `EntryError.hidden`, or the error of `condition`; then the collection is unchanged.
    func remove(
        entryOf owner: String, in collection: String, condition: @escaping @Sendable (Entry) throws -> Void
    ) async throws -> Bool

    /// Hides the entry of `owner` from everyone. It is kept, and its owner cannot create another.
    /// - Returns: false where there was not one.
    func hide(entryOf owner: String, in collection: String) async throws -> Bool

    /// Shows the hidden entry of `owner` again.
    /// - Returns: false where there was not one.
    func show(entryOf owner: String, in collection: String) async throws -> Bool

    /// Removes the entry of `owner`, even if it is hidden.
    /// - Returns: false where there was not one.
    func removeHiddenOrShown(entryOf owner: String, in collection: String) async throws -> Bool

    /// Adds `count` entries, made one by one, unless `collection` has entries already.
    func fill(
        _ collection: String, count: Int, entry: @escaping @Sendable (Int) throws -> Entry
    ) async throws

    /// The content of one page of a collection. `element` gets its entries one after another, so that what is not
    /// returned, such as pictures, is in memory for one entry at a time.
    func page<T>(
        _ query: PageQuery, of collection: String, _ element: @escaping @Sendable (Entry) throws -> T
    ) async throws -> EntryPage<T>
}

extension EntryRepository {
    /// One page of a collection.
    func page(_ query: PageQuery, of collection: String) async throws -> EntryPage<Entry> {
        try await page(query, of: collection) { $0 }
    }
}

/// Why an entry was not changed.
public enum EntryError: Error, Equatable, Sendable {
    case unknown
    case ownerTaken
    case keyTaken
    /// The owner has a hidden entry.
    case hidden
}

/// The error that ends a transaction because an account exists.
struct AccountTaken: Error {}

/// The storage of accounts. A NetID is the same in any case.
public protocol AccountRepository: Sendable {
    /// The account of `netid`, or nil.
    func account(netid: String) async throws -> Account?

    /// Every account, by netid.
    func accounts() async throws -> [Account]

    /// Adds an account.
    /// - Returns: false where the NetID has one.
    func add(_ account: Account) async throws -> Bool

    /// Adds several accounts in one transaction.
    /// - Returns: false where one of the NetIDs has one; then none is added.
    func add(_ accounts: [Account]) async throws -> Bool

    /// Changes the password hash of `netid`, if it is still `old`.
    /// - Returns: false where the account does not exist, or has another hash.
    func setPasswordHash(_ hash: String, netid: String, replacing old: String) async throws -> Bool

    /// Changes the role of `netid`, and its entries, hidden ones too, with the function for each collection, in one
    /// transaction.
    /// - Returns: false where the account does not exist.
    func setRole(
        _ role: AccountRole, netid: String, entries: [String: @Sendable (Entry) throws -> Entry]
    ) async throws -> Bool

    /// Removes an account with its app passwords and its link, and its entries in `collections`, hidden ones too, in one
    /// transaction.
    /// - Returns: false where the account does not exist.
    func removeAccount(netid: String, entriesIn collections: [String]) async throws -> Bool
}

extension AccountRepository {
    /// The account of `netid`.
    /// - Throws: `ServerError.noAccount`, or an error of the database.
    func requireAccount(of netid: String) async throws -> Account {
        guard Account.canBeNetID(netid), let account = try await account(netid: netid) else {
            throw ServerError.noAccount(netid)
        }
        return account
    }
}

/// The storage of lists of JSON items: to-dos, tours, courses. Every change is one transaction: made completely or not
/// at all.
public protocol ItemRepository: Sendable {
    /// All items of `collection` at one moment, by number.
    func items(of collection: String) async throws -> [Item]

    /// The item that has `number`, or nil.
    func item(_ number: Int, of collection: String) async throws -> Item?

    /// Adds the item that `json` makes for a place that no item of `collection` ever had. Where the list is full,
    /// expired items are removed.
    /// - Parameters:
    ///   - end: when the item expires, or nil where it does not.
    ///   - request: the request for the item, where it may be repeated; the same request gets the same item again.
    /// - Throws: `ItemError`, or the error of `json`; then the list is unchanged.
    func addItem(
        to collection: String, until end: Date?, for request: ItemRequest?,
        _ json: @escaping @Sendable (ItemPlace) throws -> Data
    ) async throws -> Item

    /// Replaces an item with the one that `json` makes of it.
    /// - Returns: the item as it is now, or nil where there is not one.
    /// - Throws: `ItemError.full` where it grew and there is not enough space, or the error of `json`; then the list is
    ///   unchanged.
    func changeItem(
        _ number: Int, of collection: String, _ json: @escaping @Sendable (Data) throws -> Data
    ) async throws -> Item?

    /// Removes an item, if `condition` does not throw for it.
    /// - Returns: false where there was not one.
    func removeItem(
        _ number: Int, of collection: String, if condition: @escaping @Sendable (Data) throws -> Void
    ) async throws -> Bool

    /// Removes every item, if `condition`, which receives them, does not throw; their numbers are not assigned again.
    func removeItems(
        of collection: String, if condition: @escaping @Sendable (_ items: () throws -> [Item]) throws -> Void
    ) async throws

    /// Adds `items` under their numbers, unless `collection` has items already.
    func fill(_ collection: String, with items: [Item]) async throws

    /// Replaces the items of `collection` with the result of `change`.
    /// - Returns: the previous items.
    /// - Throws: `ItemError.full`, or the error of `change`; then the list is unchanged.
    func replaceItems(
        of collection: String, with change: @escaping @Sendable ([Item]) throws -> [Item]
    ) async throws -> [Item]
}

extension ItemRepository {
    /// Adds an item that stays until `end`, or until it is removed.
    public func addItem(
        to collection: String, until end: Date? = nil, _ json: @escaping @Sendable (ItemPlace) throws -> Data
    ) async throws -> Item { try await addItem(to: collection, until: end, for: nil, json) }

    /// Removes an item without a condition.
    public func removeItem(_ number: Int, of collection: String) async throws -> Bool {
        try await removeItem(number, of: collection) { _ in }
    }

    /// Removes every item without a condition.
    public func removeItems(of collection: String) async throws {
        try await removeItems(of: collection) { _ in }
    }
}

/// Why a list was not changed.
public enum ItemError: Error, Equatable, Sendable {
    /// It has as much as is allowed; everyone may add to it, so there must be a limit.
    case full
    /// The same key came with another request.
    case otherRequest

    /// How many items a list may have.
    public static let mostItems = 100_000
    /// How many bytes the JSON of a list's items may have in total.
    public static let mostBytes = 16 << 20
}

/// What happened to the connection between a server and its database.
public enum DatabaseChange: Equatable, Sendable {
    /// The database cannot be reached; the reason is the rest of a sentence.
    case lost(reason: String)
    /// It can be reached again.
    case back
}
