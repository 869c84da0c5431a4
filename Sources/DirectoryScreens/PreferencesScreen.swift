import DirectoryModel
public import DirectoryStore
public import DirectorySync
import Language
public import Observation

/// The server and the NetID to sign in with.
///
/// Typed values take effect once the server accepts them. Closing Preferences earlier discards them, unless the first
/// page shows them too.
@MainActor @Observable
public final class PreferencesScreen {
    public private(set) var signIn: SignIn
    /// The NetID of the user's own record; a typed one counts once a server accepted it.
    public private(set) var ownNetID: String
    public private(set) var server: String
    public private(set) var netid: String
    public private(set) var password = ""
    /// True if the password is kept beyond this session.
    public private(set) var isPasswordRemembered = false
    public private(set) var message: Message?
    public private(set) var isChecking = false
    public private(set) var isOpen = false
    /// True if a password of the NetID is known; nil until it was looked up.
    private var isSignedIn: Bool?
    /// The result of a change of the list's or history's preferences, or nil.
    public private(set) var notice: Message?

    /// True if the server is known and only the password is needed.
    public private(set) var isPasswordAsked = false

    public var connectLabel: String { isPasswordAsked ? translated("Sign In") : translated("Connect") }

    /// Who is signed in and where; nil while the form is shown instead.
    public var account: String? {
        guard isSignedIn == true, !hasProblem, let address else { return nil }
        return translated("Signed in as \(signIn.netid) at \(address).")
    }

    /// True if the form is shown. Until it is known who is signed in, neither the form nor the account is.
    public var showsForm: Bool {
        let isKnown = isSignedIn != nil || hasProblem || isChecking || address == nil
        return isKnown && account == nil
    }

    private var hasProblem: Bool { message.map { $0.kind != .success } ?? false }

    /// nil without a server.
    private var address: ServerAddress? { try? ServerAddress(signIn.server) }

    public var rememberLabel: String { translated("Remember password") }

    public var rememberTooltip: String { translated("Saved \(passwords.location)") }

    /// The keys of the records whose changes the last sign-in preserved, by the name of the collection. The next
    /// download in this session leaves them unchanged.
    @ObservationIgnored var preserved: [String: Set<Int>] = [:]
    @ObservationIgnored weak var directory: DirectoryScreen?
    /// Continue when Preferences close, with true if the user signed in; several lists may wait.
    let answers = Answers()
    @ObservationIgnored private var waiting: [(Bool) -> Void] = []
    @ObservationIgnored private let work = Work()
    @ObservationIgnored private let store: Store
    @ObservationIgnored private let passwords: Passwords

    /// - Parameter overriding: server and NetID from the command line, which replace the stored ones.
    public init(
        store: Store, passwords: Passwords, overriding: (server: String?, netid: String?) = (nil, nil)
    ) throws(StoreError) {
        self.store = store
        self.passwords = passwords
        let saved = try SignIn.stored(in: store)
        let signIn = SignIn(server: overriding.server ?? saved.server, netid: overriding.netid ?? saved.netid)
        self.signIn = signIn
        server = signIn.server
        netid = signIn.netid
        ownNetID = signIn.netid
        if signIn != saved, signIn.server.isEmpty || address != nil {
            // If they cannot be stored, they apply to this session.
            try? signIn.saveUnverified(in: store)
        }
    }

    public var canSignIn: Bool { !server.isEmpty && (!netid.isEmpty || !signsIn) && !isChecking }

    /// True if the NetID is the login name, which the user did not type.
    public var isNetIDGuessed: Bool { signIn.server.isEmpty && netid == ownNetID }

    /// False without a password: public data needs none.
    public var signsIn: Bool { !password.isEmpty }

    public func serverChanged(_ text: String) { server = text.trimmed }
    public func netidChanged(_ text: String) { netid = text.trimmed }
    public func passwordChanged(_ text: String) { password = text }
    public func rememberToggled(_ isOn: Bool) { isPasswordRemembered = isOn }

    /// True if a download shows its changes first.
    public private(set) var asksBeforeDownload = true

    public func asksBeforeDownloadToggled(_ isOn: Bool) {
        guard isOn != asksBeforeDownload else { return }
        asksBeforeDownload = isOn
        write { [store] () throws(StoreError) in try DownloadQuestion.save(isOn, in: store) }
    }

    /// Stores a setting after those changed before; if it cannot be stored, shows why and what is stored.
    private func write(done: Message? = nil, _ body: @escaping StoreWrite) {
        Task.immediate {
            do throws(SyncError) {
                try await work.inOrder { () throws(SyncError) in try await inStore(body) }
                if let done { notice = done }
            } catch {
                notice = .failure(error.description)
                readSettings()
            }
        }
    }

    private func readSettings() {
        asksBeforeDownload = DownloadQuestion.isEnabled(in: store)
        history = (try? HistoryLimits(of: store)) ?? history
    }

    var isWritten: Bool { work.changes == 0 }

