/// What is known of a list of which only the difference to the server's last list arrives.
public struct ArrivingDelta: Sendable {
    /// How many records the whole list has.
    let count: Int
    /// The keys of records that the list does not have, unless they arrive.
    let absent: Set<Int>
    /// The collection's revision when the list was requested.
    let revision: Int64

    /// - Parameters:
    ///   - count: how many records the whole list has.
    ///   - removed: the keys that were removed from the list.
    ///   - request: what the list was requested with.
    public init(count: Int, removed: [Int], for request: ListRequest) {
        self.count = count
        absent = request.keys.union(removed)
        revision = request.revision
    }
}

/// Which records of a server's list must arrive although they did not change there, so that the difference has the same
/// effect as the whole list.
public struct ListRequest: Sendable {
    /// The keys of records here that are not as the server's last list had them, and of the user's own.
    public let keys: Set<Int>
    /// The owners of the user's own records.
    public let owners: Set<String>
    /// The collection's revision.
    let revision: Int64
}
