import DirectoryModel
import Foundation

extension ListFile {
    /// True for a JSON list of groups, such as groups.json in the sandbox. A pipe is not read.
    public var isListOfGroups: Bool {
        guard isFileOrMissing, let input = try? InputFile(url) else { return false }
        defer { input.close() }
        var (splitter, first) = (ElementSplitter(), Data?.none)
        do {
            while first == nil, let piece = try input.next() {
                try piece.withUnsafeBytes { bytes in
                    try splitter.push(bytes) { element in
                        if case .whole(let element) = element, first == nil { first = element }
                    }
                }
            }
        } catch { return false }
        let reader = ElementReader(.groups)
        guard let first, reader.read(.whole(first)).record != nil else { return false }
        return reader.keys(of: first).absent.isDisjoint(with: ["list", "name", "members"])
    }
}

extension StoredCollection {
    /// Loads the groups from their file in the sandbox, if another program changed it. If an element is not a group, no
    /// group is removed: the element may be the rest of one.
    /// - Returns: the number of groups that changed, and why elements were skipped.
    /// - Throws: `StoreError`; `noRecordsInFile` if the file has no group.
    func loadGroupsFromDisk() throws(StoreError) -> (changed: Int, problems: [String]) {
        guard let url = sandboxFile() else { return (0, []) }
        let file = ListFile(url, mayBePipe: false)
        guard file.exists, try fileMark()?.isOf(url) != true else { return (0, []) }
        let staging = try stage(file, MergeRequest(.replace), isMirror: true)
        let rejected = try staging.rejected(limit: StoredCollection.maxReportedRejected)
        let summary = try load(file, rejected.isEmpty ? .replace : .update, mayEmpty: false, isMirror: true)
        if rejected.isEmpty { try acceptFile() }
        return (summary.new + summary.changed + summary.removed, rejected.map { "\(file.fileName): \($0.reason)" })
    }
}
