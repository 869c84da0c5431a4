import DirectoryModel
import GRDB
import Language

/// The values that a file removed from records.
public struct ClearedValues: Equatable, Sendable {
    /// How many values.
    public var count = 0
    /// How many records lost them.
    public var recordCount = 0
    /// The first of these records and their fields: "Ana Li: Team, Hobbies".
    public var lines: [String] = []
}

extension MergeTransaction {
    /// The values that the list of a file removes from stored records; called before it is merged.
    func cleared() throws -> ClearedValues {
        var cleared = ClearedValues()
        guard staging.isOfFile else { return cleared }
        let names = table.columnFields.map { "\"\($0.key)\"" }
        let (stored, arrived) = (["row", "hash", "picture"] + names, ["position", "hash", "picture"] + names)
        let columns = stored.map { "p.\($0)" } + arrived.map { "a.\($0)" }
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT \(columns.joined(separator: ", ")) FROM incoming.arrived a
                JOIN \(table.name) p ON p.\(key) = a.\(key)
                WHERE a.is_whole AND p.hash <> a.hash AND \(mayChange("a.\(key)")) ORDER BY a.position
                """,
            adapter: ScopeAdapter([
                "stored": RangeRowAdapter(0..<stored.count), "arrived": RangeRowAdapter(stored.count..<columns.count),
            ]))
        let picture = definition.fields.first(where: \.isPicture)?.label
        while let row = try rows.next() {
            guard let before = row.scopes["stored"].map(table.record),
                let after = row.scopes["arrived"].map(table.record)
            else { continue }
            let isPictureCleared = before.hasPicture && !after.hasPicture
            let labels =
                before.record.fieldsCleared(in: after.record) + (isPictureCleared ? [picture].compactMap(\.self) : [])
            guard !labels.isEmpty else { continue }
            cleared.count += labels.count
            cleared.recordCount += 1
            if cleared.lines.count < Store.maxReportedRejected {
                let name = before.record.displayName.line(cutAt: 60)
                cleared.lines.append("\(name): \(labels.joined(separator: translated(", ")))")
            }
        }
        return cleared
    }
}
