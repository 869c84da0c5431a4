import Hummingbird

/// What is known of a request besides itself.
struct ClassContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// Who signed in, or nil where nobody had to.
    var account: Account?

    init(source: ApplicationRequestContextSource) { coreContext = .init(source: source) }

    /// The netid the address names, as it was written; "" where it names none.
    var netid: String { parameters.get("netid") ?? "" }

    /// Who signed in.
    /// - Throws: `Refusal.notSignedIn`.
    func requireAccount() throws(Refusal) -> Account {
        guard let account else { throw .notSignedIn }
        return account
    }
}
