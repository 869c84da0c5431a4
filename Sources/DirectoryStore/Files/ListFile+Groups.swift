import DirectoryModel
import Foundation

extension ListFile {
    /// True for a JSON list of groups, such as groups.json in the sandbox. A pipe is not read.
    public var isListOfGroups: Bool {
        // The import reports why a file cannot be read.
        guard isFileOrMissing, let first = try? firstGroup(), first.content?.record != nil else { return false }
        return first.absent.isDisjoint(with: ["list", "name", "members"])
    }

    /// The first element, read as a group.
    private func firstGroup() throws -> ArrivingElement? {
        let input = try InputFile(url)
        let reading = ListReading.json(.groups, isStrict: false)
        while let piece = try input.next() {
            if let first = try reading.push(piece).first { return first() }
        }
        return nil
    }
}

extension StoredCollection {
    /// Loads the groups from their file in the sandbox, if another program changed it. If an element is not a group, no
    /// group is removed: the element may be the rest of one.
    /// - Returns: the number of groups that changed, and why elements were skipped.
    /// - Throws: `StoreError`; `noRecordsInFile` if the file has no group.
    func loadGroupsFromDisk() throws(StoreError) -> (changed: Int, problems: [String]) {
        guard let url = sandboxFile() else { return (0, []) }
        let file = ListFile(url, mayBePipe: false, isMirror: true)
        guard file.exists, try fileMark()?.isOf(url) != true else { return (0, []) }
        let staging = try stage(file, MergeRequest(.replace))
        let rejected = try staging.rejected.prefix(Self.maxReportedRejected)
        let summary =
            rejected.isEmpty
            ? try acceptingFile { () throws(StoreError) in try load(file, .replace, mayEmpty: false) }
            : try load(file, .update, mayEmpty: false)
        return (summary.new + summary.changed + summary.removed, rejected.map { "\(file.fileName): \($0.reason)" })
    }
}
