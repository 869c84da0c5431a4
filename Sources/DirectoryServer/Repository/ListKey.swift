public import DirectoryModel
private import Foundation
private import LibpqClient

/// Names a list of the server: a collection of a class, as an audience sees it.
public struct ListKey: Hashable, Sendable {
    /// Who may read a list.
    public enum Audience: String, Sendable {
        case everyone = ""
        /// Of entries that an administrator hid.
        case nobody = "hidden"
    }

    /// The name of the class; "" is the one at the root.
    public let classID: String
    /// The name of the collection, which has no slash and no colon.
    public let collection: String
    public let audience: Audience

    /// The name of the class at the root.
    public static let rootClass = ""

    public init(_ collection: String, of classID: String = rootClass, for audience: Audience = .everyone) {
        self.classID = classID
        self.collection = collection
        self.audience = audience
    }

    /// The list of a collection of a class.
    public init(_ definition: Definition, of classID: String = rootClass) {
        self.init(definition.collection.name, of: classID)
    }

    /// The list of the entries that were hidden from this one.
    var hidden: ListKey { ListKey(collection, of: classID, for: .nobody) }

    /// The key as it is stored, such as “people”, “ece564-f26/people”, or “people:hidden”.
    var text: String {
        let name = classID.isEmpty ? collection : "\(classID)/\(collection)"
        return audience == .everyone ? name : "\(name):\(audience.rawValue)"
    }

    /// - Parameter text: as stored.
    init(stored text: String) {
        let parts = text.split(separator: ":", maxSplits: 1)
        let names = (parts.first ?? "").split(separator: "/", maxSplits: 1)
        self.init(
            String(names.last ?? ""), of: names.count == 2 ? String(names[0]) : Self.rootClass,
            for: parts.count == 2 ? Audience(rawValue: String(parts[1])) ?? .nobody : .everyone)
    }
}

/// The state of a list, which changes in the same transaction as its entries or items.
public struct ListVersion: Equatable, Sendable {
    /// Changes with every change of the list and is globally unique; "" if there never was one.
    public internal(set) var tag = ""
    /// The number of changes.
    var revision = 0
    /// The number of entries or items.
    public internal(set) var count = 0
    /// The size of their JSON.
    var bytes = 0
    /// The largest number ever assigned to an item.
    var last = 0

    var etag: String { "\"\(tag)\"" }

    static let columns = "tag, revision, count, bytes, last"

    init() {}

    /// - Parameter row: of `columns`.
    init(_ row: any SQLRow) throws {
        tag = try row.text(0)
        revision = try row.integer(1)
        count = try row.integer(2)
        bytes = try row.integer(3)
        last = try row.integer(4)
    }

    static func find(_ db: any SQLConnection, of list: ListKey) throws -> ListVersion {
        try db.select("SELECT \(columns) FROM list WHERE list = $1", .text(list.text)).first.map { try Self($0) }
            ?? ListVersion()
    }

    /// Random, so that the log of a restored backup contains no tag made after it.
    static func newTag() -> String { UUID().uuidString.lowercased().replacing("-", with: "") }
}
