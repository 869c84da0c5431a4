public import DirectoryModel
public import Foundation
import Language

/// Lists of records as files: the sandbox's own, those that ship with the program, and what people bring along.
///
/// Read are JSON, property lists and vCards, recognized by how they begin, and, where the name ends in .csv, comma
/// separated values; written are JSON, comma separated values and vCards, as the name says.
public struct ListFile<R: DirectoryRecord>: Sendable {
    public let url: URL
    let isStrict: Bool
    let mayBePipe: Bool
    let format: ListFormat

    /// - Parameters:
    ///   - url: where it is.
    ///   - isStrict: true where what is read is held against the fields' rules, as what others made is.
    ///   - mayBePipe: false where a pipe of that name is nobody's intention, so that nobody waits for its other end.
    ///   - format: how it is written, where that is not what the name says.
    public init(_ url: URL, isStrict: Bool = false, mayBePipe: Bool = true, format: ListFormat? = nil) {
        self.url = url
        self.isStrict = isStrict
        self.mayBePipe = mayBePipe
        self.format = format ?? ListFormat(nameOf: url)
    }

    var fileName: String { url.lastPathComponent }

    // MARK: Writing

    /// Writes every record of `store`: when it returns the file is whole and on disk, and a process killed
    /// meanwhile leaves the file that was there. What is no file, a pipe for instance, is written as it goes.
    /// - Returns: how many records were written.
    @discardableResult
    public func write(from store: Store) throws(StoreError) -> Int {
        let place = url.resolvingSymlinksInPath()
        guard isFileOrNothing else { return try write(store, to: place, flags: O_WRONLY) }
        let half = WorkFile.url(in: place.deletingLastPathComponent())
        defer { WorkFile.remove(half) }
        let count = try write(store, to: half, flags: O_WRONLY | O_CREAT | O_EXCL)
        guard rename(half.path(percentEncoded: false), place.path(percentEncoded: false)) == 0 else {
            throw problem(forCode: errno)
        }
        WorkFile.synchronize(place.deletingLastPathComponent())
        return count
    }

    var exists: Bool { FileManager.default.fileExists(atPath: url.path(percentEncoded: false)) }

    /// False where something else has the name, a pipe for instance.
    var isFileOrNothing: Bool {
        var status = stat()
        guard stat(url.path(percentEncoded: false), &status) == 0 else { return true }
        return status.st_mode & S_IFMT == S_IFREG
    }

    private func write(_ store: Store, to place: URL, flags: Int32) throws(StoreError) -> Int {
        let descriptor = open(place.path(percentEncoded: false), flags | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw problem(forCode: errno) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        let count = try write(from: store, to: handle)
        do {
            if flags & O_CREAT != 0 { try handle.synchronize() }
            try handle.close()
        } catch { throw problem(for: error) }
        return count
    }

    /// Writes every record of `store` to `handle`, after what it holds already.
    /// - Returns: how many records were written.
    public func write(from store: Store, to handle: FileHandle) throws(StoreError) -> Int {
        if format == .vcard, !R.hasCards {
            throw .cannotWrite(file: fileName, reason: translated("vCards hold no \(R.collection.many)"))
        }
        do {
            switch format {
            case .json: return try writeJSON(store, to: handle)
            case .csv: return try writeCSV(store, to: handle)
            case .vcard: return try writeCards(store, to: handle)
            }
        } catch { throw problem(for: error) }
    }

    private func problem(for error: any Error) -> StoreError {
        // What the store says of itself stays what it says.
        if let problem = error as? StoreError { return problem }
        let reason = StoreError(error) == .diskFull ? Self.reason(forCode: ENOSPC) : Self.reason(for: error)
        return .cannotWrite(file: fileName, reason: reason)
    }

    private func problem(forCode code: Int32) -> StoreError {
        .cannotWrite(file: fileName, reason: Self.reason(forCode: code))
    }

    /// Says of this file what went wrong, for the store that is read meanwhile would say it of itself.
    private func put(_ data: Data, into handle: FileHandle) throws(StoreError) {
        do { try handle.write(contentsOf: data) } catch { throw problem(for: error) }
    }

    private func writeJSON(_ store: Store, to handle: FileHandle) throws -> Int {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var count = 0
        try store.eachWhole(R.self) { record in
            try put(Data((count == 0 ? "[\n" : ",\n").utf8) + encoder.encode(record), into: handle)
            count += 1
        }
        try put(Data((count == 0 ? "[]\n" : "\n]\n").utf8), into: handle)
        return count
    }

    private func writeCSV(_ store: Store, to handle: FileHandle) throws -> Int {
        try store.verify(R.self)
        let writer = CSVWriter<R>()
        var count = 0
        try put(Data(writer.header.utf8), into: handle)
        try store.each(R.self) { stored in
            try put(Data(writer.line(stored.record).utf8), into: handle)
            count += 1
        }
        return count
    }

    private func writeCards(_ store: Store, to handle: FileHandle) throws -> Int {
        let writer = CardWriter<R>()
        var count = 0
        try store.eachWhole(R.self) { record in
            try put(Data((writer?.card(record) ?? "").utf8), into: handle)
            count += 1
        }
        return count
    }

    static func reason(for error: any Error) -> String {
        if let code = (error as? POSIXError)?.code.rawValue { return reason(forCode: code) }
        let error = error as NSError
        if let inner = error.userInfo[NSUnderlyingErrorKey] as? NSError, inner.domain == NSPOSIXErrorDomain {
            return reason(forCode: Int32(inner.code))
        }
        return error.domain == NSPOSIXErrorDomain
            ? reason(forCode: Int32(error.code)) : translated("the file system refused")
    }

    /// What the system says, in the language of this computer, as it goes on in a sentence.
    private static func systemsWords(for code: Int32) -> String {
        let words = String(cString: strerror(code))
        return words.prefix(1).lowercased() + words.dropFirst()
    }

    static func reason(forCode code: Int32) -> String {
        switch code {
        case ENOENT: translated("there is no such file")
        case EACCES, EPERM, EROFS: translated("you may not open it")
        case EISDIR: translated("it is a folder")
        case ENOSPC, EDQUOT: translated("the disk is full")
        default: systemsWords(for: code)
        }
    }
}
