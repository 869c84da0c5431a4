public import DirectoryModel
public import DirectoryStore
import Language

extension ChangeSummary {
    /// "12 people downloaded: 1 new, 2 changed", or "12 people downloaded" if all are new.
    public func downloaded(of collection: CollectionInfo) -> String {
        let what = collection.counted(arrived)
        return detailed(translated(arrived, one: "\(what) downloaded", many: "\(what) downloaded"))
    }

    /// "12 people imported: 1 new, 2 changed", or "12 people imported" if all are new.
    public func imported(of collection: CollectionInfo) -> String {
        let what = collection.counted(arrived)
        return detailed(translated(arrived, one: "\(what) imported", many: "\(what) imported"))
    }

    private func detailed(_ sentence: String) -> String {
        new > 0 && new == arrived && parts().count == 1 ? sentence : "\(sentence): \(text)"
    }
}
