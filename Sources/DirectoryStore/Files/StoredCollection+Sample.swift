public import DirectoryModel
public import Foundation
import Language
import ProgramFiles

/// The sample class: invented records in every collection, which the first downloaded class replaces.
extension StoredCollection {
    /// Loads the sample list into a collection that is empty, or has only the user's own record.
    /// - Parameter today: the day that its days are moved to.
    public func loadSample(today: Date = .now) throws(StoreError) {
        let most = definition.owner == nil ? 0 : 1
        guard let list = definition.bundled, try count() <= most else { return }
        guard list.occasion != .firstLaunch else {
            _ = try load(ListFile(try list.url(), isStrict: true), .replace, offersUndo: false)
            return
        }
        let staging = try beginStaging(source: nil)
        try staging.add(try sampleRecords(list, today).map { ArrivingElement(.record($0)) })
        let revision = try revision()
        let before = try hashes()
        let new = try staging.records.all.filter { before[$0.key] == nil }.map { ($0.key, $0.hash) }
        let request = MergeRequest(.update, label: translated("Loading the sample class"), expecting: revision)
        _ = try apply(staging, request) { _ throws(StoreError) in
            // Sample records must never pass for a server's.
            [try origin.with(Self.sample), try loadedSample.with(Dictionary(uniqueKeysWithValues: new))]
        }
    }

    private func sampleRecords(_ list: BundledList, _ today: Date) throws(StoreError) -> [Record] {
        let (file, reading) = (try list.url(), ListReading.json(definition, isStrict: false))
        let found = (try? reading.push(Data(contentsOf: file)) + reading.finish()) ?? []
        let records = found.compactMap { $0().content?.record }
        guard !records.isEmpty, records.count == found.count else {
            throw .cannotRead(file: list.file, reason: translated("it is damaged"))
        }
        guard let day = list.day.flatMap({ Moment("\($0)T12:00Z") }) else { return records }
        let days = (today.timeIntervalSince(day.date) / 86_400).rounded()
        return records.map { record in
            definition.fields.reduce(into: record) { moved, field in
                guard let moment = Moment(record[field].text) else { return }
                moved[field] = .text(Moment(moment.date.addingTimeInterval(days * 86_400)).text)
            }
        }
    }

    /// True if the records are the sample class's, and not a server's.
    public func holdsSample() throws(StoreError) -> Bool {
        try origin.value(in: store) == Self.sample
    }

    /// The keys of the sample's records that were not edited.
    public func sampleKeys() throws(StoreError) -> Set<Int> {
        guard let loaded = try loadedSample.value(in: store) else { return [] }
        let own = try ownKey()
        return Set(try hashes().filter { loaded[$0.key] == $0.value && $0.key != own }.keys)
    }

    /// The records that the user added to the sample, or edited.
    public func sampleEdits() throws(StoreError) -> [Record] {
        guard let loaded = try loadedSample.value(in: store) else { return [] }
        let keys = try hashes().filter { loaded[$0.key] != $0.value }.keys.sorted()
        var records: [Record] = []
        for key in keys { if let record = try find(key: key) { records.append(record) } }
        return records
    }

    /// Deletes the sample's unedited records; the deletion can be undone.
    /// - Returns: the number of deleted records.
    @discardableResult
    public func removeSample() throws(StoreError) -> Int {
        let keys = try sampleKeys()
        if !keys.isEmpty { _ = try delete(keys: keys.sorted()) }
        if try holdsSample() { try origin.set(nil, in: store) }
        return keys.count
    }

    /// Makes the rest of the sample the user's own.
    public func forgetSample() throws(StoreError) {
        if try holdsSample() { try origin.set(nil, in: store) }
        if try loadedSample.value(in: store) != nil { try loadedSample.set(nil, in: store) }
    }

    private static var sample: String { "the sample class" }

    private var origin: Setting<String> { .origin(of: definition) }

    /// The hashes of the sample's records as they were loaded, by key.
    private var loadedSample: Setting<[Int: Int64]> { Setting("sample-\(table.name)") }
}

extension StoredCollection {
    /// Loads the list that ships with a collection, the first time the collection is shown.
    /// - Returns: true if it was loaded.
    @discardableResult
    public func loadBundledIfFirst() throws(StoreError) -> Bool {
        guard let list = definition.bundled, list.occasion == .firstLaunch, store.whyReadOnly == nil,
            try revision() == 0
        else { return false }
        try load(ListFile(try list.url(), isStrict: true), .replace, offersUndo: false)
        return true
    }

    /// Loads the sandbox's file and that of the groups, or the bundled list if there is none. The user's own record is
    /// preserved.
    /// - Throws: `StoreError`, and the store is unchanged; `noRecordsInFile` if the file is an empty list.
    public func loadFromDisk() throws(StoreError) -> ChangeSummary {
        // The file must contain the latest changes.
        try store.flush()
        var summary = try acceptingFile { () throws(StoreError) in try loadSandboxFileOrBundledList() }
        if definition.hasGroups {
            do throws(StoreError) {
                let loaded = try store[.groups].loadGroupsFromDisk()
                summary.changedGroups = loaded.changed
                summary.groupProblems += loaded.problems
            } catch { summary.groupProblems.append(error.message) }
        }
        return summary
    }

    private func loadSandboxFileOrBundledList() throws(StoreError) -> ChangeSummary {
        guard let file = sandboxFile().map({ ListFile($0, mayBePipe: false) }), file.exists else {
            return try load(ListFile(bundledFile()), .replace, mayEmpty: false)
        }
        do { return try load(file, .replace, mayEmpty: false) } catch {
            // The user did not choose this file.
            guard error.isAboutContent else { throw error }
            throw .copyUnusable(message: error.message, file: file.fileName)
        }
    }

    private func bundledFile() throws(StoreError) -> URL {
        guard let list = definition.bundled, list.occasion != .sample else {
            let reason = translated("it is not included with the program")
            throw .cannotRead(file: definition.collection.title, reason: reason)
        }
        return try list.url()
    }
}

extension BundledList {
    fileprivate func url() throws(StoreError) -> URL {
        guard let folder = DataFolder.locate() else {
            throw .cannotRead(file: file, reason: translated("the file does not exist"))
        }
        return folder.appending(path: file)
    }
}
