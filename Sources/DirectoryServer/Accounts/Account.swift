internal import DirectoryModel
public import Foundation

/// The role of an account in a class.
public enum MemberRole: String, CaseIterable, Sendable {
    case student, ta, professor

    /// The roles that this member may publish: its own, lesser ones, and `Other`.
    var published: [Role] {
        switch self {
        case .student: [.Student, .Other]
        case .ta: [.TA, .Student, .Other]
        case .professor: [.Professor, .TA, .Student, .Other]
        }
    }
}

public struct Account: Equatable, Sendable {
    /// The login name, which is not case-sensitive.
    public let netid: String
    /// The Argon2id hash of the password, with its salt and costs.
    public let passwordHash: String
    public let created: Date

    public init(netid: String, passwordHash: String, created: Date = Date()) {
        self.netid = netid
        self.passwordHash = passwordHash
        self.created = created
    }

    /// A disabled account’s hash starts with “!”, as in shadow(5).
    public var isEnabled: Bool { !passwordHash.hasPrefix("!") }

    /// The hash to store for an enabled or disabled account.
    func passwordHash(isEnabled: Bool) -> String {
        let hash = String(passwordHash.drop { $0 == "!" })
        return isEnabled ? hash : "!\(hash)"
    }

    /// True if this account may change what `netid` owns.
    func owns(_ netid: String) -> Bool { self.netid.lowercased() == netid.lowercased() }

    /// Parts of paths, which cannot be NetIDs.
    private static let reserved: Set<String> = ["all", "create"]

    /// `text` in lower case.
    /// - Throws: `ServerError.badNetID`.
    public static func checkedNetID(_ text: String) throws(ServerError) -> String {
        guard case .success(let netid) = Rule.netid.checked(text.lowercased()), !netid.isEmpty,
            !reserved.contains(netid)
        else { throw .badNetID(text) }
        return netid
    }

    /// False for text that is not worth looking up in the database.
    static func canBeNetID(_ text: String) -> Bool { Rule.netid.verdict(text.lowercased()) == .fine && !text.isEmpty }
}

/// An account and its role in a class.
public struct Member: Equatable, Sendable {
    public let account: Account
    public let role: MemberRole
}
