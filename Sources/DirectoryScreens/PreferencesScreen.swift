import DirectoryModel
public import DirectoryStore
public import DirectorySync
public import Observation

/// Which server is asked, and as whom.
@MainActor @Observable
public final class PreferencesScreen {
    public private(set) var server: String
    public private(set) var netid: String
    public private(set) var password = ""
    /// True where the password is to be kept beyond this session.
    public private(set) var isPasswordKept = false
    /// What came of the last attempt, in words.
    public private(set) var message: Message?
    /// True while the server is asked.
    public private(set) var isChecking = false
    /// Counts successful sign-ins; the window closes Preferences when it grows.
    public private(set) var signIns = 0

    /// A sentence and whether it tells of a failure.
    public struct Message: Equatable, Sendable {
        public let text: String
        public let isFailure: Bool
    }

    /// The question beside the check button: where a kept password would rest.
    public var keepLabel: String { "Remember the password \(passwords.place)" }

    @ObservationIgnored private let store: Store
    @ObservationIgnored private let passwords: Passwords

    /// - Parameter overriding: server and NetID from the command line, which win over what was kept.
    public init(
        store: Store, passwords: Passwords, overriding: (server: String?, netid: String?) = (nil, nil)
    ) throws(StoreProblem) {
        self.store = store
        self.passwords = passwords
        let kept = try SignIn.kept(in: store)
        server = overriding.server ?? kept.server
        netid = overriding.netid ?? kept.netid
    }

    /// True where Sign In can be tried.
    public var canSignIn: Bool { !server.isEmpty && !netid.isEmpty && !password.isEmpty && !isChecking }

    public func serverChanged(_ text: String) { server = text.trimmed }
    public func netidChanged(_ text: String) { netid = text.trimmed }
    public func passwordChanged(_ text: String) { password = text }
    public func keepToggled(_ isOn: Bool) { isPasswordKept = isOn }

    /// Preferences open because the server did not know who asks.
    public func signInWanted(_ sentence: String) { message = Message(text: sentence, isFailure: true) }

    public func opened() { if !isChecking { message = nil } }

    /// Asks the server whether it knows these; keeps them where it does.
    public func signInTapped() async {
        guard canSignIn else { return }
        isChecking = true
        defer { isChecking = false }
        do {
            let address = try ServerAddress(server)
            try await Client(server: address, credentials: Credentials(netid: netid, password: password)).checkSignIn()
            try SignIn(server: server, netid: netid).keep(in: store)
            try await passwords.remember(password, of: netid, at: address, isKept: isPasswordKept)
            message = Message(text: "Signed in as \(netid).", isFailure: false)
            password = ""
            signIns += 1
        } catch {
            message = Message(text: "\(error)", isFailure: true)
        }
    }

    /// The client the sign-in stands for.
    /// - Throws: `SyncProblem.signInNeeded` where no server was named yet.
    public func client() async throws(SyncProblem) -> Client {
        guard !server.isEmpty else { throw .noServerYet }
        let address = try ServerAddress(server)
        let password = await passwords.password(of: netid, at: address)
        return Client(
            server: address, credentials: password.map { Credentials(netid: netid, password: $0) })
    }
}
