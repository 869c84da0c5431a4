private import ClassAPI
public import Foundation

/// Links for choosing a password. Only the latest link of an account is valid, once, for a week, and until its password
/// changes.
public struct PasswordLinks: Sendable {
    private struct Link: Codable {
        let hash: String
        let end: Date
    }

    public static let lifetime = Duration.seconds(7 * 86_400)

    private let repository: SQLRepository
    private let accounts: Accounts

    public init(repository: SQLRepository, accounts: Accounts? = nil) {
        (self.repository, self.accounts) = (repository, accounts ?? Accounts(repository: repository))
    }

    /// Creates a link, replacing the previous one.
    /// - Returns: its path.
    /// - Throws: `ServerError.noAccount`, `.accountDisabled`, or an error of the database.
    public func make(for netid: String, now: Date = Date()) async throws -> String {
        let account = try await repository.requireAccount(of: netid)
        guard account.isEnabled else { throw ServerError.accountDisabled(netid) }
        let secret = Passwords.readable(groups: 6)
        let end = now.addingTimeInterval(Double(Self.lifetime.components.seconds))
        let json = try JSONEncoder().encode(Link(hash: Self.hash(of: secret, account), end: end))
        _ = try await repository.replaceItems(of: Self.collection(account.netid)) { old in
            [Item(number: (old.last?.number ?? 0) + 1, json: json)]
        }
        return "\(ClassPath.passwordLink.base)/\(account.netid)/\(secret)"
    }

    /// The account of a valid link, or nil. An unknown NetID takes the same queries, so that timing does not reveal it.
    func account(netid: String, secret: String, now: Date = Date()) async throws -> Account? {
        guard Account.canBeNetID(netid) else { return nil }
        let account = try await repository.account(netid: netid)
        let links = try await repository.items(of: Self.collection(netid))
        guard let account, account.isEnabled, try Self.item(of: secret, for: account, in: links, now) != nil
        else { return nil }
        return account
    }

    /// Sets the chosen password, which makes the link invalid.
    /// - Returns: false if the link is invalid.
    /// - Throws: an error of the database.
    func use(_ secret: String, of account: Account, password: String, now: Date = Date()) async throws -> Bool {
        let links = try await repository.items(of: Self.collection(account.netid))
        guard let item = try Self.item(of: secret, for: account, in: links, now),
            try await accounts.change(account, to: password)
        else { return false }
        // A leftover link is invalid, because its hash includes the old password.
        _ = try? await repository.removeItem(item.number, of: Self.collection(account.netid))
        return true
    }

    private static func item(
        of secret: String, for account: Account, in links: [Item], _ now: Date
    ) throws -> Item? {
        let hash = hash(of: secret, account)
        return try links.first {
            let link = try JSONDecoder().decode(Link.self, from: $0.json)
            return link.hash == hash && link.end > now
        }
    }

    static func collection(_ netid: String) -> String { "password-links/\(netid.lowercased())" }

    /// Includes the password hash, so that a new password invalidates the link.
    private static func hash(of secret: String, _ account: Account) -> String {
        var hash = ContentHash()
        hash.add(account.netid.lowercased())
        hash.add(account.passwordHash)
        hash.add(secret)
        return hash.hexadecimal()
    }
}
