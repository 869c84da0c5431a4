/// The people who may sign in: makes their passwords and checks them.
public struct Accounts: Sendable {
    private let repository: any AccountRepository
    private let passwords: Passwords

    public init(repository: any AccountRepository) {
        self.repository = repository
        passwords = Passwords()
    }

    /// The name and the password of the account that a sample class comes with.
    public static let demo = "demo"
    /// The fewest characters a chosen password may have.
    public static let shortestPassword = 8
    /// The most bytes a password may have.
    static let longestPassword = 1024

    /// Makes an account and returns its password, which is shown only this once.
    /// - Throws: `ServerError.badNetID`, `.accountExists`, or what the database says.
    public func add(_ netid: String, role: AccountRole) async throws -> String {
        let password = Passwords.generated()
        try await add(netid, role: role, password: password)
        return password
    }

    /// Makes the account `demo` with the password `demo`, unless there is one already.
    public func addDemo() async throws {
        guard try await repository.account(netid: Self.demo) == nil else { return }
        try await add(Self.demo, role: .student, password: Self.demo)
    }

    /// True where anybody could sign in as `demo`.
    public func hasOpenDemo() async throws -> Bool {
        try await signIn(netid: Self.demo, password: Self.demo) != nil
    }

    /// Every account, by netid.
    public func list() async throws -> [Account] { try await repository.accounts() }

    /// Gives an account a new password and returns it; the old one is of no more use.
    /// - Throws: `ServerError.noAccount`, or what the database says.
    public func reset(_ netid: String) async throws -> String {
        let password = Passwords.generated()
        try await change(netid, to: password)
        return password
    }

    /// Says that somebody does something else in the class from now on.
    /// - Throws: `ServerError.noAccount`, or what the database says.
    public func setRole(_ role: AccountRole, of netid: String) async throws {
        guard try await repository.setRole(role, netid: netid) else { throw ServerError.noAccount(netid) }
    }

    /// Gives an account the password it chose.
    /// - Throws: `ServerError.noAccount`, or what the database says.
    func change(_ netid: String, to password: String) async throws {
        let hash = try await passwords.hash(password)
        guard try await repository.setPasswordHash(hash, netid: netid) else { throw ServerError.noAccount(netid) }
    }

    /// The account `netid` and `password` open, or nil; takes the same time for a netid nobody has.
    public func signIn(netid: String, password: String) async throws -> Account? {
        let account = Account.canBeNetID(netid) ? try await repository.account(netid: netid) : nil
        return try await passwords.verify(password, hash: account?.passwordHash) ? account : nil
    }

    private func add(_ netid: String, role: AccountRole, password: String) async throws {
        let netid = try Account.checkedNetID(netid)
        guard try await repository.account(netid: netid) == nil else { throw ServerError.accountExists(netid) }
        let account = Account(netid: netid, role: role, passwordHash: try await passwords.hash(password))
        guard try await repository.add(account) else { throw ServerError.accountExists(netid) }
    }
}
