import ClassAPI
import DirectoryModel
import Foundation
import NIOHTTP1

/// Records below a path that is open to everyone: credentials are not sent there.
extension Client {
    /// The largest list that is kept in memory, in bytes.
    private static let largestInMemory = 256 << 20
    /// The most lists that are fetched together.
    private static let maxNames = 1000

    /// The complete list.
    /// - Throws: `notAnAnswer` where an element is not a record.
    func records<R: DirectoryRecord>(at path: String) async throws(SyncError) -> [R] {
        var records: [R] = []
        let largest = min(Self.largestInMemory, limits.largestList)
        let answer = try await bring(.open(.GET, path), largest: largest) { (elements: [ReadElement<R>]) in
            for element in elements {
                guard case .record(let record) = element else { throw SyncError.notAnAnswer(server: "\(server)") }
                records.append(record)
            }
        }
        guard case .whole = answer else { throw .noAnswer(server: "\(server)") }
        return records
    }

    /// The names at `path`; none where the server does not have such a list, as earlier ones do not.
    func names<R: DirectoryRecord>(at path: String, of type: R.Type) async throws(SyncError) -> [String] {
        do throws(SyncError) {
            guard let answer = try await answer(to: .open(.GET, path), about: type),
                let names = try? JSONDecoder().decode([String].self, from: answer.body)
            else { return [] }
            return Array(names.prefix(Self.maxNames))
        } catch {
            switch error {
            case .failed, .notAllowed, .passwordNeeded, .signInRefused, .tooManyGuesses, .askedToWait, .tooLarge:
                return []
            default: throw error
            }
        }
    }

    /// The record that has `key`, or nil where the server does not have it (404).
    func record<R: DirectoryRecord>(_ key: Int, at path: String) async throws(SyncError) -> R? {
        try await version(of: key, at: path)?.record
    }

    /// The same with the server's tag of its version.
    func version<R: DirectoryRecord>(of key: Int, at path: String) async throws(SyncError) -> Published<R>? {
        guard let answer = try await answer(to: .open(.GET, path, key), about: R.self) else { return nil }
        return Published(record: try record(answer, key), tag: answer.tag)
    }

    /// The record that the server made of the body of `route`, which has a key: where no readable answer arrives, it is
    /// sent once more, and the server answers the same record again.
    /// - Throws: `unsure` where the server may have made it, but no readable answer arrived.
    func makeOnce<R: DirectoryRecord>(by route: Route) async throws(SyncError) -> R {
        do throws(SyncError) { return try await make(by: route) } catch {
            guard case .unsure = error, !Task.isCancelled else { throw error }
            // Whatever is answered now, the first request may have made it.
            do throws(SyncError) { return try await make(by: route) } catch _ { throw error }
        }
    }

    /// The record that the server made of the body of `route`.
    /// - Throws: `unsure` where the server may have made it, but no readable answer arrived.
    func make<R: DirectoryRecord>(by route: Route) async throws(SyncError) -> R {
        do throws(SyncError) {
            let answer = try await answer(to: route, about: R.self)
            guard let answer else { throw .failed(server: "\(server)", status: 404) }
            return try record(answer)
        } catch {
            switch error {
            case .answerCut, .answerSlow, .noAnswer, .stalled, .notAnAnswer, .tooLarge:
                throw .unsure(server: "\(server)", one: R.collection.one)
            default: throw error
            }
        }
    }

    /// The record that has `key`, after the server changed it.
    /// - Parameter tag: the version that may be changed; without one, any.
    /// - Throws: `gone` where the server does not have it (404), `conflict` where it has another version (412).
    func change<R: DirectoryRecord>(
        _ key: Int, at path: String, by method: HTTPMethod = .PATCH, ifMatch tag: String? = nil,
        _ body: some Encodable & Sendable
    ) async throws(SyncError) -> R {
        let route = Route.open(method, path, key, ifMatch: tag).carrying(body)
        guard let answer = try await answer(to: route, about: R.self) else {
            throw .gone(server: "\(server)", one: R.collection.one)
        }
        return try record(answer, key)
    }

    /// Removes a record.
    /// - Parameter tag: the version that may be removed; without one, any.
    /// - Returns: false where the server did not have it (404).
    /// - Throws: `conflict` where it has another version (412).
    func remove<R: DirectoryRecord>(
        _ type: R.Type, _ key: Int, at path: String, ifMatch tag: String? = nil
    ) async throws(SyncError) -> Bool {
        try await answer(to: .open(.DELETE, path, key, ifMatch: tag), about: type) != nil
    }

