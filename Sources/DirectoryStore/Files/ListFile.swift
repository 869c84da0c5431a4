import ClassAPI
public import DirectoryModel
public import Foundation
import Language

/// A list of records in a file.
///
/// JSON, property lists, vCards and tables are recognized by their beginning. The extension determines the format that
/// is written, except that property lists are only read; a table with its own extension may have only unknown columns.
public struct ListFile: Sendable {
    public let definition: Definition
    public let url: URL
    let isStrict: Bool
    let mayBePipe: Bool
    let format: ListFormat
    let columns: [Int: String]?

    /// - Parameters:
    ///   - definition: the collection of the records.
    ///   - isStrict: true to check records against the fields' rules, as in files of other programs.
    ///   - mayBePipe: false to refuse a pipe instead of waiting for it.
    ///   - format: overrides the format that the extension indicates.
    ///   - columns: the keys of the fields that the user assigned to columns of a table, by index; nil if none can be
    ///     assigned.
    public init(
        _ definition: Definition, _ url: URL, isStrict: Bool = false, mayBePipe: Bool = true,
        format: ListFormat? = nil, columns: [Int: String]? = nil
    ) {
        self.definition = definition
        self.url = url
        self.isStrict = isStrict
        self.mayBePipe = mayBePipe
        self.columns = columns
        self.format = format ?? ListFormat(nameOf: url)
    }

    var fileName: String { url.lastPathComponent }

    // MARK: Writing

    /// Writes records of `store` and flushes them to disk. If the process is killed or the task canceled, the old file
    /// is unchanged. A pipe or another special file is written to directly.
    /// - Parameters:
    ///   - rows: the rows of the records; nil for all.
    ///   - progress: called with the number of records written so far.
    /// - Returns: the number of records written.
    @discardableResult
    public func write(
        from store: Store, rows: [Int64]? = nil, progress: @escaping (Int) -> Void = { _ in }
    ) throws(StoreError) -> Int {
        try write(Source(collection: store[definition], rows: rows, progress: progress)) { _ in }
    }

    /// Writes all records of `store`.
    /// - Parameter isWritten: called with the hash of the new file before it replaces the old one.
    func write(from store: Store, isWritten: (Int64) throws(StoreError) -> Void) throws(StoreError) {
        try write(Source(collection: store[definition]), isWritten: isWritten)
    }

    @discardableResult
    private func write(_ source: Source, isWritten: (Int64) throws(StoreError) -> Void) throws(StoreError) -> Int {
        let target = url.resolvingSymlinksInPath()
        guard isFileOrMissing else { return try write(source, to: target, flags: O_WRONLY).count }
        let folder = target.deletingLastPathComponent()
        let half: WorkFile
        do { half = try WorkFile(in: folder) } catch {
            guard (error as? POSIXError)?.code != .ENOENT else {
                throw .cannotWrite(file: fileName, reason: translated("its folder does not exist"))
            }
            throw problem(for: error)
        }
        defer { withExtendedLifetime(half) {} }
        let (count, output) = try write(source, to: half.url, flags: O_WRONLY | O_CREAT)
        try isWritten(output.hash.number())
        guard rename(half.url.path(percentEncoded: false), target.path(percentEncoded: false)) == 0 else {
            throw problem(forCode: errno)
        }
        WorkFile.synchronize(folder)
        return count
    }

    /// Moves the file to an unused name: "people.kept.json", or with a number.
    /// - Returns: the name.
    @discardableResult
    func setAside(as word: String) throws(StoreError) -> String {
        let free = WorkFile.freeName(for: url, word)
        guard let free, (try? FileManager.default.moveItem(at: url, to: free)) != nil else {
            throw .cannotWrite(file: fileName, reason: translated("it could not be moved to another name"))
        }
        return free.lastPathComponent
    }

    var exists: Bool { FileManager.default.fileExists(atPath: url.path(percentEncoded: false)) }

