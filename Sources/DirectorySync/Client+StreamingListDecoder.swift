import DirectoryModel
import Foundation

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
