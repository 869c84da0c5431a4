import DirectoryModel
import DirectoryStore
import Language

extension ChangeSummary {
    /// The result of downloading a list.
    func arrived(of collection: CollectionInfo) -> String {
        let counted = collection.counted(arrived)
        return translated(arrived, one: "\(counted) downloaded: \(words).", many: "\(counted) downloaded: \(words).")
    }

    /// The result of reading a list from a file.
    func read(of collection: CollectionInfo) -> String {
        let counted = collection.counted(arrived)
        return translated(arrived, one: "\(counted) imported: \(words).", many: "\(counted) imported: \(words).")
    }
}

extension CollectionInfo {
    /// The result of writing a list of so many records.
    func written(_ count: Int) -> String {
        translated(count, one: "\(counted(count)) exported.", many: "\(counted(count)) exported.")
    }
}
