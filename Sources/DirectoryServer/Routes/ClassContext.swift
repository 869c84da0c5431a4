import Hummingbird
import NIOCore

/// The context of a request.
struct ClassContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The account that signed in, or nil where that was not required.
    var account: Account?
    /// The connection.
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
    }

    /// The NetID in the address, as it was written; "" where there is not one.
    var netid: String { parameters.get("netid") ?? "" }

    /// The account that signed in.
    /// - Throws: `Refusal.notSignedIn`.
    func requireAccount() throws(Refusal) -> Account {
        guard let account else { throw .notSignedIn }
        return account
    }
}
