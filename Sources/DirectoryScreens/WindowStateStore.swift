/// What a window remembers from one session to the next: how it is arranged, in small words by name. What people own
/// never rests here.
@MainActor
public protocol WindowStateStore: AnyObject {
    /// What was remembered under a name, or nil.
    func remembered(_ name: String) -> String?
    /// Remembers `value` under a name, from now on; nil forgets it. What cannot be kept is forgotten with the window.
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
