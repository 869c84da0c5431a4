import ClassAPI
import DirectoryModel
import DirectoryStore
import Foundation
import NIOHTTP1

/// A request to the server.
struct Route: Sendable {
    let method: HTTPMethod
    let path: String
    /// The tag of the version that the client has already.
    var knownTag: String?
    /// True where the answer may contain only what changed.
    var wantsChanges = false
    /// The tag of the version that may be replaced.
    var replacedTag: String?
    /// The key of an order, for which the server makes only one record.
    var orderKey: String?
    var body: Data?
    /// True where everyone has access, so that credentials are not sent.
    var isOpen = false

    init(_ method: HTTPMethod, _ path: String, ifMatch tag: String? = nil) {
        (self.method, self.path, replacedTag) = (method, path, tag)
    }

    /// Every record of the collection.
    static func all<R: DirectoryRecord>(_ type: R.Type) -> Route { Route(.GET, R.entryPaths.all.path) }

    /// What changed in the collection since the list had the ETag `tag`, and what `request` needs besides.
    static func changes<R: DirectoryRecord>(
        of type: R.Type, since tag: String, _ request: ListRequest
    ) -> Route {
        let items = [
            (ListOutline.since, tag.filter { $0 != "\"" }),
            (ListOutline.also, request.keys.sorted().map(String.init).joined(separator: ",")),
            (ListOutline.owners, request.owners.sorted().joined(separator: ",")),
        ]
        let query = items.filter { !$0.1.isEmpty }.map { "\($0.0)=\(escaped($0.1))" }.joined(separator: "&")
        var route = Route(.GET, "\(R.entryPaths.all.path)?\(query)")
        route.wantsChanges = true
        return route
    }

    private static func escaped(_ value: String) -> String {
        value.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: ","))) ?? ""
    }

    /// The record of `netid`.
    static func entry<R: DirectoryRecord>(
        _ netid: String, of type: R.Type, _ method: HTTPMethod = .GET, ifMatch tag: String? = nil
    ) -> Route {
        Route(method, R.entryPaths.entry.path(netid), ifMatch: tag)
    }

    /// A list that is open to everyone, or the record in it that has `key`.
    static func open(_ method: HTTPMethod, _ path: String, _ key: Int? = nil, ifMatch tag: String? = nil) -> Route {
        var route = Route(method, key.map { "\(path)/\($0)" } ?? path, ifMatch: tag)
        route.isOpen = true
        return route
    }

    /// The same with `value` as its body; every record and text can be encoded as JSON.
    func carrying(_ value: some Encodable) -> Route {
        var route = self
        route.body = (try? WireJSON.encode(value)) ?? Data()
        return route
    }
}

/// The end of a streamed answer.
enum StreamAnswer: Sendable {
    case notModified
    /// It arrived whole, or the route received its outline and only what changed.
    case whole(tag: String?)
    /// The server cannot tell what changed: the list must be requested whole.
    case forgotten
}

/// How much a server may send, and how slowly.
public struct TransferLimits: Sendable {
    /// The largest list that is read, in bytes.
    public var largestList = 10_000_000_000
    /// How many bytes must arrive in every `window` of waiting.
    public var fewestBytes = 30_000
    /// How long the client waits for a server that sends slowly.
    public var window = Duration.seconds(60)

    public init() {}

    /// The largest list that `store` has space for: a tenth of the disk stays free.
    func largestList(for store: Store) -> Int { min(largestList, (store.freeBytes ?? .max) / 10 * 9) }
}

/// The speed at which an answer arrives. Only waiting counts, so that a slow disk here is not attributed to the server.
struct Pace {
    private let limits: TransferLimits
    private var waited = Duration.zero
    private var arrived = 0

    init(_ limits: TransferLimits) { self.limits = limits }

    /// Adds the bytes that arrived after a wait.
    /// - Returns: false where too few bytes arrived in a whole window.
    mutating func goesOn(with bytes: Int, after wait: Duration) -> Bool {
        waited += wait
        arrived += bytes
        guard waited >= limits.window else { return true }
        defer { (waited, arrived) = (.zero, 0) }
        return arrived >= limits.fewestBytes
    }
}
