/// Records that are kept on a server, which numbers them.
public protocol Hosted: DirectoryRecord {}

extension Hosted {
    /// Where they answer, from the server's address on.
    public static var path: String { if case .hosted(let path) = home { path } else { "/\(collection.name)" } }

    /// The record's number, as clients use it.
    public var id: RecordID<Self> { RecordID(key) }

    /// The record under the number the server gave it, which answers at `url`.
    public func hosted(as key: Int, at url: String) -> Self {
        var record = keyed(key)
        Self.definition.address?.set(.text(url), in: &record)
        return record
    }

    /// The record as it is when it was just made: its flag is off.
    public var asMade: Self {
        guard let toggle = Self.definition.toggle else { return self }
        var record = self
        Self.field(toggle.key)?.set(.flag(false), in: &record)
        return record
    }
}
