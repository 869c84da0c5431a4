public import DirectoryModel
public import Foundation
import GRDB
import Language

extension Store {
    /// Restores a damaged store from the JSON files and from what can be read. Other programs and observations continue
    /// with the restored store, and none of them can write in the meantime.
    /// - Parameter account: the account whose login name replaces an unreadable NetID.
    /// - Returns: nil if the store is not damaged.
    /// - Throws: `StoreError`, and the file is unchanged.
    public func restore(_ account: SystemAccount = .current) throws(StoreError) -> RecoveryReport? {
        guard try isDamaged() else { return nil }
        // A store that was opened while another program locked the file cannot read while it is written.
        guard pool is DatabasePool else { throw .busy }
        return try lock.locked { () throws(StoreError) in
            // SQLite copies a file only to one with pages of the same size.
            let pageSize = try? read { try Int.fetchOne($0, sql: "PRAGMA page_size") }
            let rescue = try DatabaseRecovery(of: sandbox, account, collections, pageSize: pageSize ?? nil)
            return try mappingErrors {
                // Another program may have restored it in the meantime.
                let restored = try pool.become(DatabaseFile(in: rescue.fresh.sandbox)) {
                    try self.isDamaged() ? rescue.run() : nil
                }
                guard let restored else { return nil }
                rescue.preserveDamaged()
                try pool.write { try $0.notifyChanges(in: .fullDatabase) }
                return restored
            }
        }
    }

    /// The same, even if the file cannot be opened. Then a new file replaces it, and programs that have the old one
    /// open refuse changes.
    public static func restore(
        in sandbox: URL, _ account: SystemAccount = .current
    ) throws(StoreError) -> RecoveryReport? {
        let collections = Collections.all + CollectionFolder(in: sandbox).definitions
        do throws(StoreError) {
            let store = try Store(sandbox: sandbox, collections: collections)
            // SQLite says that the disk is full, too, where the number of a page is wrong.
            let isFull = store.whyReadOnly == .readOnly(reason: StoreError.reason(forCode: ENOSPC))
            guard isFull else { return try store.restore(account) }
            guard try store.isDamaged() else { return nil }
        } catch {
            guard error == .damaged else { throw error }
        }
        return try FolderLock(sandbox).locked { () throws(StoreError) in
            // Another program may have restored it in the meantime, or removed it; a new one is made behind this lock.
            if DatabaseFile(in: sandbox).isEmptyOrAbsent { return nil }
            if (try? Store(sandbox: sandbox, collections: collections).isDamaged()) == false { return nil }
            return try DatabaseRecovery(of: sandbox, account, collections).replaceFile()
        }
    }

    /// Reports that the database is empty, before it is opened and made again; or nil.
    public static func dataLossWarning(in sandbox: URL) -> String? {
        DatabaseFile(in: sandbox).lossWarning(Collections.stored())
    }

    /// Reads the whole database, and checks the structure of the file.
    func isDamaged() throws(StoreError) -> Bool {
        do throws(StoreError) {
            let text = try read { try String.fetchOne($0, sql: "PRAGMA integrity_check(1)") }
            guard text == "ok" else { return true }
            for definition in stored { try self[definition].verify() }
            return false
        } catch {
            guard error.isDamage else { throw error }
            return true
        }
    }
}

/// What restoring a damaged database saved and lost.
public struct RecoveryReport: Equatable, Sendable {
    public let people: Int
    /// False if people.json could not be read, so that the people are from the damaged file.
    public let isFromFile: Bool
    /// The other records that were restored, counted by collection: "3 contacts".
    public let others: [String]
    /// The collections of which records may be missing; nil if none could be read from the damaged file.
    public let incomplete: [CollectionInfo]?
    /// The first 200 rejected elements of people.json.
    public let rejected: [RejectedElement]
    /// The user's own record, if its mark could not be read.
    public let own: Own?
    /// True if the NetID and the server could not be read.
    public let areSettingsLost: Bool
    /// The name of the copy of the damaged file.
    public let copyName: String

    /// What became of the user's own record.
    public enum Own: Equatable, Sendable {
        /// It was recognized by its NetID or the login name.
        case found(name: String)
        case lost
    }

    public var text: String {
        let who = Definition.people.collection.counted(people)
        let first =
            isFromFile
            ? translated(people, one: "\(who) restored from people.json.", many: "\(who) restored from people.json.")
            : translated(
                people, one: "\(who) restored from the damaged file because people.json could not be read.",
                many: "\(who) restored from the damaged file because people.json could not be read.")
        let also = others.isEmpty ? [] : [translated("Also restored: \(others.joined(separator: translated(", "))).")]
        let history = translated("The history of changes could not be restored.")
        return
            ([first] + also + missingSentence + ownText + rejectedText + [
                history, translated("The damaged file is saved as “\(copyName)”."),
            ])
            .joined(
                separator: " ")
    }

    private var missingSentence: [String] {
        guard let incomplete else { return [translated("The other lists could not be read and are missing.")] }
        let names = incomplete.map(\.many).joined(separator: translated(", "))
        return names.isEmpty ? [] : [translated("Some of these could not be read and are missing: \(names).")]
    }

    private var ownText: [String] {
        var text: [String] = []
        if areSettingsLost {
            text.append(translated("Your sign-in and the server could not be read. Sign in again."))
        }
        switch own {
        case .found(let name): text.append(translated("\(name) was recognized as your own record by its NetID."))
        case .lost:
            text.append(
                translated("Your own record could not be identified. It is the one with the NetID you sign in with."))
        case nil: break
        }
        return text
    }

    private var rejectedText: [String] {
        guard !rejected.isEmpty else { return [] }
        let count = rejected.count
        let counted = translated(
            count, one: "\(count) entry of people.json was skipped:",
            many: "\(count) entries of people.json were skipped:")
        return [counted] + rejected.prefix(5).map(\.reason) + (count > 5 ? ["…"] : [])
    }
}
