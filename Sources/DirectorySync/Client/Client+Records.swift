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
        let list = Gathered<R>()
        let answer = try await bring(.open(.GET, path), largest: min(Self.largestInMemory, limits.largestList)) {
            (elements: [ReadElement<R>]) in
            for element in elements {
                guard case .record(let record) = element else {
                    throw SyncError.notAnAnswer(server: "\(self.server)")
                }
                list.records.append(record)
            }
        }
        guard case .whole = answer else { throw .noAnswer(server: "\(server)") }
        return list.records
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
        var route = Route.open(method, path, key).carrying(body)
        route.replacedTag = tag
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
        var route = Route.open(.DELETE, path, key)
        route.replacedTag = tag
        return try await answer(to: route, about: type) != nil
    }

    /// Removes every record.
    /// - Parameter tag: the version of the list that may be removed; without one, any.
    /// - Throws: `conflict` where it has another version (412).
    func removeAll<R: DirectoryRecord>(_ type: R.Type, at path: String, ifMatch tag: String? = nil)
        async throws(SyncError)
    {
        var route = Route.open(.DELETE, path)
        route.replacedTag = tag
        guard try await answer(to: route, about: type) != nil else {
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

/// A list as it arrives.
private final class Gathered<R: DirectoryRecord>: @unchecked Sendable {
    var records: [R] = []
}

extension Client {
    /// Streams the list at `route`, and passes its elements to `keep` as they are completed.
    /// - Parameter largest: how many bytes are read at most.
    /// - Throws: `SyncError`, with different cases for a cut, a damaged and a refused answer; or the error of `keep`.
    func bring<R: DirectoryRecord>(
        _ route: Route, largest: Int, progress: @escaping @Sendable (TransferProgress) -> Void = { _ in },
        keep: @escaping ([ReadElement<R>]) throws -> Void
    ) async throws(SyncError) -> StreamAnswer {
        let listDecoder = StreamingListDecoder<R>(server: server.description, progress: progress, keep: keep)
        let answer = try await stream(route, largest: largest) {
            listDecoder.expect($0)
        } piece: {
            try listDecoder.take($0)
        }
        if case .whole = answer {
            do { try listDecoder.finish() } catch { throw problem(for: error, isAfterHead: true) }
        }
        return answer
    }
}

/// Converts the bytes of one answer to records. One task uses it; it is a class so that its parts share state.
private final class StreamingListDecoder<R: DirectoryRecord>: @unchecked Sendable {
    private let server: String
    private let progress: @Sendable (TransferProgress) -> Void
    private let keep: ([ReadElement<R>]) throws -> Void
    private var reader = ListReader<R>(isNumbered: R.definition.numbering == .byServer)
    private var splitter = ElementSplitter()
    private var expected: Int?
    private var received = 0
    private var records = 0

    init(
        server: String, progress: @escaping @Sendable (TransferProgress) -> Void,
        keep: @escaping ([ReadElement<R>]) throws -> Void
    ) {
        self.server = server
        self.progress = progress
        self.keep = keep
    }

    func expect(_ length: Int?) {
        expected = length
        report()
    }

    func take(_ piece: UnsafeRawBufferPointer) throws {
        var batch: [ReadElement<R>] = []
        do {
            try reader.read(piece, by: &splitter, into: &batch)
        } catch let problem as ListError { throw explained(problem) }
        if !batch.isEmpty { try keep(batch) }
        received += piece.count
        records += batch.count
        report()
    }

    func finish() throws {
        do { try splitter.finish() } catch { throw explained(error) }
        let last = reader.finish()
        guard !last.isEmpty else { return }
        try keep(last)
        records += last.count
        report()
    }

    private func explained(_ problem: ListError) -> SyncError {
        switch problem {
        case .notAList: .notAList(server: server, many: R.collection.many)
        case .unfinished, .openQuote: .cutShort(server: server)
        case .damaged: .damaged(server: server)
        }
    }

    private func report() { progress(TransferProgress(received: received, expected: expected, records: records)) }
}

/// Takes the outline, which is the first line, off the pieces of an answer that contains only what changed.
struct OutlineSplitter {
    /// The longest outline that is read, in bytes: the keys of some 200,000 entries.
    private static let longest = 4 << 20
    private static let end = UInt8(ascii: "\n")

    private let outlined: @Sendable (ListOutline) -> Void
    private var line: [UInt8] = []
    private var isComplete = false

    init(_ outlined: @escaping @Sendable (ListOutline) -> Void) { self.outlined = outlined }

    /// Reads a piece, and passes what follows the outline to `rest`.
    /// - Throws: `ListError.notAList` where the first line is not an outline, or the error of `rest`.
    mutating func take(_ piece: UnsafeRawBufferPointer, rest: (UnsafeRawBufferPointer) throws -> Void) throws {
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
