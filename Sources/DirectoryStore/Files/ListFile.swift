import ClassAPI
import DirectoryModel
public import Foundation
import Language

/// A list of records in a file.
///
/// JSON, property lists, vCards and tables are recognized by their beginning. The extension determines the format that
/// is written, except that property lists are only read; a table with its own extension may have only unknown columns.
public struct ListFile: Sendable {
    public let url: URL
    let isStrict: Bool
    let mayBePipe: Bool
    let isMirror: Bool
    let format: ListFormat
    let columns: [Int: String]?

    /// - Parameters:
    ///   - isStrict: true to check records against the fields' rules, as in files of other programs.
    ///   - mayBePipe: false to refuse a pipe instead of waiting for it.
    ///   - isMirror: true for a copy of the store, such as the JSON file in the sandbox.
    ///   - format: overrides the format that the extension indicates.
    ///   - columns: the keys of the fields that the user assigned to columns of a table, by index; nil if none can be
    ///     assigned.
    public init(
        _ url: URL, isStrict: Bool = false, mayBePipe: Bool = true, isMirror: Bool = false,
        format: ListFormat? = nil, columns: [Int: String]? = nil
    ) {
        self.url = url
        self.isStrict = isStrict
        self.mayBePipe = mayBePipe
        self.isMirror = isMirror
        self.columns = columns
        self.format = format ?? ListFormat(nameOf: url)
    }

    var fileName: String { url.lastPathComponent }

    // MARK: Writing

    /// Writes records of `collection` and flushes them to disk. If the process is killed or the task canceled, the old
    /// file is unchanged. A pipe or another special file is written to directly.
    /// - Parameters:
    ///   - rows: the rows of the records; nil for all.
    ///   - progress: called with the number of records written so far.
    /// - Returns: the number of records written.
    @discardableResult
    public func write(
        from collection: StoredCollection, rows: [Int64]? = nil, progress: @escaping (Int) -> Void = { _ in }
    ) throws(StoreError) -> Int {
        guard !isFileOrMissing else { return try replace(from: collection, rows: rows, progress: progress) { _, _ in } }
        return try write(to: url, O_WRONLY, from: collection, rows, progress).count
    }

    /// Writes the records to a file that then replaces this one.
    /// - Parameter isWritten: called before that with the new file, and the hash of its content.
    @discardableResult
    func replace(
        from collection: StoredCollection, rows: [Int64]? = nil, progress: @escaping (Int) -> Void = { _ in },
        isWritten: (URL, Int64) throws(StoreError) -> Void
    ) throws(StoreError) -> Int {
        let target = url.linkTarget
        let folder = target.deletingLastPathComponent()
        WorkFile.removeLeftovers(in: folder)
        let work: WorkFile
        do { work = try WorkFile(in: folder) } catch {
            guard (error as? POSIXError)?.code != .ENOENT else {
                throw .cannotWrite(file: fileName, reason: translated("its folder does not exist"))
            }
            throw problem(for: error)
        }
        defer { withExtendedLifetime(work) {} }
        let output = try write(to: work.url, O_WRONLY | O_CREAT, from: collection, rows, progress)
        try isWritten(work.url, output.hash.number())
        guard rename(work.url.path(percentEncoded: false), target.path(percentEncoded: false)) == 0 else {
            throw problem(for: POSIXError(system: errno))
        }
        WorkFile.synchronize(folder)
        return output.count
    }

    private func write(
        to target: URL, _ flags: Int32, from collection: StoredCollection, _ rows: [Int64]?,
        _ progress: @escaping (Int) -> Void
    ) throws(StoreError) -> Output {
        let descriptor = open(target.path(percentEncoded: false), flags | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw problem(for: POSIXError(system: errno)) }
        let output = Output(FileHandle(fileDescriptor: descriptor, closeOnDealloc: true), of: self, progress)
        try write(collection, rows, to: output)
        do {
            if flags & O_CREAT != 0 { try output.handle.synchronize() }
            try output.handle.close()
        } catch { throw problem(for: error) }
        return output
    }

