import DirectorySync
import Language
public import Observation

/// A new password for the account that is signed in.
@MainActor @Observable
public final class PasswordScreen {
    public private(set) var current = ""
    public private(set) var new = ""
    public private(set) var repeated = ""
    /// Why the password was not changed, or nil.
    public private(set) var problem: String?
    public private(set) var isChanging = false
    /// True once the server has the new password.
    public private(set) var isChanged = false

    @ObservationIgnored private let signIn: SignIn
    @ObservationIgnored private let passwords: Passwords
    @ObservationIgnored private let changed: (PreferencesScreen.Message) -> Void

    init(of signIn: SignIn, _ passwords: Passwords, changed: @escaping (PreferencesScreen.Message) -> Void) {
        self.signIn = signIn
        self.passwords = passwords
        self.changed = changed
    }

    public var canChange: Bool { !isChanging && ![current, new, repeated].contains("") }

    public func currentTyped(_ text: String) { current = text }
    public func newTyped(_ text: String) { new = text }
    public func repeatedTyped(_ text: String) { repeated = text }

    /// Changes the password on the server, and the remembered one.
    public func changeTapped() async {
        guard canChange else { return }
        isChanging = true
        problem = nil
        defer { isChanging = false }
        do throws(SyncError) {
            let address = try ServerAddress(signIn.server)
            let client = Client(server: address, credentials: Credentials(netid: signIn.netid, password: current))
            try await client.changePassword(to: new, repeated: repeated)
            changed(await save(at: address))
            isChanged = true
        } catch {
            let isRefused = if case .signInRefused = error { true } else { false }
            problem = isRefused ? translated("The current password is wrong. Try again.") : error.messageAtSignIn()
        }
    }

    private func save(at address: ServerAddress) async -> PreferencesScreen.Message {
        let text = translated("Your password was changed.")
        do {
            try await passwords.replace(with: new, of: signIn.netid, at: address)
            return .success(text)
        } catch { return .success("\(text) \(error)") }
    }
}