    /// False for pipes, folders and other special files.
    var isFileOrMissing: Bool {
        var status = stat()
        guard stat(url.path(percentEncoded: false), &status) == 0 else { return true }
        return status.st_mode & S_IFMT == S_IFREG
    }

    var nameProblem: String {
        let isFolder = try? url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory
        return isFolder == true ? translated("a folder has that name") : translated("it is not a file")
    }

    private func write(
        _ source: Source, to target: URL, flags: Int32
    ) throws(StoreError) -> (count: Int, output: Output) {
        let descriptor = open(target.path(percentEncoded: false), flags | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw problem(forCode: errno) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        let output = Output(handle: handle)
        let count = try write(source, to: output)
        do {
            if flags & O_CREAT != 0 { try handle.synchronize() }
            try handle.close()
        } catch { throw problem(for: error) }
        return (count, output)
    }

    /// Writes every record of `store` to `handle`.
    /// - Returns: the number of records written.
    public func write(from store: Store, to handle: FileHandle) throws(StoreError) -> Int {
        try write(Source(collection: store[definition]), to: Output(handle: handle))
    }

    private struct Source {
        let collection: StoredCollection
        var rows: [Int64]?
        var progress: (Int) -> Void = { _ in }

        func wrote(_ count: Int) throws(StoreError) {
            if Task.isCancelled { throw .cancelled }
            progress(count)
        }
    }

    private final class Output {
        private let handle: FileHandle
        let hash = StreamHash()

        init(handle: FileHandle) { self.handle = handle }

        func write(_ data: Data) throws {
            try handle.write(contentsOf: data)
            hash.add(data)
        }
    }

    private func write(_ source: Source, to output: Output) throws(StoreError) -> Int {
        if format == .vcard, !definition.hasCards { throw .noCards(many: definition.collection.many) }
        do { return try writeRecords(of: source, to: output) } catch { throw problem(for: error) }
    }

    private func writeRecords(of source: Source, to output: Output) throws -> Int {
        let collection = source.collection
        var count = 0
        /// Text without records only separates them.
        func put(_ data: Data, _ records: Int = 0) throws {
            // Errors belong to this file, not to the store that is being read.
            do { try output.write(data) } catch { throw problem(for: error) }
            guard records > 0 else { return }
            count += records
            try source.wrote(count)
        }
        switch format {
        case .json:
            try collection.eachJSON(in: source.rows) { json, records in
                try put(Data((count == 0 ? "[\n" : ",\n").utf8))
                try put(Data(json), records)
            }
            try put(Data((count == 0 ? "[]\n" : "\n]\n").utf8))
        case .csv:
            try collection.verify()
            let groups = try collection.groupNames()
            let writer = CSVWriter(definition, hasGroups: !groups.isEmpty)
            try put(Data(writer.header.utf8))
            try collection.each(in: source.rows) {
                try put(Data(writer.line($0.record, groups: groups[$0.record.key] ?? []).utf8), 1)
            }
        case .vcard:
            let groups = try collection.groupNames()
            let writer = CardWriter(definition)
            try collection.eachWhole(in: source.rows) {
                try put(Data((writer?.card($0, groups: groups[$0.key] ?? []) ?? "").utf8), 1)
            }
        }
        return count
    }

    private func problem(for error: any Error) -> StoreError {
        if let problem = error as? StoreError { return problem }
        let reason = StoreError(error) == .diskFull ? StoreError.reason(forCode: ENOSPC) : StoreError.reason(for: error)
        return .cannotWrite(file: fileName, reason: reason)
    }

    private func problem(forCode code: Int32) -> StoreError {
        .cannotWrite(file: fileName, reason: StoreError.reason(forCode: code))
    }
}

/// The format of a list in a file.
public enum ListFormat: String, Sendable, CaseIterable {
    case json
    case csv
    case vcard

    /// The format for a file's extension; JSON if it is unknown.
    public init(nameOf url: URL) {
        switch url.pathExtension.lowercased() {
        case "csv": self = .csv
        case "vcf", "vcard": self = .vcard
        default: self = .json
        }
    }
}
