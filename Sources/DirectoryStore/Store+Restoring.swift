public import DirectoryModel
public import Foundation
import GRDB
import Language

/// What came of restoring a damaged file.
public struct Restored: Equatable, Sendable {
    /// How many people there are now.
    public let people: Int
    /// True where people.json could be read, false where they are what could be read of the damaged file alone.
    public let isFromFile: Bool
    /// The collections of which something could not be read.
    public let incomplete: [CollectionInfo]
    /// What of people.json was set aside; the first 200 of it.
    public let rejected: [RejectedElement]
    /// Which record is one's own, where that could not be read.
    public let own: Own?
    /// True where who is signed in, and at which server, could not be read.
    public let areSettingsLost: Bool
    /// What the damaged file is called now, or its copy.
    public let keptAs: String

    /// What became of one's own record where its mark could not be read.
    public enum Own: Equatable, Sendable {
        /// The one of this name has the NetID, or the login name.
        case found(name: String)
        /// None has, so nothing is marked as one's own.
        case lost
    }

    /// One sentence or several.
    public var words: String {
        let who = DukePerson.collection.counted(people)
        let first =
            isFromFile
            ? translated(people, one: "\(who) restored from people.json.", many: "\(who) restored from people.json.")
            : translated(
                people, one: "\(who) restored from the damaged file, for there is no people.json that can be read.",
                many: "\(who) restored from the damaged file, for there is no people.json that can be read.")
        let names = incomplete.map(\.many).joined(separator: translated(", "))
        let lost = names.isEmpty ? [] : [translated("Some of these could not be read and are missing: \(names).")]
        return ([first] + lost + ownWords + rejectedWords + [translated("The damaged file is kept as “\(keptAs)”.")])
            .joined(
                separator: " ")
    }

    private var ownWords: [String] {
        var words: [String] = []
        if areSettingsLost {
            words.append(translated("Who is signed in, and the server, could not be read: sign in again."))
        }
        switch own {
        case .found(let name): words.append(translated("\(name) was found to be your own record by its NetID."))
        case .lost:
            words.append(
                translated("Which record is your own could not be read: it is the one of the NetID you sign in with."))
        case nil: break
        }
        return words
    }

    private var rejectedWords: [String] {
        guard !rejected.isEmpty else { return [] }
        let count = rejected.count
        let counted = translated(
            count, one: "\(count) element of people.json was set aside:",
            many: "\(count) elements of people.json were set aside:")
        return [counted] + rejected.prefix(5).map(\.reason) + (count > 5 ? ["…"] : [])
    }
}

extension Store {
    /// Restores what is damaged: people from people.json, the other collections from what can be read. Other programs
    /// and observations go on with what was restored, and none of them writes meanwhile.
    /// - Returns: nil, and nothing changed, where nothing is damaged.
    /// - Parameter account: whose login name stands in for the NetID that cannot be read.
    /// - Throws: `StoreError`; then the file is as it was.
    public func restore(_ account: SystemAccount = .current) throws(StoreError) -> Restored? {
        guard try isDamaged() else { return nil }
        return try whileLocked { () throws(StoreError) in
            let rescue = try Rescue(of: sandbox, account)
            return try told {
                // Another program may have restored it meanwhile.
                let restored = try pool.become(Self.file(in: rescue.fresh.sandbox)) {
                    try isDamaged() ? rescue.run() : nil
                }
                guard let restored else { return nil }
                rescue.keepDamaged()
                try pool.write { try $0.notifyChanges(in: .fullDatabase) }
                return restored
            }
        }
    }

    /// Restores what is damaged in `sandbox`, even where the file cannot be opened at all.
    /// - Parameters:
    ///   - sandbox: the folder that everything is kept in.
    ///   - account: whose login name stands in for the NetID that cannot be read.
    /// - Returns: nil, and nothing changed, where nothing is damaged.
    public static func restore(
        in sandbox: URL, _ account: SystemAccount = .current
    ) throws(StoreError) -> Restored? {
        do throws(StoreError) { return try Store(sandbox: sandbox).restore(account) } catch {
            guard error == .damaged else { throw error }
        }
        let lock = FolderLock(sandbox)
        defer { lock.unlock() }
        // Another program may have restored it meanwhile.
        if isWhole(sandbox) { return nil }
        let rescue = try Rescue(of: sandbox, account)
        let restored = try rescue.run()
        try explained { try replaceFile(in: sandbox, by: rescue.fresh) }
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
            throw StoreError.cannotWrite(file: fileName, reason: ListFile<DukePerson>.reason(forCode: errno))
        }
    }

    private static func isWhole(_ sandbox: URL) -> Bool { (try? Store(sandbox: sandbox).verifyAll()) != nil }

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

