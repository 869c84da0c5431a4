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
    public let incomplete: [Collection]
    /// What the damaged file is called now, or its copy.
    public let keptAs: String

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
        return ([first] + lost + [translated("The damaged file is kept as “\(keptAs)”.")]).joined(separator: " ")
    }
}

extension Store {
    /// Restores what is damaged: people from people.json, the other collections from what can be read. Other programs
    /// and observations go on with what was restored.
    /// - Returns: nil, and nothing changed, where nothing is damaged.
    /// - Throws: `StoreProblem`; then the file is as it was.
    public func restore() throws(StoreProblem) -> Restored? {
        do throws(StoreProblem) {
            try verifyAll()
            return nil
        } catch { guard error.isDamage else { throw error } }
        return try whileLocked { () throws(StoreProblem) in
            let rescue = try Rescue(of: sandbox)
            try told {
                try rescue.fresh.pool.backup(to: pool)
                try pool.write { try $0.notifyChanges(in: .fullDatabase) }
            }
            return rescue.restored
        }
    }

    /// Restores what is damaged in `sandbox`, even where the file cannot be opened at all.
    /// - Returns: nil, and nothing changed, where nothing is damaged.
    public static func restore(in sandbox: URL) throws(StoreProblem) -> Restored? {
        do throws(StoreProblem) { return try Store(sandbox: sandbox).restore() } catch {
            guard error == .damaged else { throw error }
        }
        let rescue = try Rescue(of: sandbox)
        let (place, new) = (file(in: sandbox), file(in: rescue.fresh.sandbox))
        try explained {
            _ = try rescue.fresh.pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
            try rescue.fresh.pool.close()
            for suffix in ["-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: place.path(percentEncoded: false) + suffix)
            }
            guard rename(new.path(percentEncoded: false), place.path(percentEncoded: false)) == 0 else {
                throw StoreProblem.cannotWrite(file: fileName, reason: ListFile<DukePerson>.reason(forCode: errno))
            }
        }
        return rescue.restored
    }
}

/// A store that is made, beside a damaged one, of what is left of it.
private final class Rescue {
    let fresh: Store
    private(set) var restored: Restored
    private let folder: URL

    /// Copies the damaged file to a name of its own, and reads what can be read into a new store.
    init(of sandbox: URL) throws(StoreProblem) {
        let kept = try Self.keepDamaged(in: sandbox)
        folder = WorkFile.url(in: sandbox)
        let fresh = try Store(sandbox: folder)
        self.fresh = fresh
        let list = ListFile<DukePerson>(sandbox.appending(path: "people.json"), mayBePipe: false)
        let isFromFile = (try? fresh.load(list, .replace, keepsUndo: false)) != nil
        // What is here as it was written may be newer than the file.
        let incomplete = try Self.copy(kept, to: fresh).filter { !(isFromFile && $0 == DukePerson.collection) }
        try? FileManager.default.removeItem(atPath: kept.path(percentEncoded: false) + "-shm")
        restored = Restored(
            people: try fresh.count(of: DukePerson.self), isFromFile: isFromFile, incomplete: incomplete,
            keptAs: kept.lastPathComponent)
    }

    deinit { WorkFile.remove(folder) }

    /// Copies what can be read.
    /// - Returns: the collections of which something could not.
    private static func copy(_ kept: URL, to fresh: Store) throws(StoreProblem) -> [Collection] {
        guard let damaged = Wreck(kept) ?? Wreck(kept, withHeaderOf: fresh) else {
            return Collections.all.map { $0.collection }
        }
        var incomplete: [Collection] = []
        for type in Collections.all where try !damaged.copy(type, to: fresh) { incomplete.append(type.collection) }
        try damaged.copyTheRest(to: fresh)
        return incomplete
    }

    /// - Returns: the copy.
    private static func keepDamaged(in sandbox: URL) throws(StoreProblem) -> URL {
        let place = Store.file(in: sandbox).path(percentEncoded: false)
        let files = FileManager.default
        let names = (1...999).lazy.map { "directory.damaged\($0 == 1 ? "" : "-\($0)").sqlite" }
        let free = names.map { sandbox.appending(path: $0) }
            .first { !files.fileExists(atPath: $0.path(percentEncoded: false)) }
        guard let free else {
            throw .cannotWrite(file: Store.fileName, reason: translated("too many damaged files are kept"))
        }
        do {
            for suffix in ["", "-wal"] where files.fileExists(atPath: place + suffix) {
                try files.copyItem(atPath: place + suffix, toPath: free.path(percentEncoded: false) + suffix)
            }
            return free
        } catch {
            let reason = ListFile<DukePerson>.reason(for: error)
            throw .cannotWrite(file: free.lastPathComponent, reason: reason)
        }
    }
}
