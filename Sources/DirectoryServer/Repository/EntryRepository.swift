/// The storage of published entries, each in its collection. Every change is one transaction: made completely or not at
/// all.
public protocol EntryRepository: Sendable {
    /// A text that differs after every change of any entry of the collection, and never recurs, in this database or
    /// another.
    func listTag(of collection: String) async throws -> String

    /// All entries as they are now; later changes do not affect the snapshot.
    func snapshot(of collection: String) async throws -> any EntrySnapshot

    /// Calls `body` with the changes that `request` asks for.
    /// - Returns: the result of `body`, or nil where the list did not have that tag, or so long ago that the changes
    ///   since are not known.
    func withDelta<T: Sendable>(
        of collection: String, since request: DeltaRequest, _ body: @escaping @Sendable (ListDelta) throws -> T
    ) async throws -> T?

    /// The entry of `owner` in any case, or nil.
    func entry(of owner: String, in collection: String) async throws -> Entry?

    /// Adds an entry.
    /// - Throws: `EntryError` where the owner or the key belongs to another entry.
    func add(_ entry: Entry) async throws

    /// Replaces the entry of `owner` with `entry`, if `condition` does not throw for the present one.
    /// - Throws: `EntryError`, or the error of `condition`; then the collection is unchanged.
    func replace(
        entryOf owner: String, with entry: Entry, condition: @escaping @Sendable (Entry) throws -> Void
    ) async throws

    /// Removes the entry of `owner`, if `condition` does not throw for it.
    /// - Returns: false where there was not one.
    /// - Throws: `EntryError.hidden`, or the error of `condition`; then the collection is unchanged.
    func remove(
        entryOf owner: String, in collection: String, condition: @escaping @Sendable (Entry) throws -> Void
    ) async throws -> Bool

    /// Hides the entry of `owner` from everyone. It is kept, and its owner cannot create another.
    /// - Returns: false where there was not one.
    func hide(entryOf owner: String, in collection: String) async throws -> Bool

    /// Shows the hidden entry of `owner` again.
    /// - Returns: false where there was not one.
    func show(entryOf owner: String, in collection: String) async throws -> Bool

    /// Removes the entry of `owner`, even if it is hidden.
    /// - Returns: false where there was not one.
    func removeHiddenOrShown(entryOf owner: String, in collection: String) async throws -> Bool

    /// Adds `count` entries, made one by one, unless `collection` has entries already.
    func fill(
        _ collection: String, count: Int, entry: @escaping @Sendable (Int) throws -> Entry
    ) async throws

    /// The content of one page of a collection. `element` gets its entries one after another, so that what is not
    /// returned, such as pictures, is in memory for one entry at a time.
    func page<T>(
        _ query: PageQuery, of collection: String, _ element: @escaping @Sendable (Entry) throws -> T
    ) async throws -> EntryPage<T>
}

extension EntryRepository {
    /// One page of a collection.
    func page(_ query: PageQuery, of collection: String) async throws -> EntryPage<Entry> {
        try await page(query, of: collection) { $0 }
    }
}

/// Why an entry was not changed.
public enum EntryError: Error, Equatable, Sendable {
    case unknown
    case ownerTaken
    case keyTaken
    /// The owner has a hidden entry.
    case hidden
}
