internal import GRDB

/// The number of entries of each section, which pages tell without counting.
extension SQLiteRepository {
    /// Triggers count for every writer.
    static let sectionSchema = """
        CREATE TABLE entry_section (
            collection TEXT NOT NULL, section TEXT NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (collection, section)
        ) WITHOUT ROWID;
        INSERT INTO entry_section SELECT collection, section, count(*) FROM entry GROUP BY collection, section;
        CREATE TRIGGER entry_section_added AFTER INSERT ON entry BEGIN
            INSERT INTO entry_section VALUES (new.collection, new.section, 1)
                ON CONFLICT DO UPDATE SET count = count + 1;
        END;
        CREATE TRIGGER entry_section_changed AFTER UPDATE ON entry WHEN old.section <> new.section BEGIN
            UPDATE entry_section SET count = count - 1 WHERE collection = old.collection AND section = old.section;
            DELETE FROM entry_section WHERE collection = old.collection AND section = old.section AND count = 0;
            INSERT INTO entry_section VALUES (new.collection, new.section, 1)
                ON CONFLICT DO UPDATE SET count = count + 1;
        END;
        CREATE TRIGGER entry_section_removed AFTER DELETE ON entry BEGIN
            UPDATE entry_section SET count = count - 1 WHERE collection = old.collection AND section = old.section;
            DELETE FROM entry_section WHERE collection = old.collection AND section = old.section AND count = 0;
        END;
        """

    /// The number of entries of each section that match `condition`, which begins with the collection.
    /// - Parameters:
    ///   - words: the words that entries must contain; where there are none, all entries are counted already.
    ///   - condition: what the rows of entries must satisfy.
    ///   - arguments: the values of `condition`.
    static func sections(
        _ db: Database, with words: [String], where condition: String, _ arguments: StatementArguments
    ) throws -> [String: Int] {
        let sql =
            words.isEmpty
            ? "SELECT section, count FROM entry_section WHERE \(condition)"
            // In the order of the table, whose rows an index by sections would fetch one by one.
            : "SELECT section, count(*) FROM entry NOT INDEXED WHERE \(condition) GROUP BY section"
        let rows = try Row.fetchAll(db, sql: sql, arguments: arguments)
        return Dictionary(
            try rows.map { (try $0.decode(String.self, atIndex: 0), try $0.decode(Int.self, atIndex: 1)) },
            uniquingKeysWith: +)
    }
}
