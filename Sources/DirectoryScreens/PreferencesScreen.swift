import DirectoryModel
public import DirectoryStore
public import DirectorySync
import Language
public import Observation

/// Which server is asked, and as whom.
///
/// What is typed counts only once the server has known it; leaving Preferences before forgets it.
@MainActor @Observable
public final class PreferencesScreen {
    /// Which server is asked, and as whom.
    public private(set) var signIn: SignIn
    public private(set) var server: String
    public private(set) var netid: String
    public private(set) var password = ""
    /// True where the password is to be kept beyond this session.
    public private(set) var isPasswordKept = false
    /// What came of the last attempt, in words.
    public private(set) var message: Message?
    /// True while the server is asked.
    public private(set) var isChecking = false

    /// A sentence and whether it tells of a failure.
    public struct Message: Equatable, Sendable {
        public let text: String
        public let isFailure: Bool
    }

    /// The question beside the check button: where a kept password would rest.
    public var keepLabel: String { translated("Remember the password \(passwords.place)") }

    @ObservationIgnored var signedIn: (() -> Void)?
    @ObservationIgnored private let store: Store
    @ObservationIgnored private let passwords: Passwords

    /// - Parameter overriding: server and NetID from the command line, which win over what was kept and are kept.
    public init(
        store: Store, passwords: Passwords, overriding: (server: String?, netid: String?) = (nil, nil)
    ) throws(StoreError) {
        self.store = store
        self.passwords = passwords
        let kept = try SignIn.kept(in: store)
        let signIn = SignIn(server: overriding.server ?? kept.server, netid: overriding.netid ?? kept.netid)
        self.signIn = signIn
        (server, netid) = (signIn.server, signIn.netid)
        if signIn != kept, signIn.server.isEmpty || (try? ServerAddress(signIn.server)) != nil {
            // Where nothing can be written they count this once.
            try? signIn.remember(in: store)
        }
    }

    /// True where Sign In can be tried.
    public var canSignIn: Bool { !server.isEmpty && (!netid.isEmpty || !signsIn) && !isChecking }

    /// False where no password was typed: what is open to everybody needs none.
    public var signsIn: Bool { !password.isEmpty }

    public func serverChanged(_ text: String) { server = text.trimmed }
    public func netidChanged(_ text: String) { netid = text.trimmed }
    public func passwordChanged(_ text: String) { password = text }
    public func keepToggled(_ isOn: Bool) { isPasswordKept = isOn }

    /// True where a download shows what it would change before it does.
    public private(set) var asksBeforeDownload = true

    public func asksBeforeDownloadToggled(_ isOn: Bool) {
        guard isOn != asksBeforeDownload else { return }
        do throws(StoreError) {
            try DownloadQuestion.keep(isOn, in: store)
            asksBeforeDownload = isOn
        } catch { message = Message(text: error.description, isFailure: true) }
    }

    /// Preferences open, with what counts now.
    /// - Parameter reason: why they open by themselves, or nil.
    public func opened(because reason: String? = nil) {
        (server, netid, password) = (signIn.server, signIn.netid, "")
        // That no server was named yet is no failure.
        message = reason.map { Message(text: $0, isFailure: !signIn.server.isEmpty) }
        asksBeforeDownload = DownloadQuestion.isAsked(in: store)
    }

    /// Preferences are asked for while they are open: says why, and leaves what is typed.
    public func askedAgain(because reason: String?) {
        if let reason { message = Message(text: reason, isFailure: true) }
    }

    /// Asks the server whether it knows these, or without a password whether it is there; keeps them where it does.
    /// - Returns: true where it does.
    @discardableResult
    public func signInTapped() async -> Bool {
        guard canSignIn else { return false }
        isChecking = true
        defer { isChecking = false }
        let (typed, password, isKept) = (SignIn(server: server, netid: netid), password, isPasswordKept)
        do {
            let address = try ServerAddress(typed.server)
            guard !password.isEmpty else {
                try await Client(server: address, credentials: nil).checkServer()
                try keep(typed, isAccepted: false)
                message = Message(text: translated("\(address) answers."), isFailure: false)
                return true
            }
            try await Client(server: address, credentials: Credentials(netid: typed.netid, password: password))
                .checkSignIn()
            try keep(typed, isAccepted: true)
            self.password = ""
            try await passwords.remember(password, of: typed.netid, at: address, isKept: isKept)
            message = Message(text: translated("Signed in as \(typed.netid)."), isFailure: false)
            return true
        } catch {
            let words = (error as? SyncError)?.messageAtSignIn ?? "\(error)"
            if !Task.isCancelled { message = Message(text: words, isFailure: true) }
            return false
        }
    }

    private func keep(_ typed: SignIn, isAccepted: Bool) throws(StoreError) {
        if isAccepted { try typed.keep(in: store) } else { try typed.remember(in: store) }
        signIn = typed
        signedIn?()
    }

    /// The client the sign-in stands for.
    /// - Throws: `SyncError.signInNeeded` where no server was named yet.
    public func client() async throws(SyncError) -> Client {
        let signIn = signIn
        guard !signIn.server.isEmpty else { throw .noServerYet }
        let address = try ServerAddress(signIn.server)
        let password = await passwords.password(of: signIn.netid, at: address)
        return Client(
            server: address, credentials: password.map { Credentials(netid: signIn.netid, password: $0) })
    }
}
