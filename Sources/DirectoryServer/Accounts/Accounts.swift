private import DirectoryModel

/// Creates and changes accounts.
public struct Accounts: Sendable {
    private let repository: SQLRepository
    private let passwords = Passwords()

    public init(repository: SQLRepository) { self.repository = repository }

    /// The name and password of the sample account.
    public static let demo = "demo"
    /// The minimum length of a chosen password, in characters.
    public static let minPasswordLength = 8
    /// In bytes.
    static let maxPasswordLength = 1024

    /// Creates an account and returns its password.
    /// - Parameter handOut: receives the password before the account is stored; if it throws, none is.
    /// - Throws: `ServerError.badNetID`, `.accountExists`, or an error of the database or of `handOut`.
    public func add(
        _ netid: String, role: MemberRole, handOut: @escaping @Sendable (String) throws -> Void = { _ in }
    ) async throws -> String {
        let (netid, password) = (try Account.checkedNetID(netid), Passwords.readable())
        try await add([(AccountFile.Row(netid: netid, role: role), password)]) { try handOut(password) }
        return password
    }

    /// Creates the accounts that do not exist yet, all or none.
    /// - Parameter handOut: receives the NetIDs and passwords before the accounts are stored; if it throws, none are.
    /// - Returns: the NetIDs of existing accounts.
    /// - Throws: `ServerError.accountExists` if one was created concurrently, or an error of the database or of
    ///   `handOut`.
    public func add(
        _ rows: [AccountFile.Row], handOut: @escaping @Sendable ([(netid: String, password: String)]) throws -> Void
    ) async throws -> [String] {
        let known = Set(try await repository.accounts().map { $0.netid.lowercased() })
        let made = rows.filter { !known.contains($0.netid) }.map { ($0, Passwords.readable()) }
        try await add(made) { try handOut(made.map { (netid: $0.netid, password: $1) }) }
        return rows.map(\.netid).filter { known.contains($0) }
    }

    /// Creates the account `demo` with the password `demo`, unless it exists.
    public func addDemo() async throws {
        guard try await repository.account(netid: Self.demo) == nil else { return }
        try await add([(AccountFile.Row(netid: Self.demo, role: .student), Self.demo)])
    }

    /// Creates accounts with passwords, all or none.
    private func add(
        _ made: [(AccountFile.Row, String)], handOut: @escaping @Sendable () throws -> Void = {}
    ) async throws {
        var members: [Member] = []
        for (row, password) in made {
            let account = Account(netid: row.netid, passwordHash: try await passwords.hash(password))
            members.append(Member(account: account, role: row.role))
        }
        guard try await repository.add(members, handOut: handOut) else {
            let others = Set(try await repository.accounts().map { $0.netid.lowercased() })
            throw ServerError.accountExists(made.map(\.0.netid).first { others.contains($0) } ?? "")
        }
    }

    /// The account `demo` if anyone can sign in with it.
    public func openDemo() async throws -> Account? {
        guard let account = try await repository.account(netid: Self.demo), account.isEnabled,
            try await passwords.verify(Self.demo, hash: account.passwordHash)
        else { return nil }
        return account
    }

    /// The members of the class, by NetID.
    public func list() async throws -> [Member] { try await repository.members(of: ListKey.rootClass) }

    /// Sets a new password and returns it.
    /// - Parameter handOut: receives the password before it is stored; if it throws, the old one remains valid.
    /// - Throws: `ServerError.noAccount`, `.accountDisabled`, or an error of the database or of `handOut`.
    public func reset(
        _ netid: String, handOut: @escaping @Sendable (String) throws -> Void = { _ in }
    ) async throws -> String {
        let password = Passwords.readable()
        guard try await repository.requireAccount(of: netid).isEnabled else { throw ServerError.accountDisabled(netid) }
        let hash = try await passwords.hash(password)
        try await repository.changePasswordHash(of: netid) { account in
            guard account.isEnabled else { throw ServerError.accountDisabled(netid) }
            try handOut(password)
            return hash
        }
        return password
    }

    /// Disables or enables an account, which keeps its password but not its link.
    /// - Throws: `ServerError.noAccount`, or an error of the database.
    public func setEnabled(_ isEnabled: Bool, _ netid: String) async throws {
        // A disabled account’s link is invalid already.
        if isEnabled, try await !repository.requireAccount(of: netid).isEnabled {
            try await PasswordLinks(repository: repository, accounts: self).remove(of: netid)
        }
        try await repository.changePasswordHash(of: netid) { $0.passwordHash(isEnabled: isEnabled) }
    }

    /// Changes the role of a member of the class, and of its entries, except for those published as `Other`.
    /// - Throws: `ServerError.noAccount`, or an error of the database.
    public func setRole(_ role: MemberRole, of netid: String) async throws {
        let changes = EntryList.collections.compactMap { definition in
            Self.change(definition, to: role).map { (ListKey(definition), $0) }
        }
        let entries = Dictionary(changes) { first, _ in first }
        guard try await repository.setRole(role, netid: netid, entries: entries) else {
            throw ServerError.noAccount(netid)
        }
    }

    /// The function that sets the role of an entry, or nil if the collection’s entries have none.
    private static func change(
        _ definition: Definition, to role: MemberRole
    ) -> (@Sendable (Entry) throws -> Entry?)? {
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
        let lists = withEntries ? EntryList.collections.map { ListKey($0) } : []
        guard try await repository.removeAccount(netid: netid, entriesIn: lists) else {
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
}