    /// Returns once all settings are stored.
    func finishWriting() async { await work.inOrder {} }

    private var history = HistoryLimits()
    private static let days = [7, 30, 90, 365]
    private static let megabytes = [50, 200, 1000]

    /// How long the history is kept: the choices, and the place of the chosen one.
    public var historyDays: (labels: [String], chosen: Int) {
        let labels = Self.days.map { translated($0, one: "\($0) day", many: "\($0) days") }
        return (labels, Self.days.firstIndex(of: history.days) ?? 2)
    }

    /// How large the history may become: the choices, and the place of the chosen one.
    public var historySizes: (labels: [String], chosen: Int) {
        (Self.megabytes.map { translated("up to \($0) MB") }, Self.megabytes.firstIndex(of: history.megabytes) ?? 1)
    }

    public func historyDaysChosen(_ index: Int) {
        store(HistoryLimits(days: Self.days[index], megabytes: history.megabytes))
    }

    public func historySizeChosen(_ index: Int) {
        store(HistoryLimits(days: history.days, megabytes: Self.megabytes[index]))
    }

    private func store(_ limits: HistoryLimits) {
        guard limits != history else { return }
        history = limits
        write { [store] () throws(StoreError) in try limits.save(in: store) }
    }

    /// Removes all of the history.
    public func historyCleared() {
        write(done: .success(translated("The history was cleared."))) { [store] () throws(StoreError) in
            try store.clearHistory()
            Task.detached(priority: .background) { store.shrinkFile() }
        }
    }

    /// Opens Preferences with the current values. If they are already open, shows the reason and keeps what is typed.
    /// - Parameter reason: why they are needed, or nil. The first page shows a failure itself, and they stay closed.
    public func open(because reason: Message? = nil) {
        if let reason, !isOpen, !signIn.server.isEmpty, isOnFirstPage {
            message = reason
            return endWaiting(isSignedIn: false)
        }
        guard !isOpen else {
            if let reason { message = reason }
            return
        }
        isOpen = true
        discardTyped()
        message = reason
        notice = nil
        Task { await lookUpAccount() }
        isPasswordAsked = reason?.kind == .passwordQuestion
        readSettings()
    }

    /// Opens Preferences, and waits until they close, or for a sign-in on the first page.
    /// - Returns: true if the user signed in.
    func signIn(because reason: Message? = nil) async -> Bool {
        await answers.wait {
            open(because: reason)
            waiting.append($0)
        }
    }

    private var isOnFirstPage: Bool { directory.map { $0.isWelcoming && !$0.welcome.isPutAside } ?? false }

    private func lookUpAccount() async {
        guard let address else { return isSignedIn = false }
        let account = signIn
        let isKnown = await passwords.password(of: account.netid, at: address) != nil
        if account == signIn { isSignedIn = isKnown }
    }

    /// Forgets the password. The list, the server, and the NetID stay.
    public func signOutTapped() async {
        guard isSignedIn == true, let address else { return }
        server = signIn.server
        netid = signIn.netid
        password = ""
        do {
            try await passwords.set("", of: signIn.netid, at: address, isStored: false)
            message = .success(translated("You are signed out. Your list stays on this computer."))
        } catch { message = .failure("\(error)") }
        await lookUpAccount()
    }

    /// A screen that changes the password of the account that is signed in.
    public func passwordChange() -> PasswordScreen {
        PasswordScreen(of: signIn, passwords) { [weak self] in self?.message = $0 }
    }

    private func discardTyped() {
        // The first page shows typed values, too.
        if directory?.isWelcoming != true { (server, netid, password) = (signIn.server, signIn.netid, "") }
    }

    public func closeTapped() { close(isSignedIn: false) }

    private func close(isSignedIn: Bool) {
        if isOpen {
            isOpen = false
            isPasswordAsked = false
            if !isSignedIn { message = nil }
            discardTyped()
        }
        endWaiting(isSignedIn: isSignedIn)
    }

    private func endWaiting(isSignedIn: Bool) {
        let waiting = waiting
        self.waiting = []
        waiting.forEach { $0(isSignedIn) }
    }

    /// Checks the typed values with the server. If it accepts them, or answers without a password, stores them and
    /// closes Preferences. A NetID without a password is kept for this session only.
    /// - Returns: true if accepted.
    @discardableResult
    public func signInTapped() async -> Bool {
        guard await signIn() else { return false }
        close(isSignedIn: true)
        return true
    }

