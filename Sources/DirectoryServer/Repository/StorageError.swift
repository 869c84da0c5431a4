public import DirectoryModel
import Language

/// Why the server cannot store a change, or read, at the moment.
public enum StorageError: UserFacingError, Equatable {
    case diskFull
    /// The database cannot be reached, or is too busy.
    case unavailable
    /// The connection to the database was lost while a change was stored.
    case outcomeUnknown
    /// The database does not tell one server what another changed; the text is the database's own.
    case noNotifications(reason: String)

    public var message: String {
        switch self {
        case .diskFull: translated("The server’s disk is full, so no changes were made.")
        case .unavailable: translated("The server cannot reach its database right now, so no changes were made.")
        case .outcomeUnknown:
            translated("The server lost its database before it finished, so the change may or may not have been made.")
        case .noNotifications(let reason):
            translated("The database does not notify servers of changes, so every request checks for them: \(reason).")
        }
    }

    public var recovery: String {
        switch self {
        case .diskFull: translated("Free some space on it and try again.")
        case .unavailable: translated("Try again in a moment.")
        case .outcomeUnknown: translated("Fetch it again in a moment to check.")
        case .noNotifications: ""
        }
    }
}
