public import DirectoryModel
public import Foundation
import GRDBSQLite
import Language

/// The collections that the JSON files in the folder `collections` of a sandbox define.
public struct CollectionFolder: Sendable {
    public let definitions: [Definition]
    /// Why other files define none.
    public let problems: [any UserFacingError]

    /// Reads the folder, which need not exist.
    public init(in sandbox: URL) {
        let folder = sandbox.appending(path: "collections")
        var files: [(name: String, definition: Result<Definition, any Error>)] = []
        for name in (folder.fileNames ?? []).sorted() where name.hasSuffix(".json") {
            files.append((name, Result { try Self.read(folder.appending(path: name)) }))
        }
        // A copy does not replace the file that is named after the collection.
        func isOriginal(_ file: (name: String, definition: Result<Definition, any Error>)) -> Bool {
            guard case .success(let definition) = file.definition else { return false }
            return "\(definition.collection.name).json" == file.name
        }
        var definitions: [(file: String, definition: Definition)] = []
        var problems: [any UserFacingError] = []
        for (file, read) in files.filter(isOriginal) + files.filter({ !isOriginal($0) }) {
            do {
                let definition = try read.get()
                let name = definition.collection.name
                if let other = definitions.first(where: { $0.definition.collection.name == name }) {
                    throw StoreError.collectionExists(name, file: file, other: other.file)
                }
                definitions.append((file, definition))
            } catch let problem as any UserFacingError { problems.append(problem) } catch {}
        }
        self.definitions = definitions.map(\.definition)
        self.problems = problems
    }

    private static func read(_ url: URL) throws -> Definition {
        let (file, name) = (ListFile(url), url.lastPathComponent)
        guard file.isFileOrMissing else { throw StoreError.cannotRead(file: name, reason: file.nameProblem) }
        let json: Data
        do { json = try Data(contentsOf: url) } catch {
            throw StoreError.cannotRead(file: name, reason: StoreError.reason(for: error))
        }
        return try Definition(json: json, file: name, isTaken: isReserved)
    }

    /// True for the names of the program's collections, tables, and commands, and for the words of SQL.
    static func isReserved(_ name: String) -> Bool {
        Collections.stored().contains { $0.collection.name == name } || tables.contains(name) || commands.contains(name)
            || sqlite3_keyword_check(name, Int32(name.utf8.count)) != 0
    }

    /// The tables whose names a collection could have.
    private static let tables: Set = [
        "setting", "change", "image", "mark", "listed", "definition", "picture", "published", "learned", "withdrawn",
        "unseen",
    ]

    private static let commands: Set = [
        "add", "update", "delete", "find", "list", "duplicates", "merge", "download", "upload", "withdraw", "password",
        "import", "export", "history", "groups", "restore", "help",
    ]
}
