import Language

/// A record that was added from the entry over a list, and that the server does not have yet.
public struct OutgoingEntry: Equatable, Identifiable, Sendable {
    /// How far it is.
    public enum State: Equatable, Sendable {
        /// It is sent after those before it.
        case waiting
        case sending
        /// - `reason`: why the server does not have it, in words.
        /// - `isSafe`: true where the server cannot have it, so that it may be sent again unasked.
        case failed(reason: String, isSafe: Bool)
    }

    public let id: Int
    /// What was typed.
    public let text: String
    /// The server that was signed in to when it was typed.
    var server: String
    public internal(set) var state: State

    /// What is shown under the text.
    public var words: String {
        switch state {
        case .waiting: translated("Waiting…")
        case .sending: translated("Sending…")
        case .failed(let reason, _): reason
        }
    }

    public var isFailed: Bool { if case .failed = state { true } else { false } }

    /// True where it is sent again with the next one.
    var isSafe: Bool { if case .failed(_, true) = state { true } else { false } }
}
