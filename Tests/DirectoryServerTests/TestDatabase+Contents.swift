import GRDB

extension TestDatabase {
    /// Every row of every table as a text, in order, but for what each database counts for itself: the numbers of rows
    /// and of changes.
    func contents() async throws -> [String: [String]] {
        var contents: [String: [String]] = [:]
        for table in try await texts(backend == .sqlite ? Self.sqliteTables : Self.postgresTables)
        where !["grdb_migrations", "migration"].contains(table) {
            contents[table] = try await rows(of: table)
        }
        return contents
    }

    private static let sqliteTables =
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    private static let postgresTables = """
        SELECT CAST(table_name AS TEXT) FROM information_schema.tables WHERE table_schema = current_schema()
        """

    private func rows(of table: String) async throws -> [String] {
        let all = try await texts(
            backend == .sqlite
                ? "SELECT name FROM pragma_table_info('\(table)')"
                : """
                SELECT CAST(column_name AS TEXT) FROM information_schema.columns
                WHERE table_schema = current_schema() AND table_name = '\(table)' ORDER BY ordinal_position
                """)
        let counted = all.filter { ["id", "revision"].contains($0) }
        let columns = all.filter { !counted.contains($0) }
        let order = table.hasPrefix("entry") && !counted.isEmpty ? ["list"] + counted : columns
        let row = columns.map { backend == .sqlite ? "quote(\($0))" : "quote_nullable(CAST(\($0) AS TEXT))" }
        return try await texts(
            "SELECT \(row.joined(separator: " || ', ' || ")) FROM \(table) ORDER BY \(order.joined(separator: ", "))")
    }
}
