import Language

/// Records of a collection that may be about one person.
public struct DuplicateGroup: Equatable, Sendable {
    /// The keys of the records; the first is preserved by default.
    public let keys: [Int]
    /// The strongest first.
    public let reasons: [DuplicateReason]
    /// True if the records are about one person and no value of one contradicts another. Different numbers that people
    /// type are a contradiction.
    public let isCertain: Bool
    /// True if the first record cannot be changed, because the server's list has it.
    public let isFixed: Bool

    public let section: Section

    /// Where the group is listed, the most likely first.
    public enum Section: Int, Sendable {
        case likely
        /// The records have only the name in common, which two people can share.
        case sameName
        /// Little more than the names agree, and everything that identifies a person differs.
        case contradicted
    }

    public var text: String { reasons.text }
}

/// Why two records may be about one person, the strongest reasons first.
public enum DuplicateReason: Hashable, Comparable, Sendable {
    /// They have the same owner; `label` is the field's.
    case owner(label: String)
    case email
    case phone
    /// The names agree, and so does the field with this label.
    case name(label: String)
    case sameName

    fileprivate var text: String {
        switch self {
        case .owner(let label): translated("same \(label)")
        case .email: translated("same email")
        case .phone: translated("same phone")
        case .name(let label): translated("names agree, and \(label)")
        case .sameName: translated("same name")
        }
    }
}

extension [DuplicateReason] {
    /// "same email, same phone"
    public var text: String { map(\.text).joined(separator: translated(", ")) }
}
