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
    public static func kept(in store: Store, account: SystemAccount = .current) throws(StoreProblem) -> SignIn {
        SignIn(
            server: try store.setting("server") ?? "",
            netid: try store.setting(Store.netidSetting) ?? account.login.lowercased())
    }

    /// When it returns, the next start finds it, and one's own record is whose sign-in this is.
    public func keep(in store: Store) throws(StoreProblem) {
        try store.keep(server, as: "server")
        try store.keep(netid, as: Store.netidSetting)
        for type in Collections.all { try claim(type, in: store) }
    }

    private func claim<R: Record>(_ type: R.Type, in store: Store) throws(StoreProblem) {
        try store.claimOwn(type, netid: netid)
    }
}
