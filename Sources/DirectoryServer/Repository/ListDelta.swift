public import Foundation

/// Which changes of a list a client requests.
public struct DeltaRequest: Sendable {
    /// The tag of the list that the client has.
    public let tag: String
    /// The keys of entries that it needs even if they did not change.
    public let keys: Set<Int>
    /// The owners, in any case, whose entries it needs even if those did not change.
    public let owners: [String]

    public init(tag: String, keys: Set<Int> = [], owners: [String] = []) {
        (self.tag, self.keys, self.owners) = (tag, keys, owners)
    }
}

/// What changed in a list, as one moment of the database has it.
public struct ListDelta {
    /// The tag of the list at that moment.
    public let tag: String
    /// How many entries the list has.
    public let count: Int
    /// How many bytes the JSON of all entries has together.
    public let listByteCount: Int
    /// How many bytes the JSON of the entries that are sent has together.
    public let byteCount: Int
    /// The keys of the entries that were removed, in ascending order.
    public let removed: [Int]
    /// Calls its argument with the JSON of each entry that is sent, in the order of the list.
    public let each: ((Data) throws -> Void) throws -> Void

    public init(
        tag: String, count: Int, listByteCount: Int, byteCount: Int, removed: [Int],
        each: @escaping ((Data) throws -> Void) throws -> Void
    ) {
        (self.tag, self.count, self.listByteCount) = (tag, count, listByteCount)
        (self.byteCount, self.removed, self.each) = (byteCount, removed, each)
    }
}
