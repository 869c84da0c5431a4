private import DirectoryModel

/// The people who may sign in: makes their passwords and checks them.
public struct Accounts: Sendable {
    private let repository: SQLRepository
    private let passwords = Passwords()
    let verified = VerifiedPasswords()
    private let guesses = LoginRateLimiter()

    public init(repository: SQLRepository) { self.repository = repository }

    /// The name and the password of the account that a sample class comes with.
    public static let demo = "demo"
    /// The fewest characters a chosen password may have.
    public static let shortestPassword = 8
    /// The most bytes a password may have.
    static let maxPasswordLength = 1024

    /// Makes an account and returns its password, which is shown only this once.
    /// - Parameter handOut: gets the password once the account is stored; if it throws, the account is removed.
    /// - Throws: `ServerError.badNetID`, `.accountExists`, or an error of the database or of `handOut`.
    public func add(
        _ netid: String, role: AccountRole, handOut: (String) throws -> Void = { _ in }
    ) async throws -> String {
        let password = Passwords.generated()
        let account = try await add(netid, role: role, password: password)
        try await removing([account], unless: { try handOut(password) })
        return password
    }

    /// Removes new accounts where their passwords cannot be handed out.
    private func removing(_ accounts: [Account], unless handOut: () throws -> Void) async throws {
        do { try handOut() } catch {
            let problem = error
            do {
                for account in accounts { _ = try await repository.removeAccount(netid: account.netid, entriesIn: []) }
            } catch { throw ServerError.passwordsLost(accounts.map(\.netid).joined(separator: ", ")) }
            throw problem
        }
    }

    /// Makes the accounts that do not exist yet, all of them or none.
    /// - Parameter handOut: gets each NetID and its password once the accounts are stored, or may be; where it throws, they
    ///   are removed.
    /// - Returns: the NetIDs of those that exist already.
    /// - Throws: `ServerError.accountExists` where one was made meanwhile; an error of the database or of `handOut`.
    public func add(
        _ rows: [AccountFile.Row], handOut: ([(netid: String, password: String)]) throws -> Void
    ) async throws -> [String] {
        let known = Set(try await list().map { $0.netid.lowercased() })
        let made = rows.filter { !known.contains($0.netid) }.map { ($0, Passwords.generated()) }
        var accounts: [Account] = []
        for (row, password) in made {
            let hash = try await passwords.hash(password)
            accounts.append(Account(netid: row.netid, role: row.role, passwordHash: hash))
        }
        let passwords = made.map { (netid: $0.netid, password: $1) }
        do {
            guard try await repository.add(accounts) else {
                let others = Set(try await list().map { $0.netid.lowercased() })
                throw ServerError.accountExists(accounts.map(\.netid).first { others.contains($0) } ?? "")
            }
        } catch StorageError.outcomeUnknown {
            try handOut(passwords)
            throw StorageError.outcomeUnknown
        }
        try await removing(accounts, unless: { try handOut(passwords) })
        return rows.map(\.netid).filter { known.contains($0) }
    }

    /// Makes the account `demo` with the password `demo`, unless it exists.
    public func addDemo() async throws {
        guard try await repository.account(netid: Self.demo) == nil else { return }
        _ = try await add(Self.demo, role: .student, password: Self.demo)
    }

    /// True where anyone could sign in as `demo`.
    public func hasOpenDemo() async throws -> Bool {
        try await signIn(netid: Self.demo, password: Self.demo) != nil
    }

    /// Every account, by netid.
    public func list() async throws -> [Account] { try await repository.accounts() }

    /// Gives an account a new password and returns it; the old one becomes invalid.
    /// - Throws: `ServerError.noAccount`, `.accountDisabled`, or an error of the database.
    /// - Parameter handOut: gets the password once it is stored; where it throws, the old one is valid again.
    public func reset(_ netid: String, handOut: (String) throws -> Void = { _ in }) async throws -> String {
        let password = Passwords.generated()
        guard try await repository.requireAccount(of: netid).isEnabled else { throw ServerError.accountDisabled(netid) }
        let hash = try await passwords.hash(password)
        let old = try await replaceHash(of: netid) { account in
            guard account.isEnabled else { throw ServerError.accountDisabled(netid) }
            return hash
        }
        do { try handOut(password) } catch {
            _ = try await repository.setPasswordHash(old.passwordHash, netid: netid, replacing: hash)
            throw error
        }
        return password
    }

    /// Prevents the owner of an account from signing in, or allows it again, with the same password as before. A link
    /// that was made before is invalid then.
    /// - Throws: `ServerError.noAccount`, or an error of the database.
    public func setEnabled(_ isEnabled: Bool, _ netid: String) async throws {
        // While an account is disabled, its link is invalid.
        if isEnabled, try await !repository.requireAccount(of: netid).isEnabled {
            try await repository.removeItems(of: PasswordLinks.collection(netid))
        }
        _ = try await replaceHash(of: netid) { $0.passwordHash(isEnabled: isEnabled) }
    }

