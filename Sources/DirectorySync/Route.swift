import ClassAPI
import DirectoryModel
import Foundation
import NIOHTTP1

/// One thing the server can be asked for or told.
struct Route: Sendable {
    let method: HTTPMethod
    let path: String
    /// The tag of the answer that is known already.
    var knownTag: String?
    /// The tag of the version that may be replaced.
    var replacedTag: String?
    /// The key of an order, under which the server makes no second record.
    var orderKey: String?
    var body: Data?
    /// True where everybody may go; whoever signed in need not say so.
    var isOpen = false

    init(_ method: HTTPMethod, _ path: String) {
        self.method = method
        self.path = path
    }

    /// Every record of the collection.
    static func all<R: DirectoryRecord>(_ type: R.Type, knownTag: String?) -> Route {
        var route = Route(.GET, ClassPath.allEntries.path)
        route.knownTag = knownTag
        return route
    }

    /// The record of `netid`.
    static func entry(_ netid: String, _ method: HTTPMethod = .GET) -> Route {
        Route(method, ClassPath.entry.path(netid))
    }

    /// A list that is open to everybody, or the record in it that has `key`.
    static func open(_ method: HTTPMethod, _ path: String, _ key: Int? = nil) -> Route {
        var route = Route(method, key.map { "\(path)/\($0)" } ?? path)
        route.isOpen = true
        return route
    }

    /// The same with `value` as its body; no record and no text is known to have no JSON.
    func carrying(_ value: some Encodable) -> Route {
        var route = self
        route.body = (try? WireJSON.encode(value)) ?? Data()
        return route
    }
}

/// How a streamed answer ended.
enum StreamAnswer: Sendable {
    case notModified
    case whole(tag: String?)
}
