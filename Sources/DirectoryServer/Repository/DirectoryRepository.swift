public import DirectoryModel
public import Foundation
import Language

/// Where the class server keeps its entries, accounts and lists. The server knows only this;
/// `SQLiteRepository` is the one that ships, and another database can stand beside it.
public protocol DirectoryRepository: EntryRepository, AccountRepository, ItemRepository {}

/// Where entries rest. Every change is one transaction: done whole or not at all.
public protocol EntryRepository: Sendable {
    /// A text that is another after every change of any entry, and never the same again, in this database or another.
    func listTag() async throws -> String

    /// All entries as they are now; later changes do not show in it.
    func snapshot() async throws -> any EntrySnapshot

    /// The entry of `netid` in any case, or nil.
    func entry(netid: String) async throws -> Entry?

    /// Adds an entry.
    /// - Throws: `EntryError` where the netid or the DUID is another entry's.
    func add(_ entry: Entry) async throws

    /// Puts `entry` in the place of that of `netid`, if `condition` does not throw for the one that is there.
    /// - Throws: `EntryError`, or what `condition` throws; then all is as it was.
    func replace(
        netid: String, with entry: Entry, condition: @escaping @Sendable (Entry) throws -> Void
    ) async throws

    /// Removes the entry of `netid`, if `condition` does not throw for it.
    /// - Returns: False where there was none.
    func remove(netid: String, condition: @escaping @Sendable (Entry) throws -> Void) async throws -> Bool

    /// Adds `count` entries, made one by one, unless there already are entries.
    func fill(count: Int, entry: @escaping @Sendable (Int) throws -> Entry) async throws

    /// What one page of the class shows.
    func page(_ query: PageQuery) async throws -> EntryPage
}

/// Where accounts rest. A netid is the same in any case.
public protocol AccountRepository: Sendable {
    /// The account of `netid`, or nil.
    func account(netid: String) async throws -> Account?

    /// Every account, by netid.
    func accounts() async throws -> [Account]

    /// Adds an account.
    /// - Returns: False where the netid has one.
    func add(_ account: Account) async throws -> Bool

    /// Changes what `netid` signs in with.
    /// - Returns: False where there is no such account.
    func setPasswordHash(_ hash: String, netid: String) async throws -> Bool

    /// Changes what `netid` does in the class.
    /// - Returns: False where there is no such account.
    func setRole(_ role: AccountRole, netid: String) async throws -> Bool
}

/// All entries at one moment, handed out in pieces.
public protocol EntrySnapshot: Sendable {
    /// The tag of the list at that moment.
    var tag: String { get }
    /// How many entries there are.
    var count: Int { get }
    /// How many bytes their JSON has together.
    var byteCount: Int { get }

    /// The next entries after `position` (0 to begin with), or nil at the end.
    func piece(after position: Int64) async throws -> EntryPiece?
}

/// Some entries' JSON, with commas between them.
public struct EntryPiece: Sendable {
    public let json: Data
    /// Where the next piece goes on.
    public let position: Int64

    public init(json: Data, position: Int64) {
        self.json = json
        self.position = position
    }
}

/// Which entries a page asks for.
public struct PageQuery: Sendable {
    /// Words, folded, that all have to be in an entry's text.
    public let words: [String]
    public let offset: Int
    public let limit: Int

    public init(words: [String], offset: Int, limit: Int) {
        self.words = words
        self.offset = offset
        self.limit = limit
    }
}

/// The entries of one page, and how many there are in each section altogether.
public struct EntryPage: Sendable {
    public let entries: [Entry]
    /// Counts by `SectionKey.stored`.
    public let counts: [String: Int]

    public init(entries: [Entry], counts: [String: Int]) {
        self.entries = entries
        self.counts = counts
    }

    /// How many entries were found on all pages.
    public var total: Int { counts.values.reduce(0, +) }
}

/// Why entries stay as they are.
public enum EntryError: Error, Equatable, Sendable {
    case unknown
    case netidTaken
    case duidTaken
}

/// Why nothing can be kept at the moment.
public enum StorageError: UserFacingError, Equatable {
    case diskFull

    public var message: String { translated("The server's disk is full, so nothing was changed.") }
    public var recovery: String { translated("Make room on it and try again.") }
}
