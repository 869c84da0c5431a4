private import Foundation
private import LibpqClient

extension SQLRepository {
    public func account(netid: String) async throws -> Account? {
        try await database.readStatement { db in try Account.find(db, netid) }
    }

    /// - Throws: `ServerError.noAccount`, or an error of the database.
    func requireAccount(of netid: String) async throws -> Account {
        try await database.readStatement { db in try Account.require(db, netid) }
    }

    /// All accounts, by NetID.
    public func accounts() async throws -> [Account] {
        try await database.readStatement { db in
            try db.select("SELECT \(Account.columns) FROM account ORDER BY netid_key").map { try Account($0) }
        }
    }

    /// The members of a class, by NetID.
    public func members(of classID: String) async throws -> [Member] {
        try await database.readStatement { db in
            try db.select(
                """
                SELECT \(Account.columns), role FROM account
                JOIN (SELECT netid_key AS member, role FROM membership WHERE class = $1) m ON member = netid_key
                ORDER BY netid_key
                """, .text(classID)
            ).map { Member(account: try Account($0), role: MemberRole(rawValue: try $0.text(3)) ?? .student) }
        }
    }

    /// Adds accounts as members of a class, in one transaction.
    /// - Parameter handOut: called at its end; if it throws, no account is added.
    /// - Returns: false if a NetID is taken; then none is added.
    public func add(
        _ members: [Member], to classID: String = ListKey.rootClass,
        handOut: @escaping @Sendable () throws -> Void = {}
    ) async throws -> Bool {
        struct Taken: Error {}
        do {
            try await database.change { db in
                for member in members {
                    let (account, key) = (member.account, SQLValue.caseless(member.account.netid))
                    let added = try db.change(
                        """
                        INSERT INTO account (netid_key, \(Account.columns)) VALUES ($1, $2, $3, $4)
                        ON CONFLICT DO NOTHING
                        """, key, .text(account.netid), .text(account.passwordHash),
                        .double(account.created.timeIntervalSince1970))
                    guard added > 0 else { throw Taken() }
                    try db.change(
                        "INSERT INTO membership (class, netid_key, role) VALUES ($1, $2, $3)", .text(classID), key,
                        .text(member.role.rawValue))
                }
                try handOut()
            }
            return true
        } catch is Taken {
            return false
        }
    }

    /// Sets a hash, and removes the link, which was for the old password.
    /// - Returns: false if the account does not exist or its hash is not `old`.
    public func setPasswordHash(_ hash: String, netid: String, replacing old: String) async throws -> Bool {
        try await database.change { db in
            let isChanged =
                try db.change(
                    "UPDATE account SET password_hash = $1 WHERE netid_key = $2 AND password_hash = $3", .text(hash),
                    .caseless(netid), .text(old)) > 0
            if isChanged { try db.change("DELETE FROM password_link WHERE netid_key = $1", .caseless(netid)) }
            return isChanged
        }
    }

    /// Replaces the password hash of an account by the result of `change`, in one transaction.
    /// - Throws: `ServerError.noAccount`, or an error of `change` or of the database; then nothing changed.
    func changePasswordHash(
        of netid: String, _ change: @escaping @Sendable (Account) throws -> String
    ) async throws {
        try await database.change { db in
            let account = try Account.require(db, netid, db.dialect.lock)
            _ = try db.change(
                "UPDATE account SET password_hash = $1 WHERE netid_key = $2", .text(try change(account)),
                .caseless(netid))
        }
    }

    /// Changes the role of a member, and the member’s entries by the function for each list, including hidden ones, in
    /// one transaction.
    /// - Returns: false if the account is not a member.
    public func setRole(
        _ role: MemberRole, netid: String, in classID: String = ListKey.rootClass,
        entries: [ListKey: @Sendable (Entry) throws -> Entry?]
    ) async throws -> Bool {
        try await database.change { db in
            let changed = try db.change(
                "UPDATE membership SET role = $1 WHERE class = $2 AND netid_key = $3", .text(role.rawValue),
                .text(classID), .caseless(netid))
            if changed > 0 { try Self.changeEntries(of: netid, db, entries) }
            return changed > 0
        }
    }

    /// Removes an account with its memberships, app passwords, and link, and its entries in `lists`, including hidden
    /// ones, in one transaction.
    /// - Returns: false if the account does not exist.
    public func removeAccount(netid: String, entriesIn lists: [ListKey]) async throws -> Bool {
        try await database.change { db in
            let removed = try db.change("DELETE FROM account WHERE netid_key = $1", .caseless(netid))
            if removed > 0 {
                let remove: @Sendable (Entry) throws -> Entry? = { _ in nil }
                try Self.changeEntries(of: netid, db, Dictionary(uniqueKeysWithValues: lists.map { ($0, remove) }))
            }
            return removed > 0
        }
    }
}

extension MemberRole {
    /// The role of an account in a class, or nil if it is not a member. It does not change until the transaction ends.
    static func locked(_ db: any SQLConnection, of netid: String, in classID: String) throws -> MemberRole? {
        try db.select(
            "SELECT role FROM membership WHERE class = $1 AND netid_key = $2\(db.dialect.lock)", .text(classID),
            .caseless(netid)
        ).first.map { MemberRole(rawValue: try $0.text(0)) ?? .student }
    }
}

extension Account {
    fileprivate static let columns = "netid, password_hash, created"

    /// - Parameter suffix: of the statement, such as a lock.
    static func find(_ db: any SQLConnection, _ netid: String, _ suffix: String = "") throws -> Account? {
        try db.select(
            "SELECT \(columns) FROM account WHERE netid_key = $1\(suffix)", .caseless(netid)
        ).first.map { try Account($0) }
    }

    /// - Throws: `ServerError.noAccount`, or an error of the database.
    static func require(_ db: any SQLConnection, _ netid: String, _ suffix: String = "") throws -> Account {
        guard canBeNetID(netid), let account = try find(db, netid, suffix) else { throw ServerError.noAccount(netid) }
        return account
    }

    fileprivate init(_ row: any SQLRow) throws {
        self.init(
            netid: try row.text(0), passwordHash: try row.text(1),
            created: Date(timeIntervalSince1970: try row.optionalDouble(2) ?? 0))
    }
}
