/// The addresses of a collection of which everyone publishes one entry.
public struct EntryPaths: Hashable, Sendable {
    /// Everyone's entries, as a page for browsers.
    public let page: ClassPath
    /// Everyone's entries, as JSON.
    public let all: ClassPath
    /// Where a user's own entry is added.
    public let new: ClassPath
    /// The entry of a NetID.
    public let entry: ClassPath
    /// The picture of the entry of a NetID.
    public let picture: ClassPath

    /// The people of the class.
    public static let people = EntryPaths("/entries")

    /// - Parameter base: the address of the page, relative to the server's own address: "/entries".
    public init(_ base: String) {
        page = ClassPath(base)
        all = ClassPath("\(base)/all")
        new = ClassPath("\(base)/create")
        entry = ClassPath("\(base)/:netid")
        picture = ClassPath("\(base)/:netid/picture")
    }
}
