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
