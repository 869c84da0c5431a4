private import ClassAPI
private import DirectoryModel
public import Foundation
private import Language
private import LibpqClient

/// App passwords: each lets one program, such as a phone’s contacts, read the directory over CardDAV until it is
/// revoked.
public struct AppPasswords: Sendable {
    /// An app password without its text.
    public struct Password: Equatable, Sendable {
        /// The name chosen by the owner, such as “phone”.
        public let name: String
        public let created: Date
    }

    /// The maximum for an account.
    public static let maxCount = 50
    /// In characters.
    public static let maxNameLength = 60

    private let database: any SQLDatabase

    public init(repository: SQLRepository) { database = repository.database }

    /// The app passwords of an account, by age.
    /// - Throws: `ServerError.noAccount`, or an error of the database.
    public func list(of netid: String) async throws -> [Password] {
        try await database.read { db in
            _ = try Account.require(db, netid)
            return try Self.list(db, of: netid)
        }
    }

    private static func list(_ db: any SQLConnection, of netid: String) throws -> [Password] {
        try db.select(
            "SELECT name, created FROM app_password WHERE netid_key = $1 ORDER BY created, name", .caseless(netid)
        ).map { Password(name: try $0.text(0), created: Date(timeIntervalSince1970: try $0.optionalDouble(1) ?? 0)) }
    }

    /// Creates an app password and returns its text.
    /// - Throws: `ServerError.noAccount`, `.accountDisabled`, `.badAppPassword`, or an error of the database.
    public func add(_ name: String, to netid: String) async throws -> String {
        let password = Passwords.readable(groups: 5)
        try await database.change { db in
            // The lock prevents that the account is removed, or gets another app password, in the meantime.
            guard try Account.require(db, netid, db.dialect.lock).isEnabled else {
                throw ServerError.accountDisabled(netid)
            }
            guard !name.isEmpty, name.count <= Self.maxNameLength, name == name.printable else {
                throw ServerError.badAppPassword(
                    name, reason: translated("its name must have 1 to 60 visible characters"))
            }
            let names = try Self.list(db, of: netid).map(\.name)
            guard !names.contains(name) else {
                throw ServerError.badAppPassword(name, reason: translated("the account already has one with that name"))
            }
            guard names.count < Self.maxCount else {
                throw ServerError.badAppPassword(name, reason: translated("the account cannot have more"))
            }
            try db.change(
                "INSERT INTO app_password (netid_key, name, hash, created) VALUES ($1, $2, $3, $4)", .caseless(netid),
                .text(name), Self.hash(of: password, netid), .double(Date().timeIntervalSince1970))
        }
        return password
    }

    /// - Throws: `ServerError.noAccount`, `.badAppPassword`, or an error of the database.
    public func revoke(_ name: String, of netid: String) async throws {
        try await database.change { db in
            _ = try Account.require(db, netid)
            let sql = "DELETE FROM app_password WHERE netid_key = $1 AND name = $2"
            guard try db.change(sql, .caseless(netid), .text(name)) > 0 else {
                throw ServerError.badAppPassword(name, reason: translated("the account has none with that name"))
            }
        }
    }

    /// True if this is an app password of `netid`, whose account may be disabled. The password is long and random, so a
    /// fast hash suffices.
    func contains(_ password: String, of netid: String) async throws -> Bool {
        guard Account.canBeNetID(netid) else { return false }
        return try await database.readStatement { db in
            let sql = "SELECT 1 FROM app_password WHERE netid_key = $1 AND hash = $2"
            return try !db.select(sql, .caseless(netid), Self.hash(of: password, netid)).isEmpty
        }
    }

    private static func hash(of password: String, _ netid: String) -> SQLValue {
        .text(ContentHash.hexadecimal(of: netid.lowercased(), password))
    }
}
