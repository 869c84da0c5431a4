public import ClassAPI

/// Where the records of a collection are stored, which determines what can be done with them.
public enum RecordSource: Equatable, Sendable {
    /// Only in the local store.
    case local
    /// Everyone publishes their own record on the server at these paths, and downloads the others.
    case published(EntryPaths)
    /// On the server at `path`: every change is made there first, and the local list is a cache.
    case hosted(path: String)
    /// On the server, read-only: one list for each of `names`, and for each other name that the server lists at
    /// `index`.
    case fetched(ClassPath, names: [String], index: ClassPath)
    /// An earlier state, which cannot be changed.
    case past
    /// The server turns each order sent to `path` into a record, which is stored locally.
    case booked(path: String)

    /// True if users can add records.
    public var canAdd: Bool { if case .fetched = self { false } else { self != .past } }

    public var canEdit: Bool { canAdd && !isBooked }

    /// The paths where entries are published, or nil.
    public var published: EntryPaths? { if case .published(let paths) = self { paths } else { nil } }

    public var isPublished: Bool { published != nil }

    /// True if the lists are fetched at the first launch and stored.
    public var isFetchedOnce: Bool { if case .fetched = self { true } else { false } }

    public var isHosted: Bool { if case .hosted = self { true } else { false } }

    public var isBooked: Bool { if case .booked = self { true } else { false } }

    /// True if records can be removed from the list.
    public var canDelete: Bool { canAdd }

    /// False for lists of the server, from which undo would diverge.
    public var offersUndo: Bool { !canRefresh }

    /// True if lists can be imported from files.
    public var canImport: Bool { self == .local || isPublished }

    /// True if the whole list can be fetched from the server.
    public var canRefresh: Bool { isHosted || isFetchedOnce }
}

extension Definition {
    /// The path of the records on the server.
    public var hostedPath: String { if case .hosted(let path) = home { path } else { "/\(collection.name)" } }
}

/// A list that ships with the program.
public struct BundledList: Equatable, Sendable {
    /// When a list is loaded; the sample class loads every list.
    public enum Occasion: Equatable, Sendable {
        case firstLaunch
        /// By Load from Disk, if the sandbox has no file.
        case loadFromDisk
        case sample
    }

    /// The name of the file in the program's data.
    public let file: String
    public let occasion: Occasion
    /// The day for which the list was written, as `2017-03-29`; its dates are shifted to the day of loading. Nil if
    /// they are not.
    public let day: String?

    public init(file: String, _ occasion: Occasion, day: String? = nil) {
        self.file = file
        self.occasion = occasion
        self.day = day
    }
}

/// The body of an order: only the fields that people may edit.
public struct BookingOrder: Encodable, Sendable {
    private let record: Record

    public init(_ record: Record) { self.record = record }

    public func encode(to encoder: any Encoder) throws {
        try record.encode(record.definition.fields.filter { !$0.isKey && $0.editor != .readOnly }, to: encoder)
    }
}
