public import DirectoryModel
public import Foundation

/// Lists of records as JSON files: the sandbox's own, the bundled cohort, and what people bring along.
public struct ListFile<R: Record>: Sendable {
    public let url: URL

    public init(_ url: URL) { self.url = url }

    private var fileName: String { url.lastPathComponent }

    // MARK: Writing

    /// Writes every record of `store`: when it returns the file is whole and on disk, and a process killed
    /// meanwhile leaves the file that was there.
    /// - Returns: how many records were written.
    @discardableResult
    public func write(from store: Store) throws(StoreProblem) -> Int {
        let half = url.deletingLastPathComponent().appending(path: ".\(fileName).\(getpid()).part")
        defer { try? FileManager.default.removeItem(at: half) }
        let handle = try createFile(half)
        var count = 0
        do {
            try store.eachWhole(R.self) { record in
                try append(record, isFirst: count == 0, to: handle)
                count += 1
            }
            try handle.write(contentsOf: Data((count == 0 ? "[]\n" : "\n]\n").utf8))
            try handle.synchronize()
            try handle.close()
        } catch {
            throw .cannotWrite(file: fileName, reason: Self.reason(for: error))
        }
        guard rename(half.path(percentEncoded: false), url.path(percentEncoded: false)) == 0 else {
            throw .cannotWrite(file: fileName, reason: Self.reason(forCode: errno))
        }
        return count
    }

    private func createFile(_ file: URL) throws(StoreProblem) -> FileHandle {
        let descriptor = open(file.path(percentEncoded: false), O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        guard descriptor >= 0 else { throw .cannotWrite(file: fileName, reason: Self.reason(forCode: errno)) }
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    private func append(_ record: R, isFirst: Bool, to handle: FileHandle) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try handle.write(contentsOf: Data((isFirst ? "[\n" : ",\n").utf8) + encoder.encode(record))
    }

    // MARK: Reading

    /// Reads every element into `incoming`; one that is no record is set aside.
    /// - Throws: `StoreProblem` where the file cannot be read or is no whole list.
    public func read(into incoming: Incoming<R>) throws(StoreProblem) {
        let handle: FileHandle
        do { handle = try FileHandle(forReadingFrom: url) } catch {
            throw .cannotRead(file: fileName, reason: Self.reason(for: error))
        }
        defer { try? handle.close() }
        var splitter = ElementSplitter()
        let reader = ElementReader<R>()
        do {
            while let piece = try handle.read(upToCount: 1 << 18), !piece.isEmpty {
                var batch: [ReadElement<R>] = []
                try piece.withUnsafeBytes { try splitter.push($0) { batch.append(reader.read($0)) } }
                if !batch.isEmpty { try incoming.add(batch) }
            }
            try splitter.finish()
        } catch let problem as ListProblem {
            throw problem == .notAList ? .notAList(file: fileName) : .unreadableList(file: fileName)
        } catch let problem as StoreProblem {
            throw problem
        } catch {
            throw .cannotRead(file: fileName, reason: Self.reason(for: error))
        }
    }

    private static func reason(for error: any Error) -> String {
        if let code = (error as? POSIXError)?.code.rawValue { return reason(forCode: code) }
        let error = error as NSError
        if let inner = error.userInfo[NSUnderlyingErrorKey] as? NSError, inner.domain == NSPOSIXErrorDomain {
            return reason(forCode: Int32(inner.code))
        }
        return error.domain == NSPOSIXErrorDomain ? reason(forCode: Int32(error.code)) : "the file system refused"
    }

    private static func reason(forCode code: Int32) -> String {
        switch code {
        case ENOENT: "there is no such file"
        case EACCES, EPERM, EROFS: "you may not open it"
        case EISDIR: "it is a folder"
        case ENOSPC, EDQUOT: "the disk is full"
        default: String(cString: strerror(code)).lowercased()
        }
    }
}

extension Store {
    /// Takes over the list in `file`, in one transaction; nothing changes where it cannot be read.
    /// - Throws: `StoreProblem`; a list none of whose elements is a record is refused, an empty one is not.
    @discardableResult
    public func load<R: Record>(_ file: ListFile<R>, _ how: TakeOver) throws(StoreProblem) -> ChangeSummary {
        let incoming = try beginIncoming(R.self)
        try file.read(into: incoming)
        if try incoming.count == 0, try incoming.setAsideCount > 0 {
            throw .nobodyInFile(file: file.url.lastPathComponent)
        }
        return try apply(incoming, how)
    }
}
