public import ClassAPI

/// Where the records of a collection are kept, which decides what can be done with them here.
public enum RecordSource: Equatable, Sendable {
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

/// Records that are kept on a server, which numbers them.
public protocol RemoteResource: DirectoryRecord {}

extension RemoteResource {
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

/// A list that ships with the program.
public struct BundledList: Equatable, Sendable {
    /// When a list is loaded; with the sample class every list is.
    public enum Occasion: Equatable, Sendable {
        /// At a first launch.
        case firstLaunch
        /// By Load from Disk, where the sandbox does not have a file.
        case loadFromDisk
        /// With the sample class alone.
        case sample
    }

    /// The name of the file among the program's data.
    public let file: String
    /// When it is loaded.
    public let occasion: Occasion
    /// The day for which its days were written, as `2017-03-29`; they are moved with the day on which the list is
    /// loaded. Nil where they stay.
    public let day: String?

    /// Makes a list; the parameters are the properties of the same names.
    public init(file: String, _ occasion: Occasion, day: String? = nil) {
        (self.file, self.occasion, self.day) = (file, occasion, day)
    }
}

/// The body that a form sends to a server that makes records of orders: the fields people may change, and no others.
public struct BookingOrder<R: DirectoryRecord>: Encodable, Sendable {
    private let record: R

    /// Makes the order for a record.
    public init(_ record: R) { self.record = record }

    public func encode(to encoder: any Encoder) throws {
        try record.encode(R.fields.filter { !$0.isKey && $0.editor != .readOnly }, to: encoder)
    }
}
