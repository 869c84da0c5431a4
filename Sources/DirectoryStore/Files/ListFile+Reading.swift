import DirectoryModel
import Foundation
import Language
import Synchronization

extension ListFile {
    /// Reads every element into `staging`.
    /// - Parameter shouldContinue: called after each piece with the number of bytes read; false stops.
    /// - Throws: `StoreError` if the file cannot be read or is not a complete list; `cancelled` if it was stopped.
    func read(into staging: StagedList, shouldContinue: (_ bytes: Int) -> Bool) throws(StoreError) {
        guard mayBePipe || isFileOrMissing else { throw .cannotRead(file: fileName, reason: nameProblem) }
        do { try readElements(into: staging, shouldContinue: shouldContinue) } catch {
            throw readingProblem(for: error, staging.table.definition)
        }
    }

    private func readElements(into staging: StagedList, shouldContinue: (_ bytes: Int) -> Bool) throws {
        let definition = staging.table.definition
        let input = try InputFile(url)
        var reading: ListReading?
        var unmatched: [ArrivingElement] = []
        var bytes = 0
        while let piece = try input.next() {
            let current = try reading ?? self.reading(startingWith: piece, of: definition, into: staging)
            reading = current
            unmatched += try staging.match(current.push(piece).concurrentMap { $0() })
            bytes += piece.count
            guard shouldContinue(bytes) else { throw StoreError.cancelled }
        }
        let last = try (reading ?? .json(definition, isStrict: isStrict)).finish()
        unmatched += try staging.match(last.concurrentMap { $0() })
        guard shouldContinue(bytes) else { throw StoreError.cancelled }
        _ = try staging.match(unmatched, isEnd: true)
    }

    private func readingProblem(for error: any Error, _ definition: Definition) -> StoreError {
        switch error {
        case let problem as StoreError: problem
        case ListError.notAList: .notAList(file: fileName, many: definition.collection.many)
        case ListError.otherCollection(let other):
            .otherCollection(file: fileName, other, many: definition.collection.many)
        case ListError.openQuote(let line): .openQuote(file: fileName, line: line)
        case ListError.binaryPropertyList: .binaryPropertyList(file: fileName)
        case is ListError: .unreadableList(file: fileName)
        case is PropertyListTooLarge: .tooLarge(file: fileName, megabytes: PropertyListKind.largest >> 20)
        case is InputFile.NoWriter: .cannotRead(file: fileName, reason: translated("no program writes to it"))
        default: .cannotRead(file: fileName, reason: StoreError.reason(for: error))
        }
    }

    /// True for the extensions of tables, including those that only other programs write.
    private var isNamedAsTable: Bool {
        format == .csv || ["tsv", "tab", "txt"].contains(url.pathExtension.lowercased())
    }

    /// Lists and tables are recognized by their beginning.
    private func reading(
        startingWith piece: Data, of definition: Definition, into staging: StagedList
    ) throws(ListError) -> ListReading {
        if CardSplitter.isCard(start: piece) {
            guard let reader = CardReader(definition) else { throw .notAList }
            return .cards(definition, reader)
        }
        if isNamedAsTable ? !piece.beginsList : CSVSplitter.isTable(start: piece) {
            // Columns can still be assigned to fields.
            if columns != nil { staging.isList() }
            // Without a table's name, a file must have a known column.
            return .csv(definition, columns: isNamedAsTable || columns?.isEmpty == false ? columns : nil)
        }
        guard PropertyListKind(start: piece) == nil else { return .propertyList(definition, isStrict: isStrict) }
        return .json(definition, isStrict: isStrict)
    }
}

extension Data {
    fileprivate var beginsList: Bool { first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "[") }
}

extension StoredCollection {
    /// Reads `file`, to update records.
    /// - Parameter shouldContinue: called with the number of bytes read.
    /// - Throws: `StoreError`; `cancelled` if `shouldContinue` returned false.
    public func read(
        _ file: ListFile, shouldContinue: (_ bytes: Int) -> Bool = { _ in true }
    ) throws(StoreError) -> StagedList {
        try stage(file, MergeRequest(.update), shouldContinue: shouldContinue)
    }

