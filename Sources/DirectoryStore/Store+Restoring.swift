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
        return try whileLocked { () throws(StoreError) in
            // SQLite copies a file only to one with pages of the same size.
            let pageSize = try? read { try Int.fetchOne($0, sql: "PRAGMA page_size") }
            let rescue = try DatabaseRecovery(of: sandbox, account, collections, pageSize: pageSize ?? nil)
            return try mappingErrors {
                // Another program may have restored it in the meantime.
                let restored = try pool.become(Self.file(in: rescue.fresh.sandbox)) {
                    try self.isDamaged() ? rescue.run() : nil
                }
                guard let restored else { return nil }
                rescue.keepDamaged()
                try pool.write { try $0.notifyChanges(in: .fullDatabase) }
                return restored
            }
        }
    }

    /// The same, even if the file cannot be opened. Then a new file replaces it, and programs that have the old one
    /// open refuse changes.
    public static func restore(
        in sandbox: URL, _ account: SystemAccount = .current,
        collections: [Definition]? = nil
    ) throws(StoreError) -> RecoveryReport? {
        let collections = collections ?? Collections.all + CollectionFolder(in: sandbox).definitions
        do throws(StoreError) {
            let store = try Store(sandbox: sandbox, collections: collections)
            // SQLite says that the disk is full, too, where the number of a page is wrong.
            let isFull = store.whyReadOnly == .readOnly(reason: StoreError.reason(forCode: ENOSPC))
            guard isFull else { return try store.restore(account) }
            guard try store.isDamaged() else { return nil }
        } catch {
            guard error == .damaged else { throw error }
        }
        let lock = FolderLock(sandbox)
        defer { lock.unlock() }
        // Another program may have restored it in the meantime, or removed it; a new one is made behind the same lock.
        let path = file(in: sandbox).path(percentEncoded: false)
        if isEmptyOrAbsent(path) || isWhole(sandbox, collections) { return nil }
        let rescue = try DatabaseRecovery(of: sandbox, account, collections)
        let restored = try rescue.run()
        try mappingStoreErrors { try replaceFile(in: sandbox, by: rescue.fresh) }
        rescue.keepDamaged()
        return restored
    }

    private static func replaceFile(in sandbox: URL, by fresh: Store) throws {
        let (place, new) = (file(in: sandbox), file(in: fresh.sandbox))
        _ = try fresh.pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        try fresh.pool.close()
        for suffix in ["-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: place.path(percentEncoded: false) + suffix)
        }
        guard rename(new.path(percentEncoded: false), place.path(percentEncoded: false)) == 0 else {
            throw StoreError.cannotWrite(file: fileName, reason: StoreError.reason(forCode: errno))
        }
    }

    private static func isWhole(_ sandbox: URL, _ collections: [Definition]) -> Bool {
        (try? Store(sandbox: sandbox, collections: collections).verifyAll()) != nil
    }

    private func isDamaged() throws(StoreError) -> Bool {
        do throws(StoreError) {
            try verifyAll()
            return false
        } catch {
            guard error.isDamage else { throw error }
            return true
        }
    }
}

/// Creates a new store beside a damaged one from what can be read of it.
private final class DatabaseRecovery {
    let fresh: Store
    private let sandbox: URL
    private let folder: WorkFile
    private let account: SystemAccount
    /// The tables, other than those of records, that could not be read.
    private var lost: Set<String> = []
    /// The copy of the damaged file, which is removed unless the store is restored.
    private var copy: URL?

    init(
        of sandbox: URL, _ account: SystemAccount, _ collections: [Definition], pageSize: Int? = nil
    ) throws(StoreError) {
        (self.sandbox, self.account) = (sandbox, account)
        folder = try mappingStoreErrors { try WorkFile(in: sandbox, isFolder: true) }
        // Not in the work folder itself, which is locked: opening a new store waits for that lock.
        let inner = folder.url.appending(path: "restored", directoryHint: .isDirectory)
        if let pageSize { try DatabaseFile(Store.file(in: inner)).make(pageSize: pageSize) }
        fresh = try Store(sandbox: inner, collections: collections)
    }

    deinit {
        if let copy { WorkFile.remove(copy) }
    }

    func keepDamaged() { copy = nil }

    /// Copies the damaged file, and reads it into the new store.
    func run() throws(StoreError) -> RecoveryReport {
        let kept = try copyDamaged()
        let fromFiles = Set(fresh.stored.filter { loadsFile(of: $0) }.map { $0.collection })
        let rejected = try fresh[.people].rejected()
        // A readable record may be newer than the JSON file.
        let incomplete = try read(kept).filter { !fromFiles.contains($0) }
        try? FileManager.default.removeItem(atPath: kept.path(percentEncoded: false) + "-shm")
        return RecoveryReport(
            people: try fresh[.people].count(), isFromFile: fromFiles.contains(Definition.people.collection),
            incomplete: incomplete,
            rejected: rejected, own: try findOwn(), areSettingsLost: lost.contains("setting"),
            keptAs: kept.lastPathComponent)
    }

