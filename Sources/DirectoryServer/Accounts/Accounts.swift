private import DirectoryModel

/// Creates accounts, and checks their passwords.
public struct Accounts: Sendable {
    private let repository: SQLRepository
    private let passwords = Passwords()
    let verified: VerifiedPasswords
    /// Not in `verified`, whose passwords open all of the server.
    private let verifiedAppPasswords: VerifiedPasswords
    private let guesses: LoginRateLimiter

    public init(repository: SQLRepository) { self.init(repository: repository, clock: .system) }

    init(repository: SQLRepository, clock: ServerClock) {
        self.repository = repository
        verified = VerifiedPasswords(clock: clock)
        verifiedAppPasswords = VerifiedPasswords(clock: clock)
        guesses = LoginRateLimiter(clock: clock)
    }

    /// The name and password of the sample account.
    public static let demo = "demo"
    /// The minimum length of a chosen password, in characters.
    public static let minPasswordLength = 8
    /// In bytes.
    static let maxPasswordLength = 1024

    /// Creates an account and returns its password.
    /// - Parameter handOut: receives the password once the account is stored; if it throws, the account is removed.
    /// - Throws: `ServerError.badNetID`, `.accountExists`, or an error of the database or of `handOut`.
    public func add(
        _ netid: String, role: AccountRole, handOut: (String) throws -> Void = { _ in }
    ) async throws -> String {
        let password = Passwords.readable()
        let account = try await add(netid, role: role, password: password)
        try await removing([account], unless: { try handOut(password) })
        return password
    }

    /// Removes new accounts if their passwords cannot be handed out.
    private func removing(_ accounts: [Account], unless handOut: () throws -> Void) async throws {
        do { try handOut() } catch {
            let problem = error
            do {
                for account in accounts { _ = try await repository.removeAccount(netid: account.netid, entriesIn: []) }
            } catch { throw ServerError.passwordsLost(accounts.map(\.netid).joined(separator: ", ")) }
            throw problem
        }
    }