/// A store that is made, beside a damaged one, of what is left of it.
private final class Rescue {
    let fresh: Store
    private let sandbox: URL
    private let folder: URL
    private let account: SystemAccount
    /// The tables that hold no records and could not be read.
    private var lost: Set<String> = []
    /// The copy of the damaged file, which goes where nothing is restored.
    private var copy: URL?

    init(of sandbox: URL, _ account: SystemAccount) throws(StoreError) {
        (self.sandbox, self.account) = (sandbox, account)
        folder = WorkFile.url(in: sandbox)
        fresh = try Store(sandbox: folder)
    }

    deinit {
        WorkFile.remove(folder)
        if let copy { WorkFile.remove(copy) }
    }

    /// The damaged file stays under its other name.
    func keepDamaged() { copy = nil }

    /// Copies the damaged file to a name of its own, and reads what can be read into the new store.
    func run() throws(StoreError) -> Restored {
        let kept = try copyDamaged()
        let list = ListFile<DukePerson>(sandbox.appending(path: "people.json"), mayBePipe: false)
        let isFromFile = (try? fresh.load(list, .replace, keepsUndo: false, isMirror: true)) != nil
        let rejected = try fresh.rejected(DukePerson.self)
        // What is here as it was written may be newer than the file.
        let incomplete = try read(kept).filter { !(isFromFile && $0 == DukePerson.collection) }
        try? FileManager.default.removeItem(atPath: kept.path(percentEncoded: false) + "-shm")
        return Restored(
            people: try fresh.count(of: DukePerson.self), isFromFile: isFromFile, incomplete: incomplete,
            rejected: rejected, own: try findOwn(), areSettingsLost: lost.contains("setting"),
            keptAs: kept.lastPathComponent)
    }

    /// Finds one's own record again, by the NetID or the login name, where its mark could not be read.
    private func findOwn() throws(StoreError) -> Restored.Own? {
        guard lost.contains("own_record"), try fresh.count(of: DukePerson.self) > 0 else { return nil }
        try fresh.claimOwn(DukePerson.self, netid: try fresh.setting(Store.netidSetting) ?? account.login)
        guard let key = try fresh.ownKey(of: DukePerson.self) else { return .lost }
        return .found(name: try fresh.find(DukePerson.self, key: key)?.displayName ?? "")
    }

    /// Reads what can be read.
    /// - Returns: the collections of which something could not.
    private func read(_ kept: URL) throws(StoreError) -> [CollectionInfo] {
        guard let damaged = Wreck(kept) ?? Wreck(kept, withHeaderOf: fresh) else {
            lost = ["own_record", "setting"]
            return Collections.all.map { $0.collection }
        }
        var incomplete: [CollectionInfo] = []
        for type in Collections.all where try !damaged.copy(type, to: fresh) { incomplete.append(type.collection) }
        lost = try damaged.copyTheRest(to: fresh)
        return incomplete
    }

    /// - Returns: the copy.
    private func copyDamaged() throws(StoreError) -> URL {
        let names = (1...999).lazy.map { "directory.damaged\($0 == 1 ? "" : "-\($0)").sqlite" }
        let places = names.map { self.sandbox.appending(path: $0) }
        let free = places.first { !FileManager.default.fileExists(atPath: $0.path(percentEncoded: false)) }
        guard let free else {
            throw .cannotWrite(file: Store.fileName, reason: translated("too many damaged files are kept"))
        }
        copy = free
        do {
            try DatabaseFile(Store.file(in: sandbox)).copy(to: free)
            return free
        } catch let error as DatabaseError {
            throw StoreError(error)
        } catch {
            let reason = ListFile<DukePerson>.reason(for: error)
            throw .cannotWrite(file: free.lastPathComponent, reason: reason)
        }
    }
}
