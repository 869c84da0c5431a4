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
    let format: ListFormat
    let columns: [Int: String]?

    /// - Parameters:
    ///   - isStrict: true to check records against the fields' rules, as in files of other programs.
    ///   - mayBePipe: false to refuse a pipe instead of waiting for it.
    ///   - format: overrides the format that the extension indicates.
    ///   - columns: the keys of the fields that the user assigned to columns of a table, by index; nil if none can be
    ///     assigned.
    public init(
        _ url: URL, isStrict: Bool = false, mayBePipe: Bool = true,
        format: ListFormat? = nil, columns: [Int: String]? = nil
    ) {
        self.url = url
        self.isStrict = isStrict
        self.mayBePipe = mayBePipe
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
        let target = url.resolvingSymlinksInPath()
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
            throw problem(forCode: errno)
        }
        WorkFile.synchronize(folder)
        return output.count
    }

    private func write(
        to target: URL, _ flags: Int32, from collection: StoredCollection, _ rows: [Int64]?,
        _ progress: @escaping (Int) -> Void
    ) throws(StoreError) -> Output {
        let descriptor = open(target.path(percentEncoded: false), flags | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw problem(forCode: errno) }
        let output = Output(FileHandle(fileDescriptor: descriptor, closeOnDealloc: true), progress)
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
        let output = Output(handle) { _ in }
        try write(collection, nil, to: output)
        return output.count
    }

    /// An open file with what was written to it.
    private final class Output {
        let handle: FileHandle
        let hash = StreamHash()
        private(set) var count = 0
        private var buffer = Data()
        private let progress: (Int) -> Void

        init(_ handle: FileHandle, _ progress: @escaping (Int) -> Void) {
            self.handle = handle
            self.progress = progress
        }

        /// - Parameter records: the number of records in `text`; text without records only separates them.
        func write(_ text: some Sequence<UInt8>, records: Int = 0) throws {
            buffer.append(contentsOf: text)
            count += records
            if buffer.count >= 1 << 18 { try flush() }
        }

        func flush() throws {
            try handle.write(contentsOf: buffer)
            hash.add(buffer)
            buffer = Data()
            if Task.isCancelled { throw StoreError.cancelled }
            progress(count)
        }
    }

    private func write(_ collection: StoredCollection, _ rows: [Int64]?, to output: Output) throws(StoreError) {
        // Errors of writing belong to this file, not to the store that is being read.
        func put(_ text: some Sequence<UInt8>, _ records: Int = 0) throws {
            do { try output.write(text, records: records) } catch { throw problem(for: error) }
        }
        do {
            let groups = try format == .json ? [:] : collection.groupNames()
            switch format {
            case .json:
                try put("[".utf8)
                try collection.eachWhole(in: rows) {
                    try put((output.count == 0 ? "\n" : ",\n").utf8)
                    try put($0.json.utf8, 1)
                }
                try put((output.count == 0 ? "]\n" : "\n]\n").utf8)
            case .csv:
                try collection.verify()
                let writer = CSVWriter(collection.definition, hasGroups: !groups.isEmpty)
                try put(writer.header.utf8)
                try collection.each(in: rows) {
                    try put(writer.line($0.record, groups: groups[$0.record.key] ?? []).utf8, 1)
                }
            case .vcard:
                guard let writer = CardWriter(collection.definition) else {
                    throw StoreError.noCards(many: collection.definition.collection.many)
                }
                try collection.eachWhole(in: rows) { try put(writer.card($0, groups: groups[$0.key] ?? []).utf8, 1) }
            }
            try output.flush()
        } catch { throw problem(for: error) }
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