    private func signIn() async -> Bool {
        let (typed, password, remembers) = (SignIn(server: server, netid: netid), password, isPasswordRemembered)
        // “@duke.edu” alone leaves an empty NetID.
        netid = typed.netid
        guard canSignIn else { return false }
        isChecking = true
        message = nil
        defer { isChecking = false }
        do {
            let address = try ServerAddress(typed.server)
            // The other user's password may be stored.
            let isOther = !typed.netid.isEmpty && typed.netid != ownNetID
            let looksUpPassword = password.isEmpty && isOther
            let sent = looksUpPassword ? await passwords.password(of: typed.netid, at: address) ?? "" : password
            guard try await isAccepted(sent, of: typed.netid, at: address, wasTyped: !looksUpPassword) else {
                try await connect(to: address, typed, isOther: isOther, wasRefused: !sent.isEmpty)
                return true
            }
            guard try await save(typed) else { return false }
            signIn = typed
            ownNetID = typed.netid
            directory?.signInChanged()
            self.password = ""
            isSignedIn = true
            if !looksUpPassword { try await passwords.set(password, of: typed.netid, at: address, isStored: remembers) }
            message = .success(translated("Signed in as \(typed.netid)."))
            return true
        } catch {
            guard !Task.isCancelled else { return false }
            message = (error as? SyncError).map { .why($0, to: .other) } ?? .failure("\(error)")
            return false
        }
    }

    /// Stores a sign-in that the server accepted. If the person who was signed in before has changes that were not
    /// uploaded, asks what happens to them.
    /// - Returns: false, and nothing is stored, if the user canceled.
    private func save(_ signIn: SignIn) async throws(SyncError) -> Bool {
        do throws(SyncError) {
            preserved = try await inStore { [store] () throws(StoreError) in try signIn.save(in: store) }
            return true
        } catch {
            guard case .store(.unsentChanges(let name)) = error, let directory else { throw error }
            let question = Alert(
                title: translated("Keep the Changes of “\(name.line(cutAt: 60))”?"), message: Self.unsentMessage,
                cancelLabel: translated("Cancel"), confirmLabel: translated("Keep"), isDestructive: false,
                alternativeLabel: translated("Discard"))
            let answer = await directory.open.presenter.ask(question, isUrgent: true)
            guard answer != .cancel else { return false }
            preserved = try await inStore { [store] () throws(StoreError) in
                try signIn.save(in: store, answer == .confirm ? .preserve : .discard)
            }
            return true
        }
    }

    private static var unsentMessage: String {
        translated(
            """
            The record of the person who was signed in before has changes that were not uploaded. If you keep them, \
            neither this sign-in nor a download that waits for it changes the record, but a later download may replace \
            or remove it. If you discard them, it becomes as the server has it, or is removed if the server has none. \
            The history can undo both.
            """)
    }

    /// Connects without a password.
    private func connect(
        to address: ServerAddress, _ typed: SignIn, isOther: Bool, wasRefused: Bool
    ) async throws {
        try await Client(server: address, credentials: nil).checkServer()
        try await inStore { [store] () throws(StoreError) in try SignIn.save(server: typed.server, in: store) }
        // Do not send an outdated password again.
        signIn = wasRefused ? SignIn(server: typed.server, netid: ownNetID) : typed
        await lookUpAccount()
        directory?.signInChanged()
        let text =
            isOther
            ? translated("Connected to \(address). To sign in as \(typed.netid), enter the password.")
            : translated("Connected to \(address).")
        message = .success(text)
    }

    /// - Returns: false without a password, or if the server refuses a stored one.
    private func isAccepted(
        _ password: String, of netid: String, at address: ServerAddress, wasTyped: Bool
    ) async throws(SyncError) -> Bool {
        guard !password.isEmpty else { return false }
        do {
            try await Client(server: address, credentials: Credentials(netid: netid, password: password)).checkSignIn()
            return true
        } catch {
            if case .signInRefused = error, !wasTyped { return false }
            throw error
        }
    }

    /// The client for the current sign-in.
    /// - Throws: `SyncError.noServerYet` without a server.
    public func client() async throws(SyncError) -> Client {
        let signIn = signIn
        guard !signIn.server.isEmpty else { throw .noServerYet }
        let address = try ServerAddress(signIn.server)
        let password = await passwords.password(of: signIn.netid, at: address)
        return Client(
            server: address, credentials: password.map { Credentials(netid: signIn.netid, password: $0) })
    }
}

extension PreferencesScreen {
    /// A message in the sign-in form.
    public struct Message: Equatable, Sendable {
        public enum Kind: Equatable, Sendable {
            case success
            case serverQuestion
            case passwordQuestion
            /// The server refused the NetID or the password.
            case refused
            case failure
        }

        public let text: String
        public let kind: Kind

        public init(text: String, kind: Kind) { (self.text, self.kind) = (text, kind) }

        public var isFailure: Bool { kind == .failure || kind == .refused }

        static func failure(_ text: String) -> Message { Message(text: text, kind: .failure) }

        static func success(_ text: String) -> Message { Message(text: text, kind: .success) }

        static func why(_ problem: SyncError, to purpose: SignInPurpose) -> Message {
            let kind: Kind =
                switch problem {
                case .noServerYet: .serverQuestion
                case .passwordNeeded: .passwordQuestion
                case .signInRefused: .refused
                default: .failure
                }
            return Message(text: problem.messageAtSignIn(to: purpose), kind: kind)
        }
    }
}
