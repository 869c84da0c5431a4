public import DirectoryModel
public import Foundation
import Language

/// The people of one sandbox, under the names that the course's test suite uses.
///
/// Methods return once a change is in the store. The methods of `store` throw what these signatures cannot report.
public final class DataModel: Sendable {
    public let store: Store

    /// Opens the folder `sandbox`, which is created if absent; `progress` is called as for `Store`.
    /// - Parameter cause: the cause that the history shows; nil for "edited here".
    public init(sandbox: URL, cause: String? = nil, progress: (Double) -> Void = { _ in }) throws {
        store = try Store(sandbox: sandbox, cause: cause, progress: progress)
    }

    /// The people of `store`.
    public init(_ store: Store) { self.store = store }

    /// The same for a window, whose changes can be undone.
    public init(undoableIn sandbox: URL, progress: (Double) -> Void = { _ in }) throws {
        store = try Store(sandbox: sandbox, offersUndo: true, progress: progress)
    }

    private var people: StoredCollection { store[.people] }

    public var file: URL { store.sandbox.appending(path: "people.json") }

    /// Adds a person.
    /// - Returns: false, and the store unchanged, if the DUID exists.
    public func add(_ newPerson: DukePerson) -> Bool { succeeds { try people.insert(newPerson.record) } }

    /// Replaces the whole entry with the same DUID, or adds it.
    /// - Returns: true if there was one.
    public func update(_ updatedPerson: DukePerson) -> Bool { succeeds { try people.save(updatedPerson.record) } }

    /// Deletes the person with that DUID; false if there is none.
    public func delete(_ DUID: Int) -> Bool { succeeds { try people.delete(key: DUID) } }

    private func succeeds(_ change: () throws -> Bool) -> Bool { (try? change()) ?? false }

    /// The person with that DUID, or nil.
    public func find(_ DUID: Int) -> DukePerson? { (try? people.find(key: DUID)).map(DukePerson.init(_:)) }

    /// The people with that name, ignoring case; "*" matches any. Nil if there are none.
    public func find(lastName lName: String, firstName fName: String = "*") -> [DukePerson]? {
        func matches(_ text: String, _ wanted: String) -> Bool {
            wanted == "*" || text.compare(wanted, options: .caseInsensitive) == .orderedSame
        }
        let found = try? people.whole {
            let person = DukePerson($0)
            return matches(person.lName, lName) && matches(person.fName, fName)
        }
        return found?.isEmpty == false ? found?.map(DukePerson.init(_:)) : nil
    }

    /// One line per person, numbered from 1, in the order they were added.
    public func list() -> String {
        var lines: [String] = []
        try? eachLine { lines.append($0) }
        return lines.joined(separator: "\n")
    }

    /// Passes the lines of `list` to `body` until one cannot be read.
    public func eachLine(_ body: (String) -> Void) throws(StoreError) {
        var count = 0
        try people.each {
            count += 1
            body("\(count). \($0.record.text(style: .line))")
        }
    }

    /// Writes the JSON file in the sandbox.
    /// - Returns: false, and the old file unchanged, if it cannot be written.
    public func save() -> Bool {
        do throws(StoreError) { try people.saveFile(isForced: true) } catch {
            if case .copyRenamed = error { return true }
            return false
        }
        return true
    }

    /// Writes the JSON file in the sandbox unless it is up to date.
    public func saveFile() throws(StoreError) { try people.saveFile() }

    /// Replaces the people with the list in a JSON file.
    /// - Returns: false, and the store unchanged, if it cannot be read.
    public func load(_ url: URL) -> Bool { (try? people.load(ListFile(url), .replace)) != nil }

    /// Deletes the JSON file; false if that fails.
    @discardableResult
    public func deleteJSON() -> Bool { unlink(file.path(percentEncoded: false)) == 0 }
}

extension DataModel {
    /// Creates and marks the user's own record when an empty sandbox is first opened. If the sandbox contains only the
    /// JSON file, that is loaded instead; a file without a list is renamed. No file is written until the user changes a
    /// record.
    /// - Parameters:
    ///   - account: the system account that the record describes.
    ///   - netid: the owner of the record, if known.
    ///   - savedNetID: returns the owner if `netid` is nil; the login name is the last resort.
    /// - Returns: true if it created the record.
    /// - Throws: `StoreError`, and leaves the JSON file unchanged, if it may be readable later.
    @discardableResult
    public func makeOwnRecordIfFirstLaunch(
        _ account: SystemAccount = .current, netid: String? = nil, savedNetID: () -> String? = { nil }
    ) throws -> Bool {
        guard store.whyReadOnly == nil, try people.revision() == 0 else { return false }
        let netid = try netid ?? Setting.netid.value(in: store) ?? savedNetID()
        if try people.loadFileOfLostDatabase() {
            try people.claimOwn(netid: account.ownRecord(netid: netid).netid, .preserve)
            return false
        }
        try people.makeOwnIfAbsent(account, netid: netid)
        try people.acceptFileAsIs()
        return true
    }

    /// Loads the sandbox file, or the bundled people if there is none, and saves at once.
    public func loadFromDisk() throws -> ChangeSummary {
        let summary = try people.loadFromDisk()
        try store.flush()
        return summary
    }
}

/// A system account.
public struct SystemAccount: Sendable, Equatable {
    public var login: String
    /// The full name, or the login name if the account has none.
    public var fullName: String

    public init(login: String, fullName: String) {
        self.login = login
        self.fullName = fullName.trimmed.isEmpty ? login : fullName.trimmed
    }

    public static var current: SystemAccount {
        SystemAccount(
            login: NSUserName(),
            fullName: NSFullUserName().split(separator: ",", omittingEmptySubsequences: false).first.map(String.init)
                ?? "")
    }

    /// The user's own record with `netid`, or the login name if that is nil. Its DUID is 0, for unknown.
    func ownRecord(netid: String?) -> DukePerson {
        var own = ownRecord
        if let netid, !netid.trimmed.isEmpty {
            own.netid = Rule.netid.accepted(netid) ?? netid.trimmed.lowercased()
        }
        return own
    }

    /// The record of a first launch. Its DUID is 0, for unknown.
    public var ownRecord: DukePerson {
        let parts = fullName.split(separator: " ").map(String.init)
        let last = parts.count > 1 ? parts.last ?? "" : ""
        let first = parts.count > 1 ? parts.dropLast().joined(separator: " ") : fullName
        return DukePerson(DUID: 0, netid: login.lowercased(), fName: first, lName: last)
    }
}
