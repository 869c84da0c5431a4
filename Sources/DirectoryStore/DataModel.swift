public import DirectoryModel
public import Foundation
import Language

/// The people of one sandbox, under the names that the course's test suite uses.
///
/// Every change is in the store when a method returns. What a result cannot report, because the signature has no place
/// for it, the methods of `store` do: they throw.
public final class DataModel: Sendable {
    /// The store of the sandbox.
    public let store: Store

    /// Opens the data model in the folder `sandbox`, which is created if absent; `progress` is called as for `Store`.
    /// - Throws: `StoreError` where it cannot be opened.
    public init(sandbox: URL, progress: (Double) -> Void = { _ in }) throws {
        store = try Store(sandbox: sandbox, progress: progress)
    }

    /// Opens the data model for a window, whose changes can be undone until it ends.
    /// - Throws: `StoreError` where it cannot be opened.
    public init(undoableIn sandbox: URL, progress: (Double) -> Void = { _ in }) throws {
        store = try Store(sandbox: sandbox, keepsUndo: true, progress: progress)
    }

    /// The JSON file in the sandbox.
    public var file: URL { store.sandbox.appending(path: "people.json") }

    /// Adds a person whose DUID is absent.
    /// - Returns: false, and the store unchanged, where it is present.
    public func add(_ newPerson: DukePerson) -> Bool { (try? store.insert(newPerson)) ?? false }

    /// Replaces the whole entry with the same DUID, or adds it.
    /// - Returns: true where there was an entry.
    public func update(_ updatedPerson: DukePerson) -> Bool { (try? store.save(updatedPerson)) ?? false }

    /// Removes the entry.
    /// - Returns: false where there is not one.
    public func delete(_ DUID: Int) -> Bool { (try? store.delete(DukePerson.self, key: DUID)) ?? false }

    /// The person with this DUID, or nil.
    public func find(_ DUID: Int) -> DukePerson? { (try? store.find(DukePerson.self, key: DUID)) ?? nil }

    /// Every person of that name, in any case; "*" means any. Nil where there is not one.
    public func find(lastName lName: String, firstName fName: String = "*") -> [DukePerson]? {
        func matches(_ text: String, _ wanted: String) -> Bool {
            wanted == "*" || text.compare(wanted, options: .caseInsensitive) == .orderedSame
        }
        let found = try? store.whole(DukePerson.self) { matches($0.lName, lName) && matches($0.fName, fName) }
        return found?.isEmpty == false ? found : nil
    }

    /// One line per person, numbered from 1, in the order they were added; "" where there are not any.
    public func list() -> String {
        var lines: [String] = []
        try? eachLine { lines.append($0) }
        return lines.joined(separator: "\n")
    }

    /// Passes the lines of `list` to `body`, as far as the people can be read.
    /// - Throws: `StoreError` where they cannot.
    public func eachLine(_ body: (String) -> Void) throws(StoreError) {
        var count = 0
        try store.each(DukePerson.self) {
            count += 1
            body("\(count). \($0.record.text(style: .line))")
        }
    }

    /// Writes the JSON file in the sandbox.
    /// - Returns: false, and the old file stays, where it cannot be written.
    public func save() -> Bool {
        do throws(StoreError) { try store.saveFile(of: DukePerson.self, isForced: true) } catch {
            if case .copyKept = error { return true }
            return false
        }
        return true
    }

    /// Writes the JSON file in the sandbox where it is not up to date.
    /// - Throws: `StoreError`, and the old file stays, where it cannot be written.
    public func saveFile() throws(StoreError) { try store.saveFile(of: DukePerson.self) }

    /// Replaces the list of the data model with that of a JSON file.
    /// - Returns: false, and the store unchanged, where it cannot be read.
    public func load(_ url: URL) -> Bool { (try? store.load(ListFile<DukePerson>(url), .replace)) != nil }

    /// Removes the JSON file in the sandbox.
    /// - Returns: false where there is not one.
    @discardableResult
    public func deleteJSON() -> Bool { (try? FileManager.default.removeItem(at: file)) != nil }
}

extension DataModel {
    /// Makes the user's own record and marks it as such, the first time an empty sandbox is opened. A sandbox that
    /// contains only the JSON file is read from that; a file that does not contain a list is kept under another name.
    /// No file is written until the user changes a record.
    /// - Parameters:
    ///   - account: the user of this computer, whom the record describes.
    ///   - netid: the owner of the record, where it is known.
    ///   - savedNetID: asked for the owner only on a first launch where `netid` is nil; the login name is used where
    ///     this is nil too.
    /// - Returns: true where it made the record.
    /// - Throws: `StoreError`, and the JSON file stays as it is, where the file may be readable at another time.
    @discardableResult
    public func makeOwnRecordIfFirstLaunch(
        _ account: SystemAccount = .current, netid: String? = nil, savedNetID: () -> String? = { nil }
    ) throws -> Bool {
        guard store.whyReadOnly == nil, try store.revision(of: DukePerson.self) == 0 else { return false }
        let own = account.ownRecord(netid: try netid ?? store.setting(Store.netidSetting) ?? savedNetID())
        if hasFile {
            if try loadsFile() {
                try store.claimOwn(DukePerson.self, netid: own.netid)
                return false
            }
            try ListFile<DukePerson>(file).setAside(as: "unreadable")
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

    /// Load from Disk: takes over the sandbox file if it exists, otherwise the bundled list of people, and saves at
    /// once.
    public func loadFromDisk() throws -> ChangeSummary {
        let summary = try store.loadFromDisk(DukePerson.self)
        try store.flush()
        return summary
    }
}

/// The account of the user who is signed in to this computer.
public struct SystemAccount: Sendable, Equatable {
    /// The login name.
    public var login: String
    /// The full name, or the login name where the account has none.
    public var fullName: String

    /// Makes an account; a blank full name is replaced by the login name.
    public init(login: String, fullName: String) {
        self.login = login
        self.fullName = fullName.trimmed.isEmpty ? login : fullName.trimmed
    }

    /// The account that runs this process.
    public static var current: SystemAccount {
        SystemAccount(
            login: NSUserName(),
            fullName: NSFullUserName().split(separator: ",", omittingEmptySubsequences: false).first.map(String.init)
                ?? "")
    }

    /// The user's own record with `netid`, or the login name where that is not known: its DUID, which is not known here,
    /// is 0.
    func ownRecord(netid: String?) -> DukePerson {
        var own = ownRecord
        if let netid, !netid.trimmed.isEmpty {
            own.netid = (try? Rule.netid.checked(netid).get()) ?? netid.trimmed.lowercased()
        }
        return own
    }

    /// The record that a first launch makes: its DUID, which is not known here, is 0.
    public var ownRecord: DukePerson {
        let words = fullName.split(separator: " ").map(String.init)
        let last = words.count > 1 ? words.last ?? "" : ""
        let first = words.count > 1 ? words.dropLast().joined(separator: " ") : fullName
        return DukePerson(DUID: 0, netid: login.lowercased(), fName: first, lName: last)
    }
}
