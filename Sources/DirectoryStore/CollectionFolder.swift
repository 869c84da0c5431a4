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
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))) ?? []
        var definitions: [Definition] = []
        var problems: [any UserFacingError] = []
        for name in names.sorted() where name.hasSuffix(".json") {
            do {
                let file = ListFile(folder.appending(path: name))
                guard file.isFileOrMissing else {
                    throw StoreError.cannotRead(file: name, reason: file.nameProblem)
                }
                let json: Data
                do { json = try Data(contentsOf: file.url) } catch {
                    throw StoreError.cannotRead(file: name, reason: StoreError.reason(for: error))
                }
                let definition = try Definition(json: json, file: name) { name in
                    Self.isReserved(name) || definitions.contains { $0.collection.name == name }
                }
                definitions.append(definition)
            } catch let problem as any UserFacingError { problems.append(problem) } catch {}
        }
        self.definitions = definitions
        self.problems = problems
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
