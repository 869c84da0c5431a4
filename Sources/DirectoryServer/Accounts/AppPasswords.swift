private import ClassAPI
private import DirectoryModel
public import Foundation
private import Language

/// App passwords: each lets one program, such as a phone’s contacts, read the directory over CardDAV until it is
/// revoked.
public struct AppPasswords: Sendable {
    /// An app password without its text.
    public struct Password: Codable, Equatable, Sendable {
        /// The name chosen by the owner, such as “phone”.
        public let name: String
        public let created: Date
        fileprivate let hash: String
    }

    /// The maximum for an account.
    public static let maxCount = 50
    /// In characters.
    public static let maxNameLength = 60

    private let repository: SQLRepository

    public init(repository: SQLRepository) { self.repository = repository }

    /// The app passwords of an account, by age.
    /// - Throws: `ServerError.noAccount`, or an error of the database.
    public func list(of netid: String) async throws -> [Password] {
        let account = try await repository.requireAccount(of: netid)
        return try await repository.items(of: Self.collection(account.netid)).map(Self.entry)
    }

    /// Creates an app password and returns its text.
    /// - Throws: `ServerError.noAccount`, `.accountDisabled`, `.badAppPassword`, or an error of the database.
    public func add(_ name: String, to netid: String) async throws -> String {
        let account = try await repository.requireAccount(of: netid)
        guard account.isEnabled else { throw ServerError.accountDisabled(netid) }
        guard !name.isEmpty, name.count <= Self.maxNameLength, name == name.printable else {
            throw ServerError.badAppPassword(name, reason: translated("its name must have 1 to 60 characters"))
        }
        let entries = try await list(of: netid)
        guard !entries.contains(where: { $0.name == name }) else {
            throw ServerError.badAppPassword(name, reason: translated("the account already has one with that name"))
        }
        guard entries.count < Self.maxCount else {
            throw ServerError.badAppPassword(name, reason: translated("the account cannot have more"))
        }
        let password = Passwords.readable(groups: 5)
        let json = try JSONEncoder().encode(
            Password(name: name, created: Date(), hash: Self.hash(of: password, netid: account.netid)))
        // The account may have been removed meanwhile.
        _ = try await repository.addItem(to: Self.collection(account.netid), ofAccount: account.netid) { _ in json }
        return password
    }

    /// - Throws: `ServerError.noAccount`, `.badAppPassword`, or an error of the database.
    public func revoke(_ name: String, of netid: String) async throws {
        let account = try await repository.requireAccount(of: netid)
        var isRevoked = false
        for item in try await repository.items(of: Self.collection(account.netid))
        where try Self.entry(item).name == name {
            isRevoked = try await repository.removeItem(item.number, of: Self.collection(account.netid)) || isRevoked
        }
        guard isRevoked else {
            throw ServerError.badAppPassword(name, reason: translated("the account has none with that name"))
        }
    }

    /// True if this is an app password of `netid`, whose account may be disabled. The password is long and random, so a
    /// fast hash suffices.
    func contains(_ password: String, of netid: String) async throws -> Bool {
        guard Account.canBeNetID(netid) else { return false }
        let hash = Self.hash(of: password, netid: netid)
        return try await repository.items(of: Self.collection(netid)).contains { try Self.entry($0).hash == hash }
    }

    static func collection(_ netid: String) -> String { "app-passwords/\(netid.lowercased())" }

    private static func entry(_ item: Item) throws -> Password {
        try JSONDecoder().decode(Password.self, from: item.json)
    }

    private static func hash(of password: String, netid: String) -> String {
        var hash = ContentHash()
        hash.add(netid.lowercased())
        hash.add(password)
        return hash.hexadecimal()
    }
}