    /// Creates the accounts that do not exist yet, all or none.
    /// - Parameter handOut: receives the NetIDs and passwords once the accounts are, or may be, stored; if it throws,
    ///   they are removed.
    /// - Returns: the NetIDs of existing accounts.
    /// - Throws: `ServerError.accountExists` if one was created concurrently, or an error of the database or of
    ///   `handOut`.
    public func add(
        _ rows: [AccountFile.Row], handOut: ([(netid: String, password: String)]) throws -> Void
    ) async throws -> [String] {
        let known = Set(try await list().map { $0.netid.lowercased() })
        let made = rows.filter { !known.contains($0.netid) }.map { ($0, Passwords.readable()) }
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

    /// Creates the account `demo` with the password `demo`, unless it exists.
    public func addDemo() async throws {
        guard try await repository.account(netid: Self.demo) == nil else { return }
        _ = try await add(Self.demo, role: .student, password: Self.demo)
    }

    /// The account `demo` if anyone can sign in with it.
    public func openDemo() async throws -> Account? {
        guard try await repository.account(netid: Self.demo) != nil else { return nil }
        return try await signIn(netid: Self.demo, password: Self.demo)
    }

    /// All accounts, by NetID.
    public func list() async throws -> [Account] { try await repository.accounts() }

    /// Sets a new password and returns it.
    /// - Parameter handOut: receives the password once it is stored; if it throws, the old one is restored.
    /// - Throws: `ServerError.noAccount`, `.accountDisabled`, or an error of the database or of `handOut`.
    public func reset(_ netid: String, handOut: (String) throws -> Void = { _ in }) async throws -> String {
        let password = Passwords.readable()
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

    /// Disables or enables an account, which keeps its password but not its link.
    /// - Throws: `ServerError.noAccount`, or an error of the database.
    public func setEnabled(_ isEnabled: Bool, _ netid: String) async throws {
        // A disabled account’s link is invalid already.
        if isEnabled, try await !repository.requireAccount(of: netid).isEnabled {
            try await repository.removeItems(of: PasswordLinks.collection(netid))
        }
        _ = try await replaceHash(of: netid) { $0.passwordHash(isEnabled: isEnabled) }
    }

    /// Replaces the password hash by the result of `hash`, which is called again after a conflict.
    /// - Returns: the previous account.
    /// - Throws: `ServerError.noAccount`, or an error of `hash` or of the database.
    private func replaceHash(of netid: String, with hash: (Account) throws -> String) async throws -> Account {
        while true {
            let account = try await repository.requireAccount(of: netid)
            if try await repository.setPasswordHash(hash(account), netid: netid, replacing: account.passwordHash) {
                return account
            }
        }
    }

    /// Changes the role of an account and of its entries, except for those published as `Other`.
    /// - Throws: `ServerError.noAccount`, or an error of the database.
    public func setRole(_ role: AccountRole, of netid: String) async throws {
        let changes = EntryList.collections.compactMap { definition in
            Self.change(definition, to: role).map { (definition, $0) }
        }
        let entries = Dictionary(changes.map { ($0.collection.name, $1) }) { first, _ in first }
        guard try await repository.setRole(role, netid: netid, entries: entries) else {
            throw ServerError.noAccount(netid)
        }
    }

    /// The function that sets the role of an entry, or nil if the collection’s entries have none.
    private static func change(
        _ definition: Definition, to role: AccountRole
    ) -> (@Sendable (Entry) throws -> Entry)? {
        guard let standing = definition.standing, let published = role.published.first else { return nil }
        return { entry in
            var record = try entry.record(of: definition)
            guard record[standing].text != Role.Other.rawValue else { return entry }
            record[standing] = .text(published.rawValue)
            return try Entry(record)
        }
    }

    /// Removes an account with its app passwords and link.
    /// - Parameter withEntries: true to remove its entries too, including hidden ones.
    /// - Throws: `ServerError.noAccount`, or an error of the database.
    public func remove(_ netid: String, withEntries: Bool) async throws {
        let collections = withEntries ? EntryList.collections.map { $0.collection.name } : []
        guard try await repository.removeAccount(netid: netid, entriesIn: collections) else {
            throw ServerError.noAccount(netid)
        }
    }

    /// Sets a password chosen by the owner, unless the account changed.
    /// - Returns: false if it has another password, is disabled, or does not exist.
    /// - Throws: an error of the database.
    func change(_ account: Account, to password: String) async throws -> Bool {
        let hash = try await passwords.hash(password)
        return try await repository.setPasswordHash(hash, netid: account.netid, replacing: account.passwordHash)
    }

    /// The account for `netid` and `password`, or nil. An unknown NetID takes the same time.
    public func signIn(netid: String, password: String) async throws -> Account? {
        try await signIn(netid: netid, password: password, from: nil)
    }

    /// Signs in a client.
    /// - Parameters:
    ///   - address: the client’s address, or nil for no rate limit.
    ///   - version: the version of the database before.
    ///   - appPasswords: accepted besides the password of the account, or nil.
    /// - Throws: `TooManyGuesses`, for known and unknown NetIDs alike, unless the password was verified within ten
    ///   minutes.
    func signIn(
        netid: String, password: String, from address: String?, at version: Int64? = nil,
        accepting appPasswords: AppPasswords? = nil
    ) async throws -> Account? {
        let found = Account.canBeNetID(netid) ? try await repository.account(netid: netid) : nil
        let account = found.flatMap { $0.isEnabled ? $0 : nil }
        if let account, verified.contains(password, of: account, at: version) { return account }
        let guesses = address == nil ? nil : guesses
        if let appPasswords {
            let wasRight = account.map { verifiedAppPasswords.contains(password, of: $0) } ?? false
            if !wasRight, let wait = guesses?.wait(netid: netid, address: address) { throw TooManyGuesses(wait: wait) }
            let isRight = try await appPasswords.contains(password, of: netid)
            if let account, isRight {
                verifiedAppPasswords.remember(password, of: account)
                return account
            }
        }
        let isRight = try await passwords.verify(password, hash: account?.passwordHash) {
            // Earlier ones in the queue may have been wrong.
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

/// The error that sign-in is rate-limited.
struct TooManyGuesses: Error {
    /// How long the client must wait.
    let wait: Duration
}
