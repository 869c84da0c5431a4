/// Where a collection's records are at home, which decides what can be done with them here.
public enum Home: Equatable, Sendable {
    /// They are kept here alone.
    case here
    /// Everybody publishes their own on the server and downloads the others'.
    case published
    /// They live on the server under `path`: every change is made there first, and the list here is the last known.
    case hosted(path: String)
    /// The server's lists under `paths` are fetched and kept; nobody changes them here.
    case fetched(paths: [String])
    /// The server makes one of every order that is sent to `path`; what it made is kept here.
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

    /// True where a first launch fetches the lists, and later ones read what was kept.
    public var isFetchedOnce: Bool { if case .fetched = self { true } else { false } }

    /// True where records live on the server, and every change is made there first.
    public var isHosted: Bool { if case .hosted = self { true } else { false } }

    /// True where the server can be asked for a record by its number.
    public var canLookUp: Bool { isHosted }

    /// True where the server makes a record of an order.
    public var isBooked: Bool { if case .booked = self { true } else { false } }

    /// True where records can be taken out of the list.
    public var canDelete: Bool { canAdd }

    /// True where a change of the list can be undone here; a list that is the server's would be another then.
    public var keepsUndo: Bool { !canRefresh }

    /// True where lists of records can be taken in from files.
    public var canImport: Bool { self == .here || self == .published }

    /// True where the server's list can have been emptied by those who use it.
    public var mayBeEmptied: Bool { isHosted }

    /// True where the list can be fetched from the server as a whole.
    public var canRefresh: Bool {
        switch self {
        case .hosted, .fetched: true
        case .here, .published, .booked: false
        }
    }
}

/// Records that live on a server, which gives them their number.
public protocol Hosted: DirectoryRecord {
    /// Where they answer, from the server's address on.
    static var path: String { get }
    /// The record under the number the server gave it, which answers at `url`.
    func hosted(as key: Int, at url: String) -> Self
    /// The record as it is when it was just made.
    var asMade: Self { get }
}

extension Hosted {
    public static var home: Home { .hosted(path: path) }
    public static var numbering: Numbering { .byServer }
    public var asMade: Self { self }
    /// Its number, as clients name it.
    public var id: RecordID<Self> { RecordID(key) }
}

/// The number of a record of one collection.
public struct RecordID<R: DirectoryRecord>: Hashable, Sendable {
    public let key: Int
    public init(_ key: Int) { self.key = key }
}

/// A list that ships with the program.
public struct BundledList: Equatable, Sendable {
    /// The name of the file among the program's data.
    public let file: String
    /// True where a first launch loads it; otherwise Load from Disk does.
    public let isLoadedAtFirst: Bool

    public init(file: String, isLoadedAtFirst: Bool) {
        self.file = file
        self.isLoadedAtFirst = isLoadedAtFirst
    }
}

/// Where a record's number comes from.
public enum Numbering: Sendable {
    /// People know it and type it.
    case typed
    /// The store gives the next one.
    case counted
    /// The server gives it.
    case byServer
}
