import ClassAPI
import DirectoryModel
public import Foundation
import GRDB
import Synchronization

/// The JSON file in the sandbox, a copy of the store that is written after every change, or at the next start.
extension StoredCollection {
    /// The collection's JSON file in the sandbox, or the file that it links to; nil if it has none.
    public func sandboxFile() -> URL? {
        definition.sandboxFile.map { store.sandbox.appending(path: $0).linkTarget }
    }

    /// Updates the collection's JSON file in the sandbox, if it has one.
    /// - Parameter isForced: true to write it anew even if it is up to date, or contains only the record of a first
    ///   launch.
    /// - Throws: `StoreError.copyNotWritten`, with the old file unchanged; `.damaged` and `.damagedRecord` if the store
    ///   cannot be read.
    public func saveFile(isForced: Bool = false) throws(StoreError) {
        guard let url = sandboxFile() else { return }
        let file = ListFile(url, mayBePipe: false)
        if !isForced, !file.exists, try !isWorthWriting() { return }
        let newName: String?
        do throws(StoreError) {
            // The last file written must be from the last read of the store.
            newName = try store.lock.locked { () throws(StoreError) in
                guard file.isFileOrMissing else {
                    throw .cannotWrite(file: file.fileName, reason: file.nameProblem)
                }
                let revision = try revision()
                if !isForced, file.exists, try fileRevision.value(in: store) == revision { return nil }
                return try write(file, at: revision)
            }
        } catch {
            guard !error.isDamage else { throw error }
            // The change itself was saved.
            throw .copyNotWritten(file: file.fileName, reason: error.reasonText)
        }
        if let newName {
            let copy = url.deletingLastPathComponent().appending(path: newName)
            throw .copyRenamed(
                file: file.fileName, as: copy.path(percentEncoded: false), isList: Self.elements(in: copy) != nil)
        }
    }

    /// Writes the file. If another program changed the old one, that is renamed.
    /// - Returns: its new name, or nil.
    private func write(_ file: ListFile, at revision: Int64) throws(StoreError) -> String? {
        let known = try fileMark()
        let isForeign = known?.isOf(file.url) == false
        var newName: String?
        var mark: FileMark?
        try file.replace(from: self) { written, hash throws(StoreError) in
            let new = FileMark(time: FileMark.time(of: written), hashes: [hash])
            mark = new
            if isForeign, !new.isOf(file.url) {
                newName = try file.setAside(as: Self.copyWord)
                removeOldCopies(of: file.url, besides: newName)
            }
            // If the program is killed now, the file has either content.
            try markSetting.set(FileMark(time: new.time, hashes: [hash] + (known?.hashes ?? [])).text, in: store)
        }
        // If this fails, the file is only written once more than necessary.
        try? store.write { db in
            try markSetting.set(mark?.text, in: db)
            try fileRevision.set(revision, in: db)
        }
        return newName
    }

    private static var copyWord: String { "kept" }

    /// The maximum number of changed files that are preserved.
    private static let maxCopies = 3

    /// The changed files that were renamed, the newest first.
    private func copies(of file: URL) -> [URL] {
        WorkFile.names(for: file, Self.copyWord).filter { FileManager.default.fileExists(atPath: $0.path) }
            .sorted { FileMark.time(of: $0) > FileMark.time(of: $1) }
    }

    /// A renamed file may be older than the copies.
    private func removeOldCopies(of file: URL, besides newest: String?) {
        let others = copies(of: file).filter { $0.lastPathComponent != newest }
        for copy in others.dropFirst(Self.maxCopies - 1) { unlink(copy.path(percentEncoded: false)) }
    }

    /// Removes what people withdrew from the server from the changed files that were renamed.
    func removeWithdrawnFromCopies() throws(StoreError) {
        guard let file = sandboxFile() else { return }
        let keys = try read { try Int.fetchSet($0, sql: table.marked(.withdrawn)) }
        // A copy that is not a list, or cannot be written, is unchanged.
        for copy in copies(of: file) where !keys.isEmpty { try? remove(keys, from: copy) }
    }

    /// The elements of the JSON list in a file; nil if it is no such list.
    private static func elements(in copy: URL) -> [Any]? {
        (try? JSONSerialization.jsonObject(with: Data(contentsOf: copy))) as? [Any]
    }

