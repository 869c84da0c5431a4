import DirectoryModel
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// What routes know about a request besides its content.
struct ClassContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The account, or nil if none was required.
    var account: Account?
    /// For the log.
    let notes = RequestNotes()
    /// The client’s address.
    var address: String
    /// The class that the request is about, which decides all lists that routes read and change.
    var classID = ListKey.rootClass
    /// The scheme by which the client knows the server.
    var scheme = "http"
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
        address = channel.remoteAddress?.ipAddress ?? ""
    }

    /// Who takes turns with others: the account, or the address if no one is signed in.
    var client: String { account?.netid.lowercased() ?? ClientAddress.counted(address) }

    /// The list of a collection in the class that the request is about.
    func list(of definition: Definition) -> ListKey { ListKey(definition, of: classID) }

    /// The NetID in the path, as written, or "".
    var netid: String { parameter("netid") }

    /// An unescaped value in the path, or "".
    func parameter(_ name: String) -> String {
        let text = parameters.get(name) ?? ""
        // Databases do not accept NUL in texts.
        return text.removingPercentEncoding.flatMap { $0.utf8.contains(0) ? nil : $0 } ?? text
    }

    /// - Throws: `Refusal.notSignedIn`.
    func requireAccount() throws(Refusal) -> Account {
        guard let account else { throw .notSignedIn }
        return account
    }
}