    /// Replaces the password hash of an account with the result of `hash`, which is called again where another change
    /// came first.
    /// - Returns: the account as it was before.
    /// - Throws: `ServerError.noAccount`, or an error of `hash` or of the database.
    private func replaceHash(of netid: String, with hash: (Account) throws -> String) async throws -> Account {
        while true {
            let account = try await repository.requireAccount(of: netid)
            if try await repository.setPasswordHash(hash(account), netid: netid, replacing: account.passwordHash) {
                return account
            }
        }
    }

    /// Changes the role of an account, and the role in its entries, which everyone sees; who publishes Other stays so.
    /// - Throws: `ServerError.noAccount`, or an error of the database.
    public func setRole(_ role: AccountRole, of netid: String) async throws {
        let changes = EntryList.collections.compactMap { type in Self.change(type, to: role).map { (type, $0) } }
        let entries = Dictionary(changes.map { ($0.collection.name, $1) }) { first, _ in first }
        guard try await repository.setRole(role, netid: netid, entries: entries) else {
            throw ServerError.noAccount(netid)
        }
    }

    /// What gives an entry of a collection the role of its account, or nil where entries do not have one.
    private static func change<R: DirectoryRecord>(
        _ type: R.Type, to role: AccountRole
    ) -> (@Sendable (Entry) throws -> Entry)? {
        guard let standing = R.definition.standing, let published = role.published.first else { return nil }
        return { entry in
            var record: R = try entry.record()
            guard standing.value(record).text != Role.Other.rawValue else { return entry }
            standing.set(.text(published.rawValue), in: &record)
            return try Entry(record)
        }
    }

    /// Removes an account with its app passwords and its link.
    /// - Parameter withEntries: true where its entries are removed too, hidden ones included.
    /// - Throws: `ServerError.noAccount`, or an error of the database.
    public func remove(_ netid: String, withEntries: Bool) async throws {
        let collections = withEntries ? EntryList.collections.map { $0.collection.name } : []
        guard try await repository.removeAccount(netid: netid, entriesIn: collections) else {
            throw ServerError.noAccount(netid)
        }
    }

    /// Gives an account the password that its owner chose, if it is still as in `account`.
    /// - Returns: false where it has another password meanwhile, is disabled, or does not exist.
    /// - Throws: an error of the database.
    func change(_ account: Account, to password: String) async throws -> Bool {
        let hash = try await passwords.hash(password)
        return try await repository.setPasswordHash(hash, netid: account.netid, replacing: account.passwordHash)
    }

    /// The account for `netid` and `password`, or nil; takes the same time for an unknown NetID.
    public func signIn(netid: String, password: String) async throws -> Account? {
        try await signIn(netid: netid, password: password, from: nil)
    }

    /// The same for a request.
    /// - Parameters:
    ///   - address: whom the request came from, or nil where guesses are not limited.
    ///   - version: that of the database before.
    /// - Throws: `TooManyGuesses`, for known and unknown NetIDs alike; a password that was right within the last ten
    ///   minutes is right nevertheless.
    func signIn(netid: String, password: String, from address: String?, at version: Int64? = nil) async throws
        -> Account?
    {
        let found = Account.canBeNetID(netid) ? try await repository.account(netid: netid) : nil
        let account = found.flatMap { $0.isEnabled ? $0 : nil }
        if let account, verified.contains(password, of: account, at: version) { return account }
        let guesses = address == nil ? nil : guesses
        let isRight = try await passwords.verify(password, hash: account?.passwordHash) {
            // Those that came before may have been wrong meanwhile.
            if let wait = guesses?.wait(netid: netid, address: address) { throw TooManyGuesses(wait: wait) }
        } onResult: { isRight in
            if !isRight { guesses?.wrong(netid: netid, address: address) }
        }
        guard isRight, let account else { return nil }
        guesses?.right(netid: netid)
        verified.remember(password, of: account, at: version)
        return account
    }

    private func add(_ netid: String, role: AccountRole, password: String) async throws -> Account {
        let netid = try Account.checkedNetID(netid)
        guard try await repository.account(netid: netid) == nil else { throw ServerError.accountExists(netid) }
        let account = Account(netid: netid, role: role, passwordHash: try await passwords.hash(password))
        guard try await repository.add(account) else { throw ServerError.accountExists(netid) }
        return account
    }
}

/// The error that a password is not checked, because too many were wrong lately.
struct TooManyGuesses: Error {
    /// How long the client must wait.
    let wait: Duration
}
