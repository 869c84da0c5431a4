import DirectoryModel
import Foundation
import Language

extension DataModel {
    /// Makes the user's own record and marks it as such, the first time an empty sandbox is opened. A sandbox that
    /// contains only the JSON file is read from that; a file that does not contain a list is kept under another name.
    /// No file is written until the user changes a record.
    /// - Parameters:
    ///   - account: the user of this computer, whom the record describes.
    ///   - netid: the owner of the record, where it is known; otherwise the login name is used instead.
    /// - Returns: true where it made the record.
    /// - Throws: `StoreError`, and the JSON file stays as it is, where the file may be readable at another time.
    @discardableResult
    public func makeOwnRecordIfFirstLaunch(_ account: SystemAccount = .current, netid: String? = nil) throws -> Bool {
        guard store.whyReadOnly == nil, try store.revision(of: DukePerson.self) == 0 else { return false }
        var own = account.ownRecord
        if let netid = try netid ?? store.setting(Store.netidSetting), !netid.trimmed.isEmpty {
            own.netid = (try? Rule.netid.checked(netid).get()) ?? netid.trimmed.lowercased()
        }
        if hasFile {
            if try loadsFile() {
                try store.claimOwn(DukePerson.self, netid: own.netid)
                return false
            }
            try keepUnreadableFile()
        }
        guard try store.insertOwn(own) else { return false }
        try store.keepFileAsIs(of: DukePerson.self)
        return true
    }

    /// False where the file is not a list that can be read, now or later.
    private func loadsFile() throws(StoreError) -> Bool {
        let list = ListFile<DukePerson>(file, mayBePipe: false)
        do {
            try store.load(list, .replace, keepsUndo: false)
            return true
        } catch {
            guard error.isAboutContent || !list.isFileOrMissing else { throw error }
            return false
        }
    }

    private var hasFile: Bool { FileManager.default.fileExists(atPath: file.path(percentEncoded: false)) }

    private func keepUnreadableFile() throws(StoreError) {
        let names = (1...999).lazy.map { "people.unreadable\($0 == 1 ? "" : "-\($0)").json" }
        let places = names.map { self.store.sandbox.appending(path: $0) }
        let free = places.first { !FileManager.default.fileExists(atPath: $0.path(percentEncoded: false)) }
        guard let free, (try? FileManager.default.moveItem(at: file, to: free)) != nil else {
            throw .cannotRead(file: file.lastPathComponent, reason: translated("it does not contain a list of people"))
        }
    }

    /// Load from Disk: takes over the sandbox file if it exists, otherwise the bundled list of people, and saves at
    /// once.
    public func loadFromDisk() throws -> ChangeSummary {
        let summary = try store.loadFromDisk(DukePerson.self)
        try store.flush()
        return summary
    }
}
