private import ClassAPI
internal import PostgresKit

/// How many entries more the sections of a collection have after a change.
struct PostgresSections {
    private var changes: [String: Int] = [:]

    /// Counts `entry`, by 1 where it is added and by -1 where it is removed.
    mutating func count(_ entry: Entry, by change: Int) { changes[entry.section, default: 0] += change }

    /// The statements that store the counts.
    func statements(of collection: String) -> [PostgresStatement] {
        let changed = changes.filter { $0.value != 0 }
        let counted = changed.map { section, change in
            PostgresStatement(
                """
                INSERT INTO entry_section VALUES ($1, $2, $3, $4)
                ON CONFLICT (collection, hash) DO UPDATE SET count = entry_section.count + excluded.count
                """, .text(collection), .text(Self.hash(section)), .text(section), .integer(change))
        }
        guard changed.contains(where: { $0.value < 0 }) else { return counted }
        return counted + [
            PostgresStatement("DELETE FROM entry_section WHERE collection = $1 AND count = 0", .text(collection))
        ]
    }

    private static func hash(_ section: String) -> String {
        var hash = ContentHash()
        hash.add(section)
        return hash.hexadecimal()
    }
}
