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
            netid: try store.setting("netid") ?? account.login.lowercased())
    }

    /// When it returns, the next start finds it.
    public func keep(in store: Store) throws(StoreProblem) {
        try store.keep(server, as: "server")
        try store.keep(netid, as: "netid")
    }
}