    /// Loads the JSON file of a collection.
    /// - Returns: false if there is none that can be read.
    private func loadsFile(of definition: Definition) -> Bool {
        guard let name = definition.sandboxFile else { return false }
        let list = ListFile(definition, sandbox.appending(path: name), mayBePipe: false)
        return (try? fresh[definition].load(list, .replace, offersUndo: false, isMirror: true)) != nil
    }

    /// Finds the user's own record by NetID or login name, if its mark could not be read.
    private func findOwn() throws(StoreError) -> RecoveryReport.Own? {
        guard lost.contains("mark"), try fresh[.people].count() > 0 else { return nil }
        try fresh[.people].claimOwn(netid: try fresh.setting(Store.netidSetting) ?? account.login)
        guard let key = try fresh[.people].ownKey() else { return .lost }
        return .found(name: try fresh[.people].find(key: key)?.displayName ?? "")
    }

    /// - Returns: the collections that could not be read completely.
    private func read(_ kept: URL) throws(StoreError) -> [CollectionInfo] {
        guard let damaged = DamagedDatabaseReader(kept) else {
            lost = ["mark", "setting"]
            return fresh.stored.map { $0.collection }
        }
        var incomplete: [CollectionInfo] = []
        for definition in fresh.stored where try !damaged.copy(definition, to: fresh) {
            incomplete.append(definition.collection)
        }
        lost = try damaged.copyTheRest(to: fresh)
        return incomplete
    }

    private func copyDamaged() throws(StoreError) -> URL {
        guard let free = WorkFile.freeName(for: Store.file(in: sandbox), "damaged") else {
            throw .cannotWrite(file: Store.fileName, reason: translated("there are too many damaged files"))
        }
        copy = free
        do {
            try DatabaseFile(Store.file(in: sandbox)).copy(to: free)
            return free
        } catch let error as DatabaseError {
            throw StoreError(error)
        } catch {
            let reason = StoreError.reason(for: error)
            throw .cannotWrite(file: free.lastPathComponent, reason: reason)
        }
    }
}

/// What restoring a damaged database saved and lost.
public struct RecoveryReport: Equatable, Sendable {
    public let people: Int
    /// False if people.json could not be read, so that the people are from the damaged file.
    public let isFromFile: Bool
    public let incomplete: [CollectionInfo]
    /// The first 200 rejected elements of people.json.
    public let rejected: [RejectedElement]
    /// The user's own record, if its mark could not be read.
    public let own: Own?
    /// True if the NetID and the server could not be read.
    public let areSettingsLost: Bool
    /// The name of the copy of the damaged file.
    public let keptAs: String

    /// What became of the user's own record.
    public enum Own: Equatable, Sendable {
        /// It was recognized by its NetID or the login name.
        case found(name: String)
        case lost
    }

    public var words: String {
        let who = Definition.people.collection.counted(people)
        let first =
            isFromFile
            ? translated(people, one: "\(who) restored from people.json.", many: "\(who) restored from people.json.")
            : translated(
                people, one: "\(who) restored from the damaged file because people.json could not be read.",
                many: "\(who) restored from the damaged file because people.json could not be read.")
        let names = incomplete.map(\.many).joined(separator: translated(", "))
        let lost = names.isEmpty ? [] : [translated("Some of these could not be read and are missing: \(names).")]
        let history = translated("The history of changes could not be restored.")
        return
            ([first] + lost + ownWords + rejectedWords + [
                history, translated("The damaged file is kept as “\(keptAs)”."),
            ])
            .joined(
                separator: " ")
    }

    private var ownWords: [String] {
        var words: [String] = []
        if areSettingsLost {
            words.append(translated("Your sign-in and the server could not be read. Sign in again."))
        }
        switch own {
        case .found(let name): words.append(translated("\(name) was recognized as your own record by its NetID."))
        case .lost:
            words.append(
                translated("Your own record could not be identified. It is the one with the NetID you sign in with."))
        case nil: break
        }
        return words
    }

    private var rejectedWords: [String] {
        guard !rejected.isEmpty else { return [] }
        let count = rejected.count
        let counted = translated(
            count, one: "\(count) entry of people.json was skipped:",
            many: "\(count) entries of people.json were skipped:")
        return [counted] + rejected.prefix(5).map(\.reason) + (count > 5 ? ["…"] : [])
    }
}

extension Store {
    /// Reads the whole database, and checks the structure of the file.
    /// - Throws: `StoreError.damaged` and `.damagedRecord`.
    func verifyAll() throws(StoreError) {
        let words = try read { try String.fetchOne($0, sql: "PRAGMA integrity_check(1)") }
        guard words == "ok" else { throw .damaged }
        for definition in stored { try self[definition].verify() }
    }
}
