import Foundation
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
    var netid: String { parameter("netid") }

    /// A value in the address, without its escapes; "" where there is not one.
    func parameter(_ name: String) -> String {
        let text = parameters.get(name) ?? ""
        // Databases end a text at its first NUL, or refuse it.
        return text.removingPercentEncoding.flatMap { $0.utf8.contains(0) ? nil : $0 } ?? text
    }

    /// The account that signed in.
    /// - Throws: `Refusal.notSignedIn`.
    func requireAccount() throws(Refusal) -> Account {
        guard let account else { throw .notSignedIn }
        return account
    }
}
