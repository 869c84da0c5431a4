private import ClassAPI
public import Foundation
private import LibpqClient

/// Links for choosing a password. Only the latest link of an account is valid, once, for a week, and until its password
/// changes.
public struct PasswordLinks: Sendable {
    public static let lifetime = Duration.seconds(7 * 86_400)

    private let repository: SQLRepository
    private let accounts: Accounts

    public init(repository: SQLRepository, accounts: Accounts? = nil) {
        self.repository = repository
        self.accounts = accounts ?? Accounts(repository: repository)
    }

    /// Creates a link, replacing the previous one.
    /// - Returns: its path.
    /// - Throws: `ServerError.noAccount`, `.accountDisabled`, or an error of the database.
    public func make(for netid: String, now: Date = Date()) async throws -> String {
        let secret = Passwords.readable(groups: 6)
        let end = now.timeIntervalSince1970 + Double(Self.lifetime.components.seconds)
        let account = try await repository.database.change { db in
            let account = try Account.require(db, netid, db.dialect.lock)
            guard account.isEnabled else { throw ServerError.accountDisabled(netid) }
            try db.change(
                """
                INSERT INTO password_link (netid_key, hash, ends) VALUES ($1, $2, $3)
                ON CONFLICT (netid_key) DO UPDATE SET hash = excluded.hash, ends = excluded.ends
                """, .caseless(netid), Self.hash(of: secret, account), .double(end))
            return account
        }
        return "\(ClassPath.passwordLink.base)/\(account.netid)/\(secret)"
    }

    /// The account of a valid link, or nil. An unknown NetID takes the same queries, so that timing does not reveal it.
    func account(netid: String, secret: String, now: Date = Date()) async throws -> Account? {
        guard Account.canBeNetID(netid) else { return nil }
        let account = try await repository.account(netid: netid)
        let hash = Self.hash(of: secret, account)
        let isValid = try await repository.database.readStatement { db in
            let sql = "SELECT 1 FROM password_link WHERE netid_key = $1 AND hash = $2 AND ends > $3"
            return try !db.select(sql, .caseless(netid), hash, .double(now.timeIntervalSince1970)).isEmpty
        }
        guard let account, account.isEnabled, isValid else { return nil }
        return account
    }

    /// Sets the chosen password, which makes the link invalid.
    /// - Returns: false if the link is invalid.
    /// - Throws: an error of the database.
    func use(_ secret: String, of account: Account, password: String, now: Date = Date()) async throws -> Bool {
        guard try await self.account(netid: account.netid, secret: secret, now: now) == account else { return false }
        return try await accounts.change(account, to: password)
    }

    func remove(of netid: String) async throws {
        try await repository.database.change { db in
            _ = try db.change("DELETE FROM password_link WHERE netid_key = $1", .caseless(netid))
        }
    }

    /// Includes the password hash, so that a new password invalidates the link.
    private static func hash(of secret: String, _ account: Account?) -> SQLValue {
        .text(ContentHash.hexadecimal(of: account?.netid.lowercased() ?? "", account?.passwordHash ?? "", secret))
    }
}
