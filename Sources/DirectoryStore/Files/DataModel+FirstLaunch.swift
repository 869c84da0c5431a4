public import DirectoryModel
import Foundation
import Language

/// Who is signed in to this machine.
public struct SystemAccount: Sendable, Equatable {
    /// The login name.
    public var login: String
    /// The full name, or the login name where the account has none.
    public var fullName: String

    public init(login: String, fullName: String) {
        self.login = login
        self.fullName = fullName.trimmed.isEmpty ? login : fullName.trimmed
    }

    /// The account this process runs in.
    public static var current: SystemAccount {
        SystemAccount(
            login: NSUserName(),
            fullName: NSFullUserName().split(separator: ",", omittingEmptySubsequences: false).first.map(String.init)
                ?? "")
    }

    /// The record a first launch makes: its DUID, which nobody here knows, is 0.
    public var ownRecord: DukePerson {
        let words = fullName.split(separator: " ").map(String.init)
        let last = words.count > 1 ? words.last ?? "" : ""
        let first = words.count > 1 ? words.dropLast().joined(separator: " ") : fullName
        return DukePerson(DUID: 0, netid: login.lowercased(), fName: first, lName: last)
    }
}

extension DataModel {
    /// Makes one's own record and marks it as such, the first time a sandbox is opened with nothing in it. One that
    /// holds only the JSON file is read from that; a file that holds no list is kept under another name. No file is
    /// written as long as nobody did anything.
    /// - Parameters:
    ///   - account: who is at this computer, and so whom the record is about.
    ///   - netid: whose record it is, where that is known; otherwise the login name stands in for it.
    /// - Returns: true where it made the record.
    /// - Throws: `StoreError`, and the JSON file stays as it is, where it may be read at another time.
    @discardableResult
    public func makeOwnRecordIfFirstLaunch(_ account: SystemAccount = .current, netid: String? = nil) throws -> Bool {
        guard store.whyReadOnly == nil, try store.revision(of: DukePerson.self) == 0 else { return false }
        var own = account.ownRecord
        if let netid = try netid ?? store.setting(Store.netidSetting), !netid.trimmed.isEmpty {
            own.netid = netid.trimmed.lowercased()
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

    /// False where the file is no list that anybody could read, now or later.
    private func loadsFile() throws(StoreError) -> Bool {
        let list = ListFile<DukePerson>(file, mayBePipe: false)
        do {
            try store.load(list, .replace, keepsUndo: false)
            return true
        } catch {
            guard error.isAboutContent || !list.isFileOrNothing else { throw error }
            return false
        }
    }

    private var hasFile: Bool { FileManager.default.fileExists(atPath: file.path(percentEncoded: false)) }

    private func keepUnreadableFile() throws(StoreError) {
        let names = (1...999).lazy.map { "people.unreadable\($0 == 1 ? "" : "-\($0)").json" }
        let places = names.map { self.store.sandbox.appending(path: $0) }
        let free = places.first { !FileManager.default.fileExists(atPath: $0.path(percentEncoded: false)) }
        guard let free, (try? FileManager.default.moveItem(at: file, to: free)) != nil else {
            throw .cannotRead(file: file.lastPathComponent, reason: translated("it holds no list of people"))
        }
    }

    /// Load from Disk: takes over the sandbox file if it exists, otherwise the bundled cohort, and saves at once.
    public func loadFromDisk() throws -> ChangeSummary {
        let summary = try store.loadFromDisk(DukePerson.self)
        try store.flush()
        return summary
    }
}
