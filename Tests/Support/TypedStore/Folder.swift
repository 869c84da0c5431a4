public import DirectoryModel
public import DirectoryStore
public import Foundation
public import GRDB

/// A sandbox of its own that goes away with the test.
public final class Folder: Sendable {
    public let url = URL.temporaryDirectory.appending(path: "directory-\(UUID().uuidString)")

    public init() {}

    deinit { try? FileManager.default.removeItem(at: url) }

    public func model(_ people: [DukePerson] = []) throws -> DataModel {
        let store = try store()
        if !people.isEmpty { try store.saveAll(people) }
        return DataModel(store)
    }

    /// The data model after the first launch of Dee Mo. Its changes can be undone.
    public func firstLaunch(login: String = "root", netid: String? = nil) throws -> DataModel {
        let model = try DataModel(undoableIn: url)
        try model.makeOwnRecordIfFirstLaunch(SystemAccount(login: login, fullName: "Dee Mo"), netid: netid)
        return model
    }

    public func store(offersUndo: Bool = false) throws -> Store { try Store(sandbox: url, offersUndo: offersUndo) }

    /// A store to which these records were added.
    public func store(_ records: [some TypedRecord], offersUndo: Bool = false) throws -> Store {
        let store = try store(offersUndo: offersUndo)
        try store.saveAll(records)
        return store
    }

    /// The database, as another program uses it: it waits for what the store is still writing, such as the texts that
    /// are searched.
    public func database() throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        configuration.busyMode = .timeout(60)
        return try DatabaseQueue(path: url.appending(path: "directory.sqlite").path, configuration: configuration)
    }

    /// Changes the database behind the store's back.
    public func execute(_ sql: String) throws {
        try database().write { try $0.execute(sql: sql) }
    }

    /// Runs `body` while another program has locked the database.
    @MainActor
    public func whileLocked(_ body: () async throws -> Void) async throws {
        let other = try database()
        try await other.writeWithoutTransaction { try $0.beginTransaction(.immediate) }
        try await body()
        // A call that waited for the lock would have failed by now, because it ends only here.
        try await other.writeWithoutTransaction { try $0.rollback() }
    }
}

extension Folder {
    /// A file in it, or in a folder in it, that holds these bytes.
    @discardableResult
    public func file(_ name: String, _ content: Data) throws -> URL {
        let file = url.appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try content.write(to: file)
        return file
    }

    @discardableResult
    public func file(_ name: String, _ text: String) throws -> URL { try file(name, Data(text.utf8)) }

    /// A file with a list of people, to be imported.
    public func list(_ people: [DukePerson], isStrict: Bool = true) throws -> ListFile {
        ListFile(try file("list.json", JSONEncoder().encode(people)), isStrict: isStrict)
    }

    /// A file of any kind with this text, to be imported.
    public func list(_ name: String, _ text: String, isStrict: Bool = true) throws -> ListFile {
        ListFile(try file(name, text), isStrict: isStrict)
    }

    /// Another one that holds the same.
    public func copy() throws -> Folder {
        let copy = Folder()
        try FileManager.default.copyItem(at: url, to: copy.url)
        return copy
    }

    /// Writes a definition of books into the folder's collections.
    /// - Parameter text: nil for the example of the documentation.
    public func addBooks(_ text: String? = nil, _ name: String = "books.json") throws {
        let example = URL(filePath: #filePath).appending(path: "../../../../data/collections/books.json").standardized
        try file("collections/\(name)", text.map { Data($0.utf8) } ?? Data(contentsOf: example))
    }

    /// What is in it and does not belong into a sandbox, such as what a program that was killed left half written.
    public var strangers: [String] {
        get throws {
            let known = [
                "directory.sqlite", "directory.sqlite-wal", "directory.sqlite-shm", "people.json", "groups.json",
            ]
            return try FileManager.default.contentsOfDirectory(atPath: url.path).filter { !known.contains($0) }
        }
    }
}

/// Three people who are here before anything arrives.
public func people(_ duids: ClosedRange<Int> = 1...3) -> [DukePerson] {
    duids.map { DukePerson(DUID: $0, netid: "n\($0)", fName: "First\($0)", lName: "Last\($0)", role: .Student) }
}