    /// Writes every record of `collection` to `handle`.
    /// - Returns: the number of records written.
    public func write(from collection: StoredCollection, to handle: FileHandle) throws(StoreError) -> Int {
        let output = Output(handle, of: self) { _ in }
        try write(collection, nil, to: output)
        return output.count
    }

    /// An open file with what was written to it.
    private final class Output {
        let handle: FileHandle
        let hash = StreamHash()
        private(set) var count = 0
        private var buffer = Data()
        private let file: ListFile
        private let progress: (Int) -> Void

        init(_ handle: FileHandle, of file: ListFile, _ progress: @escaping (Int) -> Void) {
            self.handle = handle
            self.file = file
            self.progress = progress
        }

        /// - Parameter records: the number of records in `text`; text without records only separates them.
        func write(_ text: String, records: Int = 0) throws(StoreError) {
            buffer.append(contentsOf: text.utf8)
            count += records
            if buffer.count >= 1 << 18 { try flush() }
        }

        /// - Throws: an error of this file, also while the store is read.
        func flush() throws(StoreError) {
            do { try handle.write(contentsOf: buffer) } catch { throw file.problem(for: error) }
            hash.add(buffer)
            buffer = Data()
            if Task.isCancelled { throw .cancelled }
            progress(count)
        }
    }

    private func write(_ collection: StoredCollection, _ rows: [Int64]?, to output: Output) throws(StoreError) {
        switch format {
        case .json: try writeJSON(of: collection, rows, to: output)
        case .csv: try writeTable(of: collection, rows, to: output)
        case .vcard: try writeCards(of: collection, rows, to: output)
        }
        try output.flush()
    }

    private func writeJSON(
        of collection: StoredCollection, _ rows: [Int64]?, to output: Output
    ) throws(StoreError) {
        try output.write("[")
        try collection.eachWhole(in: rows) {
            try output.write(output.count == 0 ? "\n" : ",\n")
            try output.write($0.json, records: 1)
        }
        try output.write(output.count == 0 ? "]\n" : "\n]\n")
    }

    private func writeTable(
        of collection: StoredCollection, _ rows: [Int64]?, to output: Output
    ) throws(StoreError) {
        try collection.verify()
        let groups = try collection.groupNames()
        let writer = CSVWriter(collection.definition, hasGroups: !groups.isEmpty)
        try output.write(writer.header)
        try collection.each(in: rows) {
            try output.write(writer.line($0.record, groups: groups[$0.record.key] ?? []), records: 1)
        }
    }

    private func writeCards(
        of collection: StoredCollection, _ rows: [Int64]?, to output: Output
    ) throws(StoreError) {
        guard let writer = CardWriter(collection.definition) else {
            throw .noCards(many: collection.definition.collection.many)
        }
        let groups = try collection.groupNames()
        try collection.eachWhole(in: rows) {
            try output.write(writer.card($0, groups: groups[$0.key] ?? []), records: 1)
        }
    }

    /// Moves the file to an unused name: "people.kept.json", or with a number.
    /// - Returns: the name.
    @discardableResult
    func setAside(as word: String) throws(StoreError) -> String {
        guard let free = WorkFile.freeName(for: url, word) else {
            throw .cannotWrite(file: fileName, reason: translated("it could not be moved to another name"))
        }
        // Another program may have taken the name since, so this must not replace a file.
        do { try FileManager.default.moveItem(at: url, to: free) } catch { throw problem(for: error) }
        return free.lastPathComponent
    }

    var exists: Bool { FileManager.default.fileExists(atPath: url.path(percentEncoded: false)) }

    /// False for pipes, folders and other special files.
    var isFileOrMissing: Bool { [nil, S_IFREG].contains(url.fileType) }

    var nameProblem: String {
        url.fileType == S_IFDIR ? translated("a folder has that name") : translated("it is not a file")
    }

    private func problem(for error: any Error) -> StoreError {
        if let problem = error as? StoreError { return problem }
        let reason = StoreError(error) == .diskFull ? StoreError.reason(forCode: ENOSPC) : StoreError.reason(for: error)
        return .cannotWrite(file: fileName, reason: reason)
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
