import ClassAPI
import DirectoryModel
import DirectoryStore
import Foundation
import NIOHTTP1

/// A request to the server.
struct Route: Sendable {
    let method: HTTPMethod
    let path: String
    /// The tag of the version that the client already has.
    var knownTag: String?
    /// True if the answer may contain only changes.
    var wantsChanges = false
    /// The tag of the version that may be replaced.
    var replacedTag: String?
    /// The idempotency key, for which the server creates only one record.
    var orderKey: String?
    var body: Data?
    /// True if credentials are not sent.
    var isOpen = false

    init(_ method: HTTPMethod, _ path: String, ifMatch tag: String? = nil) {
        self.method = method
        self.path = path
        replacedTag = tag
    }

    static func all(_ definition: Definition) -> Route { Route(.GET, definition.entryPaths.all.path) }

    /// What changed in the collection since the version `tag`, and the records that `request` needs.
    static func changes(of definition: Definition, since tag: String, _ request: ListRequest) -> Route {
        let items = [
            (ListOutline.since, tag.filter { $0 != "\"" }),
            (ListOutline.also, request.keys.sorted().map(String.init).joined(separator: ",")),
            (ListOutline.owners, request.owners.sorted().joined(separator: ",")),
        ]
        let query = items.filter { !$0.1.isEmpty }.map { "\($0.0)=\(escaped($0.1))" }.joined(separator: "&")
        var route = Route(.GET, "\(definition.entryPaths.all.path)?\(query)")
        route.wantsChanges = true
        return route
    }

    private static func escaped(_ value: String) -> String {
        value.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: ","))) ?? ""
    }

    static func entry(
        _ netid: String, of definition: Definition, _ method: HTTPMethod = .GET, ifMatch tag: String? = nil
    ) -> Route {
        Route(method, definition.entryPaths.entry.path(netid), ifMatch: tag)
    }

    /// A public list, or the record in it with `key`.
    static func open(_ method: HTTPMethod, _ path: String, _ key: Int? = nil, ifMatch tag: String? = nil) -> Route {
        var route = Route(method, key.map { "\(path)/\($0)" } ?? path, ifMatch: tag)
        route.isOpen = true
        return route
    }

    /// The same with a JSON body; every record and text can be encoded.
    func carrying(_ value: some Encodable) -> Route {
        var route = self
        route.body = WireJSON.data(value)
        return route
    }
}

enum StreamAnswer: Sendable {
    case notModified
    /// The whole list arrived, or an outline and the changes.
    case whole(tag: String?)
    /// The server does not know what changed; the whole list must be requested.
    case forgotten
}

/// Limits of the size and duration of an answer.
public struct TransferLimits: Sendable {
    /// In bytes.
    public var largestList = 10_000_000_000
    /// The bytes that must arrive in every `window` of waiting.
    public var fewestBytes = 30_000
    public var window = Duration.seconds(60)

    public init() {}

    /// The largest list that fits on the disk of `store`, with a tenth to spare.
    func largestList(for store: Store) -> Int {
        min(largestList, (Sandbox.freeBytes(in: store.sandbox) ?? .max) / 10 * 9)
    }
}

/// Measures how fast an answer arrives. Only waiting counts, so a slow local disk is not blamed on the server.
struct Pace {
    private let limits: TransferLimits
    private var waited = Duration.zero
    private var arrived = 0

    init(_ limits: TransferLimits) { self.limits = limits }

    /// - Returns: false if too few bytes arrived in a whole window.
    mutating func isFastEnough(with bytes: Int, after wait: Duration) -> Bool {
        waited += wait
        arrived += bytes
        guard waited >= limits.window else { return true }
        defer { (waited, arrived) = (.zero, 0) }
        return arrived >= limits.fewestBytes
    }
}
