/// An error to be shown to people: what happened, and what to do about it.
public protocol UserFacingError: Error, CustomStringConvertible {
    /// What happened, and to which object: one plain sentence.
    var message: String { get }
    /// What to do: one plain sentence, or "" where advice is not needed.
    var recovery: String { get }
}

extension UserFacingError {
    /// Message and recovery together.
    public var description: String { recovery.isEmpty ? message : "\(message) \(recovery)" }
}
