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

extension MergePlan {
    /// The values that the list of a file removes from stored records; called before it is merged.
    func cleared(in db: Database) throws -> ClearedValues {
        var cleared = ClearedValues()
        guard staging.isOfFile else { return cleared }
        let picture = definition.fields.first(where: \.isPicture)?.label
        for record in changed {
            guard let prepared = record.prepared, let row = try table.row(of: record.key, in: db),
                let before = try table.stored(row: row, in: db)
            else { continue }
            var labels = before.record.fieldsCleared(in: table.record(of: prepared.values))
            if before.hasPicture, prepared.pictureHash == nil, let picture { labels.append(picture) }
            guard !labels.isEmpty else { continue }
            cleared.count += labels.count
            cleared.recordCount += 1
            if cleared.lines.count < StoredCollection.maxReportedRejected {
                let name = before.record.displayName.line(cutAt: 60)
                cleared.lines.append("\(name): \(labels.joined(separator: translated(", ")))")
            }
        }
        return cleared
    }
}
