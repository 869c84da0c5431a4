internal import DirectoryModel
public import Foundation

/// The role of a person in the class, as set in the account.
public enum AccountRole: String, CaseIterable, Sendable {
    case student, ta, professor

    /// The roles that a person with this account role may publish: their own, a lesser one, or `Other`.
    var published: [Role] {
        switch self {
        case .student: [.Student, .Other]
        case .ta: [.TA, .Student, .Other]
        case .professor: [.Professor, .TA, .Student, .Other]
        }
    }
}

/// The account of a person who may sign in.
public struct Account: Equatable, Sendable {
    /// The login name; the same in any case.
    public let netid: String
    public let role: AccountRole
    /// The Argon2id hash of the password, with its salt and costs.
    public let passwordHash: String
    public let created: Date

    public init(netid: String, role: AccountRole, passwordHash: String, created: Date = Date()) {
        self.netid = netid
        self.role = role
        self.passwordHash = passwordHash
        self.created = created
    }

    /// False where its owner cannot sign in: as in the system's own file of passwords, the hash then begins with “!”.
    public var isEnabled: Bool { !passwordHash.hasPrefix("!") }

    /// The password hash of this account as it is stored where it is disabled or enabled.
    func passwordHash(isEnabled: Bool) -> String {
        let hash = String(passwordHash.drop { $0 == "!" })
        return isEnabled ? hash : "!\(hash)"
    }

    /// True where this account may change what is stored under `netid`.
    func owns(_ netid: String) -> Bool { self.netid.lowercased() == netid.lowercased() }

    /// Words of the wire's own addresses, which cannot be NetIDs.
    private static let reserved: Set<String> = ["all", "create"]

    /// The lists of items that belong to the account of `netid`, each with a slash in its name.
    static func lists(of netid: String) -> [String] {
        [AppPasswords.collection(netid), PasswordLinks.collection(netid)]
    }

    /// `text` as a NetID is stored, in lower case.
    /// - Throws: `ServerError.badNetID` where it is not a valid one.
    public static func checkedNetID(_ text: String) throws(ServerError) -> String {
        guard case .success(let netid) = Rule.netid.checked(text.lowercased()), !netid.isEmpty,
            !reserved.contains(netid)
        else { throw .badNetID(text) }
        return netid
    }

    /// True where `text` can be the NetID of an account; no other text is looked for in the database.
    static func canBeNetID(_ text: String) -> Bool { Rule.netid.verdict(text.lowercased()) == .fine && !text.isEmpty }
}
