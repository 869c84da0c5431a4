public import Foundation
import GRDB

/// Databases written by earlier versions: `VERSION/NAME.sql`, the output of `sqlite3 FILE .dump`.
public enum OlderDatabase: String, Sendable {
    /// In 0.1, a directory with records in all collections: a downloaded list, the user's own edited record, an added person,
    /// and an imported file with two rejected elements. In 0.3, a directory with a history of people, a group, and contacts.
    case directory
    /// A directory after its first launch, with an edited own record.
    case firstLaunch = "first-launch"
    /// A class server: in 0.1 with two entries, the account `demo`, two to-dos, a tour, and courses; in 0.2 with an
    /// entry, a hidden entry, a log of changes, three accounts, an app password, a link, two to-dos, and a tour that was
    /// reserved with the key `k1`; in 0.3 the same.
    case server

    /// Creates the database of a version at `file`, which must not exist.
    public func make(of version: String = "0.1", at file: URL) throws {
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        let sql = try String(contentsOf: Self.folder(of: version).appending(path: "\(rawValue).sql"), encoding: .utf8)
        let database = try DatabaseQueue(path: file.path(percentEncoded: false))
        // The dump contains its own transaction.
        try database.writeWithoutTransaction { try $0.execute(sql: sql) }
        try database.close()
    }

    /// A PostgreSQL dump of a server with the same rows as `server`.
    public static func postgres(of version: String) throws -> String {
        try String(contentsOf: folder(of: version).appending(path: "server-postgres.sql"), encoding: .utf8)
    }

    /// The `people.json` of `directory`.
    public static func peopleFile(of version: String = "0.1") -> URL {
        folder(of: version).appending(path: "people.json")
    }

    private static func folder(of version: String) -> URL {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: version)
    }
}
