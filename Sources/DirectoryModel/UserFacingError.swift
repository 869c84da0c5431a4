/// An error whose message is shown to people.
public protocol UserFacingError: Error, CustomStringConvertible {
    /// What happened, and to which object, in one plain sentence.
    var message: String { get }
    /// What to do about it, in one plain sentence, or "".
    var recovery: String { get }
}

extension UserFacingError {
    public var description: String { recovery.isEmpty ? message : "\(message) \(recovery)" }
}
