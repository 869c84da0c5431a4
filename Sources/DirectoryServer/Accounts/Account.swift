internal import DirectoryModel
public import Foundation

/// What somebody does in the class, as the account was made.
public enum AccountRole: String, CaseIterable, Sendable {
    case student, ta, professor

    /// What somebody with this role may say of themselves: their own, a lesser one, or another.
    var published: [Role] {
        switch self {
        case .student: [.Student, .Other]
        case .ta: [.TA, .Student, .Other]
        case .professor: [.Professor, .TA, .Student, .Other]
        }
    }
}

/// Somebody who may sign in.
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

    /// True where this account may change what is stored under `netid`.
    func owns(_ netid: String) -> Bool { self.netid.lowercased() == netid.lowercased() }

    /// Words that stand in the wire's own addresses, and so can be nobody's netid.
    private static let reserved: Set<String> = ["all", "create"]

    /// `text` as a netid is kept, in lower case.
    /// - Throws: `ServerError.badNetID` where it cannot be one.
    static func checkedNetID(_ text: String) throws(ServerError) -> String {
        guard case .success(let netid) = Rule.netid.checked(text.lowercased()), !netid.isEmpty,
            !reserved.contains(netid)
        else { throw .badNetID(text) }
        return netid
    }

    /// True where an account can be called so: SQLite compares texts up to the first NUL only.
    static func canBeNetID(_ text: String) -> Bool { Rule.netid.verdict(text.lowercased()) == .fine && !text.isEmpty }
}
