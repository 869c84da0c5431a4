public import Foundation
internal import GRDB

extension SQLiteRepository {
    /// How much it has at this moment.
    /// - Throws: an error of the database.
    public func counts() throws -> RepositoryCopy.Counts { try database.read(Self.counts) }

    /// How much the file at `path` has, which is only read.
    /// - Throws: an error of the database.
    public static func counts(of path: String) throws -> RepositoryCopy.Counts {
        try readOnly(path).read(counts)
    }

    private static func counts(_ db: Database) throws -> RepositoryCopy.Counts {
        func count(_ rows: String) throws -> Int { try Int.fetchOne(db, sql: "SELECT count(*) FROM \(rows)") ?? 0 }
        return RepositoryCopy.Counts(
            entries: try count("entry") + count("hidden_entry"),
            // The lists of accounts have a slash in their names.
            items: try count("item WHERE collection NOT LIKE '%/%'"), accounts: try count("account"))
    }

    /// Writes everything to a new file beside the database, whose name has the moment.
    /// - Returns: the path of that file.
    /// - Throws: `ServerError.fileExists`, or `.fileUnwritable`.
    public func backupBeside(now: Date = Date()) throws(ServerError) -> String {
        let time = now.formatted(.iso8601.dateSeparator(.omitted).timeSeparator(.omitted))
        let path = "\(database.path).before-restore-\(time)"
        try backup(to: path)
        return path
    }
}
