import DirectoryModel
import GRDB

extension MergeTransaction {
    /// Marks what a download of published records changed as not seen yet. Forgets the history of records that were not
    /// in the previous list either, and marks those that are no longer in the list as withdrawn.
    /// - Returns: true if records are not seen yet.
    func recordDownload(_ own: OwnRecordPolicy) throws -> Bool {
        guard definition.home.isPublished, !plan.staging.isOfFile else { return false }
        try db.execute(sql: "UPDATE undo_change SET is_download = 1 WHERE id = \(change.id)")
        try marks.remove(.withdrawn, of: plan.list.contains)
        try table.forgetWithdrawn(except: change.id, in: db)
        let own = own.keys.union(plan.own.keys)
        for key in try absentKeys().subtracting(own) { try marks.put(.withdrawn, key: key) }
        // Not if the list replaces that of a first launch or of the sample class.
        guard request.removing.isEmpty, !plan.isWithoutOthers else { return false }
        let touched = (plan.changed + plan.new).map(\.key).filter { !own.contains($0) }
        for key in touched { try marks.put(.unseen, key: key) }
        return !touched.isEmpty
    }

    /// The keys that the last list had, or that an earlier download left, and that are not in the list.
    private func absentKeys() throws -> Set<Int> {
        let remains = """
            SELECT EXISTS (SELECT 1 FROM (SELECT * FROM \(table.recordImages)) i
            WHERE key = ? AND change IN (SELECT id FROM undo_change WHERE is_download)
            AND IFNULL((SELECT n.hash IS NOT NULL FROM image n WHERE n.collection = i.collection AND n.source = i.source
                AND n.key = i.key AND n.change > i.change ORDER BY n.change LIMIT 1),
                i.key IN (SELECT \(table.quotedKey) FROM \(table.name))))
            """
        let imaged = "SELECT DISTINCT key FROM \(table.recordImages)"
        let candidates = try plan.staging.delta?.absent ?? Int.fetchSet(db, sql: imaged)
        return try Set(plan.listed.keys.filter(plan.isAbsent)).union(
            candidates.filter { key in
                try plan.isAbsent(key)
                    && Bool.fetchOne(db.cachedStatement(sql: remains), arguments: [key]) == true
            })
    }
}

/// The next download removes what people withdrew from the history, except versions that were edited locally.
extension StoredCollection {
    /// Removes what people withdrew before the last download; called if the server's list has not changed since.
    public func forgetWithdrawn() throws(StoreError) {
        guard store.whyReadOnly == nil else { return }
        let isForgotten = try store.write { try table.forgetWithdrawn(in: $0) }
        if isForgotten { PictureRemoval(from: store).run() }
    }
}

extension RecordTable {
    /// - Parameter change: a change that undo can still revert: what it touched is forgotten later.
    /// - Returns: true if anything was forgotten.
    @discardableResult
    func forgetWithdrawn(except change: Int64 = 0, in db: Database) throws -> Bool {
        let gone = try Int.fetchAll(
            db,
            sql: """
                \(marked(.withdrawn)) AND key NOT IN (SELECT \(quotedKey) FROM \(name))
                AND key NOT IN (SELECT key FROM \(recordImages) AND change = \(change))
                AND (key IN (SELECT key FROM \(recordImages) AND before IS NOT NULL)
                    OR key NOT IN (SELECT key FROM \(recordImages)))
                """)
        guard !gone.isEmpty else { return false }
        let downloads = try Int64.fetchSet(db, sql: "SELECT id FROM undo_change WHERE is_download")
        return try gone.reduce(false) { try forgetWithdrawn(key: $1, downloads, in: db) || $0 }
    }

    /// Removes what a server published of a record from its images.
    /// - Parameter downloads: the changes that downloads made.
    private func forgetWithdrawn(key: Int, _ downloads: Set<Int64>, in db: Database) throws -> Bool {
        let images = try images(where: "key = \(key)", in: db)
        // What a download left, or what preceded the history, is the server's, also where undo restored it.
        let hashes = zip(images, [nil] + images.map(\.change)).compactMap { image, maker in
            maker.map(downloads.contains) != false ? image.hash : nil
        }
        let forgotten = images.map { $0.hash.map(hashes.contains) == true }
        for (image, isForgotten) in zip(images, forgotten) where isForgotten {
            try db.execute(
                sql: """
                    UPDATE image SET hash = NULL, picture = NULL, before = NULL
                    WHERE change = ? AND collection = ? AND source = ? AND key = ?
                    """, arguments: [image.change, name, Change.records, key])
        }
        if images.isEmpty {
            try MarkTable(self, in: db).remove(.withdrawn, where: "key = \(key)")
        }
        return forgotten.contains(true)
    }
}

/// The records that a download added or changed, and that were not opened since.
extension StoredCollection {
    /// Records that the user has seen these records; nil means all.
    public func markSeen(keys: [Int]? = nil) throws(StoreError) {
        let condition = keys.map { "key IN (SELECT value FROM json_each('\($0)'))" } ?? "true"
        try store.write { try MarkTable(table, in: $0).remove(.unseen, where: condition) }
    }

    /// The keys of the records that a download added or changed and that were not opened since.
    public var unseenQuery: StoreQuery<Set<Int>> {
        StoreQuery(store: store) { [table] in try table.keys(in: .new, in: $0) }
    }
}
