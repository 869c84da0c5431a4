import DirectoryModel
public import DirectoryStore

/// Which server is asked, as whom. Kept in the sandbox; the password never is.
public struct SignIn: Equatable, Sendable {
    /// The address as it was typed.
    public var server: String
    public var netid: String

    public init(server: String, netid: String) {
        self.server = server
        self.netid = netid
    }

    /// What was kept; a sandbox that keeps nothing has the login name as NetID.
    public static func kept(in store: Store, account: SystemAccount = .current) throws(StoreError) -> SignIn {
        SignIn(
            server: try store.setting("server") ?? "",
            netid: try store.setting(Store.netidSetting) ?? account.login.lowercased())
    }

    /// A server accepted it: when it returns, the next start finds it, and one's own record is whose sign-in this is.
    public func keep(in store: Store) throws(StoreError) { try keep(in: store, isAccepted: true) }

    /// It was typed, and no server has accepted it yet: the next start finds it, and one's own record takes the NetID
    /// only where nobody edited it. Where nothing can be written, nothing is kept.
    public func remember(in store: Store) throws(StoreError) {
        if store.whyReadOnly == nil { try keep(in: store, isAccepted: false) }
    }

    private func keep(in store: Store, isAccepted: Bool) throws(StoreError) {
        try store.keepSignIn(
            settings: ["server": server, Store.netidSetting: netid], netid: netid, of: Collections.all,
            isAccepted: isAccepted)
    }
}
