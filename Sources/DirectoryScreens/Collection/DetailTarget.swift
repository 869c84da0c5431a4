public import DirectoryModel
import Language

/// Where a value leads.
public enum DetailTarget: Equatable, Sendable {
    /// To all records that this finds when it is typed into the search entry.
    case search(String)
    /// To another program, which opens this address of `value`.
    case address(String, value: String, FieldLink)

    /// What following it does, in words.
    public var words: String {
        switch self {
        case .search: translated("Show all with the same value")
        case .address(_, _, .mail): translated("Write an email")
        case .address(_, _, .phone): translated("Call")
        case .address: translated("Show on a map")
        }
    }

    /// What is said where no program sends emails.
    static var noMailProgram: String { translated("No email program could be opened.") }

    /// What is said where no program opens it.
    var failure: String {
        switch self {
        case .search, .address(_, _, .mail), .address(_, _, .same):
            Self.noMailProgram
        case .address(_, _, .phone): translated("No program for calls could be opened.")
        case .address(_, _, .map): translated("No map could be opened.")
        }
    }
}
