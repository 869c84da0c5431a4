private import Foundation

/// The storage of the class server's entries, accounts and lists. The server uses only this protocol;
/// `SQLiteRepository` and `PostgresRepository` are the implementations that ship.
public protocol DirectoryRepository: EntryRepository, AccountRepository, ItemRepository {
    /// A number that grows with every change of what is stored, by this process or another, or nil where that is not
    /// known; then answers are not kept. It is read for every request, without waiting.
    func changeCount() -> Int64?

    /// The name of each entry collection that another server changed, soon after the change, or nil where several may
    /// have changed. What is kept of a list is out of date then; its tag says so too. It ends with
    /// `StorageError.noNotifications` where the database does not tell of changes.
    func changedLists() -> AsyncThrowingStream<String?, any Error>

    /// When the database cannot be reached, and when it can again; for one listener.
    func connectionChanges() -> AsyncStream<DatabaseChange>

    /// Puts what is stored into the database's own file, after a server ended; it does nothing where that is always so.
    func settle() async

    /// The folder of the files that lists are sent from.
    var folder: String { get }
}

extension DirectoryRepository {
    public func changeCount() -> Int64? { nil }

    public func settle() async {}

    public func changedLists() -> AsyncThrowingStream<String?, any Error> { AsyncThrowingStream { $0.finish() } }

    public func connectionChanges() -> AsyncStream<DatabaseChange> { AsyncStream { $0.finish() } }

    public var folder: String { FileManager.default.temporaryDirectory.path }
}