    func stage(
        _ file: ListFile, _ request: MergeRequest, _ numbering: FileNumbering = .byContent,
        shouldContinue: (_ bytes: Int) -> Bool = { _ in true }
    ) throws(StoreError) -> StagedList {
        let path = file.url.linkTarget.path
        let isSandboxFile = path == sandboxFile()?.path
        let staging = try StagedList(
            self, source: isSandboxFile || !file.isFileOrMissing ? nil : path,
            numbering: file.isMirror ? .preserved : numbering)
        try file.read(into: staging, shouldContinue: shouldContinue)
        try rejectConflicts(in: staging, request, isMirror: file.isMirror || isSandboxFile)
        return staging
    }

    /// Merges the list in `file` in one transaction. If it cannot be read, the store is unchanged.
    /// - Parameters:
    ///   - mayEmpty: false to refuse an empty list, too.
    ///   - offersUndo: false if the user did not request the change.
    ///   - releasing: the keys of own records that the user agreed to lose.
    ///   - lookalikes: what to do with records that look like stored ones; nil to merge those that certainly are about
    ///     the same person, and add the others.
    /// - Throws: `StoreError`; `noRecordsInFile` if no element is a record.
    @discardableResult
    public func load(
        _ file: ListFile, _ strategy: MergeStrategy, mayEmpty: Bool = true, offersUndo: Bool = true,
        releasing: Set<Int> = [], lookalikes: LookalikeChoice? = nil
    ) throws(StoreError) -> ChangeSummary {
        var request = MergeRequest(
            strategy, label: translated("Loading “\(file.fileName)”"), releasing: releasing)
        request.cause = translated("imported")
        request.offersUndo = offersUndo
        var tries = MergeRetries()
        while true {
            // New numbers follow those of the present list.
            request.revision = try revision()
            do {
                let staging = try stage(file, request, lookalikes == .add ? .oneByOne : .byContent)
                try refuseEmptyList(staging, in: file, mayEmpty: mayEmpty)
                let canDecide = !file.isMirror && strategy != .replace
                let decided = canDecide ? try decide(onLookalikesIn: staging, lookalikes) : []
                request.preserving = Set(decided.filter { $0.choice == .skip }.map(\.key))
                var summary = try apply(staging, request)
                // One that looked like the user's own record may have replaced it.
                let replaced = releasing.subtracting(try keys(rows: rows(keys: Array(releasing))))
                summary.lookalikes = decided.filter { $0.choice != .add || !replaced.contains($0.storedKey) }
                return summary
            } catch {
                // A pipe cannot be read again.
                guard file.isFileOrMissing, tries.hasAnother(after: error) else { throw error }
            }
        }
    }

    private func refuseEmptyList(_ list: StagedList, in file: ListFile, mayEmpty: Bool) throws(StoreError) {
        let rejected = try list.rejected
        guard try list.count == 0, !rejected.isEmpty || !mayEmpty else { return }
        let first = Array(rejected.prefix(Self.maxReportedRejected))
        throw .noRecordsInFile(
            file: file.fileName, one: definition.collection.one, rejected: first, more: rejected.count - first.count)
    }
}

/// Reads a file or a pipe sequentially.
final class InputFile {
    /// No program opened the pipe for writing.
    struct NoWriter: Error {}

    private let descriptor: Int32
    private var piece = Data(count: 1 << 16)
    private var hasRead = false
    /// How often a pipe without a writer is polled, every tenth of a second.
    private var tries = 50

    init(_ url: URL) throws {
        // Opening a pipe would block until it has a writer.
        descriptor = open(url.path(percentEncoded: false), O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw POSIXError(system: errno) }
    }

    /// The next bytes, or nil at the end. Waits for a slow writer.
    func next() throws -> Data? {
        while true {
            let count = piece.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                hasRead = true
                return Data(piece.prefix(count))
            }
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            switch (count, errno) {
            case (0, _) where hasRead || !isPipe: return nil
            case (0, _):
                guard tries > 0 else { throw NoWriter() }
                tries -= 1
                poll(&waiting, 1, 100)
            case (_, EAGAIN): poll(&waiting, 1, -1)
            case (_, EINTR): continue
            default: throw POSIXError(system: errno)
            }
        }
    }

    deinit { close(descriptor) }

    private var isPipe: Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    }
}
