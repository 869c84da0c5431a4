import DirectoryModel
public import DirectoryStore
import Language

/// The server and the NetID of the user, which are stored in the sandbox; the password is not.
public struct SignIn: Equatable, Sendable {
    /// The address as typed.
    public let server: String
    public let netid: String

    /// Normalizes `netid` as forms do.
    public init(server: String, netid: String) {
        self.server = server
        self.netid = Rule.netid.accepted(netid) ?? netid
    }

    /// Why --netid cannot have this value, as a sentence, or nil.
    public static func problem(ofOption netid: String) -> String? {
        if case .failure(let broken) = Rule.netid.checked(netid) {
            translated("--netid \(broken.reason).")
        } else {
            nil
        }
    }

    private static let serverSetting = Setting<String>("server")

    /// The stored sign-in; the NetID defaults to the login name.
    public static func stored(in store: Store, account: SystemAccount = .current) throws(StoreError) -> SignIn {
        SignIn(
            server: try serverSetting.value(in: store) ?? "",
            netid: try Setting.netid.value(in: store) ?? account.login.lowercased())
    }

    /// Stores a sign-in that the server accepted, and gives the own record to its NetID.
    /// - Parameter changes: what happens to changes of another person that were not uploaded.
    /// - Returns: the keys of the records whose changes were preserved, by the name of the collection. A download that
    ///   continues after the sign-in leaves them unchanged.
    /// - Throws: `unsentChanges` if there are such changes, and `changes` is nil; the store is unchanged.
    @discardableResult
    public func save(in store: Store, _ changes: UnsentChanges? = nil) throws(StoreError) -> [String: Set<Int>] {
        try save(in: store, isAccepted: true, changes)
    }

    /// Stores a sign-in that no server has accepted yet; the owner of an edited own record does not change. A read-only
    /// store is unchanged.
    public func saveUnverified(in store: Store) throws(StoreError) {
        if store.whyReadOnly == nil { _ = try save(in: store, isAccepted: false) }
    }

    /// Stores only the server. A read-only store is unchanged.
    public static func save(server: String, in store: Store) throws(StoreError) {
        if store.whyReadOnly == nil { try serverSetting.set(server, in: store) }
    }

    private func save(
        in store: Store, isAccepted: Bool, _ changes: UnsentChanges? = nil
    ) throws(StoreError) -> [String: Set<Int>] {
        let settings = [try Self.serverSetting.with(server), try Setting.netid.with(netid)]
        return try store.claimOwn(netid: netid, isAccepted: isAccepted, changes, with: settings)
    }
}

/// What continues after signing in.
public enum SignInPurpose: Sendable {
    case download
    case publish
    case other

    /// The prompt if no password is known.
    var question: String {
        switch self {
        case .download: translated("Enter your password to download.")
        case .publish: translated("Enter your password to publish.")
        case .other: translated("Enter your password to continue.")
        }
    }
}
