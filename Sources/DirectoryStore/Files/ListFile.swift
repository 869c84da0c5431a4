public import DirectoryModel
public import Foundation

/// Lists of records as JSON files: the sandbox's own, the bundled cohort, and what people bring along.
public struct ListFile<R: Record>: Sendable {
    public let url: URL
    private let isStrict: Bool

    /// - Parameter isStrict: true where what is read is held against the fields' rules, as what others made is.
    public init(_ url: URL, isStrict: Bool = false) {
        self.url = url
        self.isStrict = isStrict
    }

    private var fileName: String { url.lastPathComponent }

    // MARK: Writing

    /// Writes every record of `store`: when it returns the file is whole and on disk, and a process killed
    /// meanwhile leaves the file that was there. What is no file, a pipe for instance, is written as it goes.
    /// - Returns: how many records were written.
    @discardableResult
    public func write(from store: Store) throws(StoreProblem) -> Int {
        let place = url.resolvingSymlinksInPath()
        guard Self.isFileOrNothing(place) else { return try write(store, to: place, flags: O_WRONLY) }
        let half = WorkFile.url(in: place.deletingLastPathComponent())
        defer { WorkFile.remove(half) }
        let count = try write(store, to: half, flags: O_WRONLY | O_CREAT | O_EXCL)
        guard rename(half.path(percentEncoded: false), place.path(percentEncoded: false)) == 0 else {
            throw problem(forCode: errno)
        }
        return count
    }

    private static func isFileOrNothing(_ place: URL) -> Bool {
        var status = stat()
        guard stat(place.path(percentEncoded: false), &status) == 0 else { return true }
        return status.st_mode & S_IFMT == S_IFREG
    }

    private func write(_ store: Store, to place: URL, flags: Int32) throws(StoreProblem) -> Int {
        let descriptor = open(place.path(percentEncoded: false), flags, 0o600)
        guard descriptor >= 0 else { throw problem(forCode: errno) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var count = 0
        do {
            try store.eachWhole(R.self) { record in
                try append(record, isFirst: count == 0, to: handle)
                count += 1
            }
            try handle.write(contentsOf: Data((count == 0 ? "[]\n" : "\n]\n").utf8))
            if flags & O_CREAT != 0 { try handle.synchronize() }
            try handle.close()
        } catch {
            throw Self.isDiskFull(error) ? .diskFull : .cannotWrite(file: fileName, reason: Self.reason(for: error))
        }
        return count
    }

    private static func isDiskFull(_ error: any Error) -> Bool {
        (error as? CocoaError)?.code == .fileWriteOutOfSpace || reason(for: error) == reason(forCode: ENOSPC)
    }

    private func problem(forCode code: Int32) -> StoreProblem {
        code == ENOSPC ? .diskFull : .cannotWrite(file: fileName, reason: Self.reason(forCode: code))
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
        let reader = ElementReader<R>(isStrict: isStrict)
        do {
            while let piece = try handle.read(upToCount: 1 << 18), !piece.isEmpty {
                var batch: [ReadElement<R>] = []
                try piece.withUnsafeBytes { try splitter.push($0) { batch.append(reader.read($0)) } }
                if !batch.isEmpty { try incoming.add(batch) }
            }
            try splitter.finish()
        } catch let problem as ListProblem {
            throw problem == .notAList
                ? .notAList(file: fileName, many: R.collection.many) : .unreadableList(file: fileName)
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
    /// - Parameter mayEmpty: false where an empty list is refused too.
    /// - Throws: `StoreProblem`; a list none of whose elements is a record is refused.
    @discardableResult
    public func load<R: Record>(
        _ file: ListFile<R>, _ how: TakeOver, mayEmpty: Bool = true
    ) throws(StoreProblem) -> ChangeSummary {
        let incoming = try beginIncoming(R.self)
        try file.read(into: incoming)
        if try incoming.count == 0, try incoming.setAsideCount > 0 || !mayEmpty {
            throw .nothingInFile(file: file.url.lastPathComponent, one: R.collection.one)
        }
        return try apply(incoming, how, label: "Loading “\(file.url.lastPathComponent)”")
    }
}
