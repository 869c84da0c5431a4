public import DirectoryModel
import GRDB
import Language

extension Store {
    /// The collections people see, and the groups.
    public var stored: [Definition] { Collections.stored(collections) }
}

extension StoredCollection {
    /// Makes the groups of a first launch: *Without a Picture* and *New and Changed*. They are not made again after
    /// they are deleted.
    public func makeFirstGroups() throws(StoreError) {
        guard store.whyReadOnly == nil, try revision() == 0 else { return }
        if try loadFileOfLostDatabase(isMirror: true) { return }
        _ = try write(isChange: \.self) { db in
            guard try Schema.revision(of: definition.collection, in: db) == 0 else { return false }
            let first = RecordGroup.firstGroups.map {
                RecordGroup($0.name.english, of: .people, search: $0.search)
            }
            let label = translated("Making the first groups")
            let change = try Change(table, .unoffered, by: author, label, in: db)
            try GroupChange(RecordTable(.people), change).run { $0 += first }
            return true
        }
        try acceptFileAsIs()
    }
}
