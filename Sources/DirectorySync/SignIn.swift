import DirectoryModel
public import DirectoryStore
import Language

/// The server and the NetID of the user. They are stored in the sandbox; the password never is.
public struct SignIn: Equatable, Sendable {
    /// The address as it was typed.
    public let server: String
    public let netid: String

    /// Makes a sign-in; a NetID is taken as forms take it: with blanks, in capitals, and with @duke.edu.
    public init(server: String, netid: String) {
        self.server = server
        self.netid = (try? Rule.netid.checked(netid).get()) ?? netid
    }

    /// Why the option --netid cannot have this value, as a sentence; nil where it can.
    public static func problem(ofOption netid: String) -> String? {
        if case .failure(let broken) = Rule.netid.checked(netid) {
            translated("--netid \(broken.reason).")
        } else {
            nil
        }
    }

    /// The stored sign-in; a sandbox without one has the login name as NetID.
    public static func kept(in store: Store, account: SystemAccount = .current) throws(StoreError) -> SignIn {
        SignIn(
            server: try store.setting("server") ?? "",
            netid: try store.setting(Store.netidSetting) ?? account.login.lowercased())
    }

    /// Stores a sign-in that the server accepted: when it returns, the next start has it, and the own record belongs to
    /// its NetID.
    public func keep(in store: Store) throws(StoreError) { try keep(in: store, isAccepted: true) }

    /// Stores a sign-in that was typed and that no server has accepted yet: the next start has it, and the own record
    /// takes the NetID only where it was not edited. A store that cannot be written is left unchanged.
    public func remember(in store: Store) throws(StoreError) {
        if store.whyReadOnly == nil { try keep(in: store, isAccepted: false) }
    }

    /// Stores the server alone; a store that cannot be written is left unchanged.
    public static func remember(server: String, in store: Store) throws(StoreError) {
        if store.whyReadOnly == nil { try store.keep(server, as: "server") }
    }

    private func keep(in store: Store, isAccepted: Bool) throws(StoreError) {
        try store.keepSignIn(
            settings: ["server": server, Store.netidSetting: netid], netid: netid, of: store.collections,
            isAccepted: isAccepted)
    }
}

/// What continues once the user has signed in.
public enum SignInPurpose: Sendable {
    case download
    /// Publishing one's own record.
    case publish
    /// Anything else.
    case other

    /// What the user is asked where no password is known.
    var question: String {
        switch self {
        case .download: translated("Enter your password to download.")
        case .publish: translated("Enter your password to publish.")
        case .other: translated("Enter your password to continue.")
        }
    }
}