    private func remove(_ keys: Set<Int>, from copy: URL) throws {
        guard let elements = Self.elements(in: copy) else { return }
        let key = definition.keyField.key
        // A number may be written as a text, too.
        let rest = elements.filter { element in
            (element as? [String: Any])?[key].flatMap { Int("\($0)") }.map { !keys.contains($0) } ?? true
        }
        guard rest.count < elements.count else { return }
        try JSONSerialization.data(withJSONObject: rest).write(to: copy, options: .atomic)
        chmod(copy.path(percentEncoded: false), 0o600)
    }

    /// Writes the JSON file if it is older than the store, because a program ended before it could.
    /// - Throws: as `saveFile`; `fileChanged` if another program changed the file.
    public func saveFileIfOlder() throws(StoreError) {
        guard let url = sandboxFile(), store.whyReadOnly == nil else { return }
        let revision = try revision()
        if revision > 0, try fileRevision.value(in: store) != revision { return try saveFile() }
        guard ListFile(url).exists else { return }
        if try fileMark()?.isOf(url) == false { throw .fileChanged(file: url.lastPathComponent) }
    }

    /// Loads the collection's JSON file, which is the only copy if the database is missing. A file that cannot be a
    /// list is renamed.
    /// - Returns: false if the folder has no such file.
    /// - Throws: `StoreError`, and leaves the file unchanged, if it may be readable later.
    func loadFileOfLostDatabase(isMirror: Bool = false) throws(StoreError) -> Bool {
        guard let url = sandboxFile() else { return false }
        let list = ListFile(url, mayBePipe: false, isMirror: isMirror)
        guard list.exists else { return false }
        do {
            try load(list, .replace, offersUndo: false)
            return true
        } catch {
            guard error.isAboutContent || !list.isFileOrMissing else { throw error }
            _ = try list.setAside(as: "unreadable")
            return false
        }
    }

    /// Loads the present file, and accepts it as written by the store before a write could preserve it as another
    /// program’s.
    func acceptingFile<T>(_ load: () throws(StoreError) -> T) throws(StoreError) -> T {
        try store.lock.locked { () throws(StoreError) in
            let loaded = try load()
            if let mark = sandboxFile().flatMap({ FileMark($0) }) { try markSetting.set(mark.text, in: store) }
            return loaded
        }
    }

    /// False until the first edit, download or import.
    private func isWorthWriting() throws(StoreError) -> Bool {
        guard try count() == 1 else { return true }
        return try !own().isUntouched
    }

    /// Records that the present content need not be written.
    func acceptFileAsIs() throws(StoreError) { try fileRevision.set(try revision(), in: store) }

    /// The collection's revision in the file, or an older one.
    private var fileRevision: Setting<Int64> { Setting("file-revision-\(table.name)") }

    /// Identifies what the store last wrote to the file; nil if it wrote none.
    func fileMark() throws(StoreError) -> FileMark? { try FileMark(markSetting.value(in: store)) }

    private var markSetting: Setting<String> { Setting("file-hash-\(table.name)") }
}

/// Identifies what the store last wrote to a JSON file, to detect changes by other programs.
struct FileMark {
    /// When the file was modified, in nanoseconds; 0 if unknown.
    let time: Int64
    /// The hashes that its content may have: more than one if a program was killed while it wrote the file.
    let hashes: [Int64]
}

extension FileMark {
    init?(_ file: URL) {
        guard let hash = Self.hash(of: file) else { return nil }
        self.init(time: Self.time(of: file), hashes: [hash])
    }

    init?(_ text: String?) {
        let numbers = (text ?? "").split(separator: " ").compactMap { Int64($0) }
        guard numbers.count > 1 else { return nil }
        self.init(time: numbers[0], hashes: Array(numbers[1...]))
    }

    var text: String { ([time] + hashes).map(String.init).joined(separator: " ") }

    /// True if the file has this content. It is not read if its time is unchanged.
    func isOf(_ file: URL) -> Bool {
        if time != 0, Self.time(of: file) == time { return true }
        // A file that cannot be read now is not known to have changed.
        return Self.hash(of: file).map(hashes.contains) ?? true
    }

    static func time(of file: URL) -> Int64 {
        guard let time = file.status?.st_mtim else { return 0 }
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// The hash of the content, or nil if it cannot be read.
    private static func hash(of file: URL) -> Int64? {
        do {
            let input = try InputFile(file)
            let hash = StreamHash()
            while let piece = try input.next() { hash.add(piece) }
            return hash.number()
        } catch { return nil }
    }
}
