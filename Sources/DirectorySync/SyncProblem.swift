public import DirectoryModel
public import DirectoryStore

/// What can go wrong between here and the server. On every one of them the local list stays as it was.
public enum SyncProblem: Explained, Equatable {
    case noServerYet
    case badAddress(String)
    case insecure(server: String)
    case unreachable(server: String)
    case untrusted(server: String)
    case noAnswer(server: String)
    case stalled(server: String)
    case signInNeeded(server: String)
    case notAllowed(server: String)
    case failed(server: String, status: Int)
    case notAList(server: String)
    case cutShort(server: String)
    case damaged(server: String)
    case nobodySent(server: String)
    case cancelled
    case store(StoreProblem)

    public var message: String {
        switch self {
        case .noServerYet: "No class server was named yet."
        case .badAddress(let text): "“\(text)” is no server address."
        case .insecure(let server): "The connection to \(server) is not encrypted, so your password was not sent."
        case .unreachable(let server): "The server at \(server) cannot be reached."
        case .untrusted(let server): "The server at \(server) cannot prove that it is who it says."
        case .noAnswer(let server): "The server at \(server) closed the connection without an answer."
        case .stalled(let server): "The server at \(server) stopped sending."
        case .signInNeeded(let server): "The server at \(server) does not know this NetID and password."
        case .notAllowed(let server): "The server at \(server) does not let you do this."
        case .failed(let server, let status): "The server at \(server) could not answer (\(Self.words(for: status)))."
        case .notAList(let server): "What \(server) sent is no list of people."
        case .cutShort(let server): "The list from \(server) ended too early, so your list was left as it was."
        case .damaged(let server): "The list from \(server) arrived damaged, so your list was left as it was."
        case .nobodySent(let server): "The list of \(server) has nobody in it, so your list was left as it was."
        case .cancelled: "The download was cancelled, and your list was left as it was."
        case .store(let problem): problem.message
        }
    }

    public var recovery: String {
        switch self {
        case .noServerYet: "Name it in Preferences, and sign in."
        case .badAddress: "Write it as https://directory.example.edu."
        case .insecure: "Use an address that starts with https://."
        case .unreachable: "Check the address and your network, then try again."
        case .untrusted: "Check the address; if it is right, tell whoever runs the server."
        case .noAnswer, .stalled, .cutShort, .damaged: "Try again."
        case .signInNeeded: "Check both in Preferences."
        case .notAllowed: "Sign in with the NetID that owns the record."
        case .failed: "Try again later, or tell whoever runs the server."
        case .notAList: "Check the address in Preferences."
        case .nobodySent: "Check the address, or ask whoever runs the server."
        case .cancelled: ""
        case .store(let problem): problem.recovery
        }
    }

    /// True where Preferences are the next step.
    public var asksForSignIn: Bool {
        switch self {
        case .signInNeeded, .noServerYet, .badAddress, .insecure: true
        default: false
        }
    }

    private static func words(for status: Int) -> String {
        switch status {
        case 404: "it has no such list"
        case 429: "too many people are asking"
        case 500...599: "something is wrong there, \(status)"
        default: "it said \(status)"
        }
    }
}
