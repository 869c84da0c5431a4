public import DirectoryModel
public import Foundation
import Language
import ProgramFiles

/// The sample class: invented records in every collection, which the first downloaded class replaces.
extension Store {
    /// Loads the sample list into a collection that is empty, or has only the user's own record.
    /// - Parameter today: the day that its days are moved to.
    public func loadSample<R: DirectoryRecord>(of type: R.Type, today: Date = .now) throws(StoreError) {
        let most = R.definition.owner == nil ? 0 : 1
        guard let list = R.bundled, try count(of: type) <= most else { return }
        guard list.occasion != .firstLaunch else {
            _ = try load(ListFile<R>(try bundled(list), isStrict: true), .replace, keepsUndo: false)
            return
        }
        let staging = try beginStaging(type, source: nil)
        let elements = try sampleRecords(of: type, list, today).map { ListedElement<R>(.record($0.record)) }
        try staging.add(elements, areNumbered: false)
        let revision = try revision(of: type)
        let before = try hashes(of: type)
        let new = try staging.hashes().filter { before[$0.0] == nil }
        let request = MergeRequest<R>(.update, label: translated("Loading the sample class"), expecting: revision)
        _ = try apply(staging, request) { _ in
            // Sample records must never pass for a server's.
            [
                Self.origin(of: type): Self.sample,
                Self.loadedName(of: type): Self.json(of: Dictionary(uniqueKeysWithValues: new)),
            ]
        }
    }

    private func sampleRecords<R: DirectoryRecord>(
        of type: R.Type, _ list: BundledList, _ today: Date
    ) throws(StoreError) -> [R] {
        let file = try bundled(list)
        guard let records = try? JSONDecoder().decode([R].self, from: Data(contentsOf: file)) else {
            throw .cannotRead(file: list.file, reason: translated("it is damaged"))
        }
        guard let day = list.day.flatMap({ Moment("\($0)T12:00Z") }) else { return records }
        let days = (today.timeIntervalSince(day.date) / 86_400).rounded()
        return records.map { record in
            R.fields.reduce(into: record) { moved, field in
                guard let moment = Moment(field.value(record).text) else { return }
                field.set(.text(Moment(moment.date.addingTimeInterval(days * 86_400)).text), in: &moved)
            }
        }
    }

    /// True if the records are the sample class's, and not a server's.
    public func holdsSample<R: DirectoryRecord>(of type: R.Type) throws(StoreError) -> Bool {
        try setting(Self.origin(of: type)) == Self.sample
    }

    /// The keys of the sample's records that were not edited.
    public func sampleKeys<R: DirectoryRecord>(of type: R.Type) throws(StoreError) -> Set<Int> {
        guard let loaded = try loadedSample(of: type) else { return [] }
        let own = try ownKey(of: type)
        return Set(try hashes(of: type).filter { loaded[$0.key] == $0.value && $0.key != own }.keys)
    }

    /// The records that the user added to the sample, or edited.
    public func leftOfSample<R: DirectoryRecord>(of type: R.Type) throws(StoreError) -> [R] {
        guard let loaded = try loadedSample(of: type) else { return [] }
        let keys = try hashes(of: type).filter { loaded[$0.key] != $0.value }.keys.sorted()
        var records: [R] = []
        for key in keys { if let record = try find(type, key: key) { records.append(record) } }
        return records
    }

    /// Deletes the sample's unedited records; the deletion can be undone.
    /// - Returns: how many were deleted.
    @discardableResult
    public func removeSample<R: DirectoryRecord>(of type: R.Type) throws(StoreError) -> Int {
        let keys = try sampleKeys(of: type)
        if !keys.isEmpty { _ = try delete(type, keys: keys.sorted()) }
        if try holdsSample(of: type) { try keep(nil, as: Self.origin(of: type)) }
        return keys.count
    }

    /// Makes what is left of the sample the user's own.
    public func forgetSample<R: DirectoryRecord>(of type: R.Type) throws(StoreError) {
        if try holdsSample(of: type) { try keep(nil, as: Self.origin(of: type)) }
        if try setting(Self.loadedName(of: type)) != nil { try keep(nil, as: Self.loadedName(of: type)) }
    }

    /// The setting for where the records of `type` were fetched from.
    public static func origin<R: DirectoryRecord>(of type: R.Type) -> String { "fetched-from-\(R.collection.name)" }

    private static var sample: String { "the sample class" }

    private static func loadedName<R: DirectoryRecord>(of type: R.Type) -> String { "sample-\(R.collection.name)" }

    private static func json(of hashes: [Int: Int64]) -> String {
        String(decoding: (try? JSONEncoder().encode(hashes)) ?? Data(), as: UTF8.self)
    }

    /// The hashes of the sample's records as they were loaded, by key; nil if it was not loaded.
    private func loadedSample<R: DirectoryRecord>(of type: R.Type) throws(StoreError) -> [Int: Int64]? {
        try setting(Self.loadedName(of: type)).flatMap {
            try? JSONDecoder().decode([Int: Int64].self, from: Data($0.utf8))
        }
    }
}

extension Store {
    /// Loads the list that ships with a collection, the first time the collection is shown.
    /// - Returns: true if it was loaded.
    @discardableResult
    public func loadBundledIfFirst<R: DirectoryRecord>(_ type: R.Type) throws(StoreError) -> Bool {
        guard let list = R.bundled, list.occasion == .firstLaunch, whyReadOnly == nil, try revision(of: type) == 0
        else {
            return false
        }
        try load(ListFile<R>(try bundled(list), isStrict: true), .replace, keepsUndo: false)
        return true
    }

    /// Loads the sandbox's file and that of the groups, or the bundled list if there is none, and keeps the user's own record.
    /// - Throws: `StoreError`, and the store is unchanged; `noRecordsInFile` if the file is an empty list.
    public func loadFromDisk<R: DirectoryRecord>(_ type: R.Type) throws(StoreError) -> ChangeSummary {
        // The file must contain the latest changes.
        try flush()
        let kept = sandboxFile(of: type).flatMap { file in
            FileManager.default.fileExists(atPath: file.path(percentEncoded: false)) ? file : nil
        }
        let source: URL
        if let kept {
            source = kept
        } else {
            guard let list = R.bundled, list.occasion != .sample else {
                throw .cannotRead(file: R.collection.title, reason: translated("it is not included with the program"))
            }
            source = try bundled(list)
        }
        var summary: ChangeSummary
        do throws(StoreError) {
            summary = try load(ListFile<R>(source, mayBePipe: kept == nil), .replace, mayEmpty: false)
        } catch {
            // The user did not choose this file.
            guard let kept, error.isAboutContent else { throw error }
            throw .copyUnusable(message: error.message, file: kept.lastPathComponent)
        }
        try acceptFile(of: type)
        if R.definition.hasGroups {
            do throws(StoreError) {
                let loaded = try loadGroupsFromDisk()
                summary.changedGroups = loaded.changed
                summary.groupProblems += loaded.problems
            } catch { summary.groupProblems.append(error.message) }
        }
        return summary
    }

    func bundled(_ list: BundledList) throws(StoreError) -> URL {
        guard let folder = DataFolder.locate() else {
            throw .cannotRead(file: list.file, reason: translated("the file does not exist"))
        }
        return folder.appending(path: list.file)
    }
}
