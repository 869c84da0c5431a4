/// The number of a record of one collection.
public struct RecordID<R: DirectoryRecord>: Hashable, Sendable {
    /// The number.
    public let key: Int
    /// Makes the ID of a number.
    public init(_ key: Int) { self.key = key }
}

extension RecordID {
    /// The number at the end of an address, or 0 where it ends otherwise.
    static func number(in address: String) -> Int { address.split(separator: "/").last.flatMap { Int($0) } ?? 0 }
}
