/// An error meant for people: what happened to what, and what to do about it.
public protocol UserFacingError: Error, CustomStringConvertible {
    /// What happened, to what: one plain sentence.
    var message: String { get }
    /// What to do: one plain sentence, or "" where there is nothing to do.
    var recovery: String { get }
}

extension UserFacingError {
    /// Message and recovery together.
    public var description: String { recovery.isEmpty ? message : "\(message) \(recovery)" }
}
