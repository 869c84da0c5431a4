/// The arrangement of a window from one session to the next: short texts by name. It never contains the user's
/// records.
@MainActor
public protocol WindowStateStore: AnyObject {
    /// The text that was remembered under a name, or nil.
    func remembered(_ name: String) -> String?
    /// Remembers `value` under a name, from now on; nil removes it. What cannot be stored is lost with the window.
    func remember(_ value: String?, as name: String)
}

/// Remembers for one session.
@MainActor
public final class InMemoryStateStore: WindowStateStore {
    private var values: [String: String] = [:]

    public init() {}

    public func remembered(_ name: String) -> String? { values[name] }
    public func remember(_ value: String?, as name: String) { values[name] = value }
}