    /// Removes every record.
    /// - Parameter tag: the version of the list that may be removed; without one, any.
    /// - Throws: `conflict` where it has another version (412).
    func removeAll<R: DirectoryRecord>(_ type: R.Type, at path: String, ifMatch tag: String? = nil)
        async throws(SyncError)
    {
        guard try await answer(to: .open(.DELETE, path, ifMatch: tag), about: type) != nil else {
            throw .failed(server: "\(server)", status: 404)
        }
    }

    /// The record in an answer, which must have `key`, or any number where that is nil.
    private func record<R: DirectoryRecord>(_ answer: Answer, _ key: Int? = nil) throws(SyncError) -> R {
        guard let record = try? JSONDecoder().decode(R.self, from: answer.body), record.key > 0,
            key == nil || record.key == key
        else { throw .notAnAnswer(server: "\(server)") }
        return record
    }
}

extension Client {
    /// Streams the list at `route`, and passes its elements to `keep` as they are completed.
    /// - Parameters:
    ///   - largest: how many bytes are read at most.
    ///   - outlined: receives the outline where the answer contains only what changed, before its elements.
    /// - Throws: `SyncError`, with different cases for a cut, a damaged and a refused answer; or the error of `keep`.
    func bring<R: DirectoryRecord>(
        _ route: Route, largest: Int, progress: (TransferProgress) -> Void = { _ in },
        outlined: (ListOutline) -> Void = { _ in }, keep: ([ReadElement<R>]) throws -> Void
    ) async throws(SyncError) -> StreamAnswer {
        var (reader, splitter) = (ListReader<R>(isNumbered: R.definition.numbering == .byServer), ElementSplitter())
        var state = TransferProgress()
        let answer = try await stream(route, largest: largest, outlined: outlined) { length in
            state.expected = length
            progress(state)
        } piece: { bytes in
            var batch: [ReadElement<R>] = []
            try explained(R.collection) { try reader.read(bytes, by: &splitter, into: &batch) }
            if !batch.isEmpty { try keep(batch) }
            state.received += bytes.count
            state.records += batch.count
            progress(state)
        }
        guard case .whole = answer else { return answer }
        do {
            try explained(R.collection) { try splitter.finish() }
            let last = reader.finish()
            if !last.isEmpty { try keep(last) }
            state.records += last.count
            progress(state)
        } catch { throw problem(for: error, isAfterHead: true) }
        return answer
    }

    /// Runs `body`, and converts its `ListError` to `SyncError`.
    private func explained(_ collection: CollectionInfo, _ body: () throws -> Void) throws {
        do { try body() } catch let problem as ListError {
            throw switch problem {
            case .notAList: SyncError.notAList(server: "\(server)", many: collection.many)
            case .unfinished, .openQuote: SyncError.cutShort(server: "\(server)")
            case .damaged: SyncError.damaged(server: "\(server)")
            }
        }
    }
}

/// Takes the outline, which is the first line, off the pieces of an answer that contains only what changed.
struct OutlineSplitter {
    /// The longest outline that is read, in bytes: the keys of some 200,000 entries.
    private static let longest = 4 << 20
    private static let end = UInt8(ascii: "\n")

    private var line: [UInt8] = []
    private var isComplete = false

    /// Reads a piece, and passes the outline to `outlined`, and what follows it to `rest`.
    /// - Throws: `ListError.notAList` where the first line is not an outline, or the error of `rest`.
    mutating func take(
        _ piece: UnsafeRawBufferPointer, _ outlined: (ListOutline) -> Void, rest: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        guard !isComplete else { return try rest(piece) }
        let part = piece.prefix { $0 != Self.end }
        line += part
        guard line.count <= Self.longest else { throw ListError.notAList }
        guard part.endIndex < piece.endIndex else { return }
        guard let outline = try? JSONDecoder().decode(ListOutline.self, from: Data(line)), outline.count >= 0 else {
            throw ListError.notAList
        }
        (isComplete, line) = (true, [])
        outlined(outline)
        let following = piece.dropFirst(part.count + 1)
        if !following.isEmpty { try rest(UnsafeRawBufferPointer(rebasing: following)) }
    }
}
