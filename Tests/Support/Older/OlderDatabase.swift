public import Foundation
import GRDB

/// Databases as an earlier version's programs left them: `VERSION/NAME.sql`, the output of `sqlite3 FILE .dump`.
public enum OlderDatabase: String, Sendable {
    /// A directory with records in every collection: a list was downloaded, the user's own record was edited since, a
    /// person was added, and a file was imported, of which two elements were rejected.
    case directory
    /// A directory after its first start, whose own record was edited.
    case firstLaunch = "first-launch"
    /// A class server: of 0.1 with two entries, the account `demo`, two to-dos, a tour and courses; of 0.2 with an entry,
    /// a hidden one, a log of changes, three accounts, two to-dos and a tour that was reserved with the key `k1`.
    case server

    /// Makes the database of `version` at `file`, which must not be there yet.
    public func make(of version: String = "0.1", at file: URL) throws {
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        let sql = try String(contentsOf: Self.folder(of: version).appending(path: "\(rawValue).sql"), encoding: .utf8)
        let database = try DatabaseQueue(path: file.path(percentEncoded: false))
        // The dump contains its own transaction.
        try database.writeWithoutTransaction { try $0.execute(sql: sql) }
        try database.close()
    }

    /// The statements that make the database of a class server of 0.2 in PostgreSQL, with the same rows as `server`.
    public static func postgres() throws -> String {
        try String(contentsOf: folder(of: "0.2").appending(path: "server-postgres.sql"), encoding: .utf8)
    }

    /// The `people.json` that was kept beside `directory`.
    public static func peopleFile(of version: String = "0.1") -> URL {
        folder(of: version).appending(path: "people.json")
    }

    private static func folder(of version: String) -> URL {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: version)
    }
}
