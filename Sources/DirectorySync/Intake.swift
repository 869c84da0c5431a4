import DirectoryModel
import Foundation
import Language

extension Client {
    /// Streams the list at `route`, and hands its elements to `keep` as they become whole.
    /// - Throws: `SyncProblem`, which tells a cut, a damaged and a refused answer apart; or what `keep` throws.
    func bring<R: Record>(
        _ route: Route, progress: @escaping @Sendable (TransferProgress) -> Void = { _ in },
        keep: @escaping ([ReadElement<R>]) throws -> Void
    ) async throws(SyncProblem) -> StreamAnswer {
        let intake = Intake<R>(server: server.description, progress: progress, keep: keep)
        let answer = try await stream(route) {
            intake.expect($0)
        } piece: {
            try intake.take($0)
        }
        if case .whole = answer { try intake.finish() }
        return answer
    }
}

/// The bytes of one answer becoming records. One task uses it; the class is what lets its parts share state.
private final class Intake<R: Record>: @unchecked Sendable {
    private let server: String
    private let progress: @Sendable (TransferProgress) -> Void
    private let keep: ([ReadElement<R>]) throws -> Void
    private let reader = ElementReader<R>()
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
            try splitter.push(piece) { batch.append(read($0)) }
        } catch let problem as ListProblem { throw explained(problem) }
        if !batch.isEmpty { try keep(batch) }
        received += piece.count
        records += batch.count
        report()
    }

    func finish() throws(SyncProblem) {
        do { try splitter.finish() } catch { throw explained(error) }
    }

    private func explained(_ problem: ListProblem) -> SyncProblem {
        switch problem {
        case .notAList: .notAList(server: server, many: R.collection.many)
        case .unfinished: .cutShort(server: server)
        case .damaged: .damaged(server: server)
        }
    }

    /// What the server has to number and did not is no record.
    private func read(_ element: ListElement) -> ReadElement<R> {
        let read = reader.read(element)
        guard R.numbering == .byServer, case .record(let record) = read, record.key <= 0,
            case .whole(let bytes) = element
        else { return read }
        return .setAside(
            SetAside(
                reason: translated("This is no \(R.collection.one): it has no number."),
                raw: String(decoding: bytes, as: UTF8.self)))
    }

    private func report() { progress(TransferProgress(received: received, expected: expected, records: records)) }
}
