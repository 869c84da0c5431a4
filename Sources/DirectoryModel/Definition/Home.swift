public import ClassAPI

/// Where the records of a collection are kept, which decides what can be done with them here.
public enum Home: Equatable, Sendable {
    /// They are kept only here.
    case here
    /// Everyone publishes their own on the server under these addresses, and downloads the others'.
    case published(EntryPaths)
    /// They are kept on the server under `path`: every change is made there first, and the list here is the last known
    /// one.
    case hosted(path: String)
    /// The server's lists at this address are fetched and kept here, and cannot be changed here: one for each of
    /// `names`, and for each other name that the server has at `index`.
    case fetched(ClassPath, names: [String], index: ClassPath)
    /// The server makes a record of every order that is sent to `path`; that record is kept here.
    case booked(path: String)

    /// True where records can be made here.
    public var canAdd: Bool { if case .fetched = self { false } else { true } }

    /// True where records can be changed here.
    public var canEdit: Bool {
        switch self {
        case .here, .published, .hosted: true
        case .fetched, .booked: false
        }
    }

    /// Where entries are published, or nil where they are not.
    public var published: EntryPaths? { if case .published(let paths) = self { paths } else { nil } }

    /// True where everyone publishes their own.
    public var isPublished: Bool { published != nil }

    /// True where a first launch fetches the lists, and later launches read the stored ones.
    public var isFetchedOnce: Bool { if case .fetched = self { true } else { false } }

    /// True where records are kept on the server, and every change is made there first.
    public var isHosted: Bool { if case .hosted = self { true } else { false } }

    /// True where the server can be asked for a record by its number.
    public var canLookUp: Bool { isHosted }

    /// True where the server makes a record of an order.
    public var isBooked: Bool { if case .booked = self { true } else { false } }

    /// True where records can be taken out of the list.
    public var canDelete: Bool { canAdd }

    /// True where a change of the list can be undone here. A list that the server keeps cannot: undo would make it
    /// differ from the server's.
    public var keepsUndo: Bool { !canRefresh }

    /// True where lists of records can be taken in from files.
    public var canImport: Bool { self == .here || isPublished }

    /// True where other users can empty the server's list.
    public var mayBeEmptied: Bool { isHosted }

    /// True where the list can be fetched from the server as a whole.
    public var canRefresh: Bool {
        switch self {
        case .hosted, .fetched: true
        case .here, .published, .booked: false
        }
    }
}
