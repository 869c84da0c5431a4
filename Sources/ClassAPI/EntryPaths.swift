/// The paths of a published collection.
public struct EntryPaths: Hashable, Sendable {
    /// The page of all entries.
    public let page: ClassPath
    /// All entries, as JSON.
    public let all: ClassPath
    /// Where users add their own entry.
    public let new: ClassPath
    public let entry: ClassPath
    public let picture: ClassPath

    public static let people = EntryPaths("/entries")

    /// - Parameter base: the path of the page, such as "/entries".
    public init(_ base: String) {
        page = ClassPath(base)
        all = ClassPath("\(base)/all")
        new = ClassPath("\(base)/create")
        entry = ClassPath("\(base)/:netid")
        picture = ClassPath("\(base)/:netid/picture")
    }
}
