import DirectoryModel
import Foundation
import NIOHTTP1

/// Records below a path that is open to everybody: no credentials are sent there.
extension Client {
    /// The largest list that is kept in memory, in bytes.
    private static let largestInMemory = 256 << 20

    /// The whole list.
    /// - Throws: `notAnAnswer` where anything in it is no record.
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

    /// The record that has `key`, or nil where the server has none (404).
    func record<R: DirectoryRecord>(_ key: Int, at path: String) async throws(SyncError) -> R? {
        try await version(of: key, at: path)?.record
    }

    /// The same with the server's name for its version.
    func version<R: DirectoryRecord>(of key: Int, at path: String) async throws(SyncError) -> Published<R>? {
        guard let answer = try await answer(to: .open(.GET, path, key), about: R.self) else { return nil }
        return Published(record: try record(answer, key), tag: answer.tag)
    }

    /// What the server made of `body`.
    /// - Throws: `unsure` where it may have made it although no answer arrived that can be read.
    func make<R: DirectoryRecord>(_ body: some Encodable & Sendable, at path: String) async throws(SyncError) -> R {
        try await make(by: .open(.POST, path).carrying(body))
    }

    /// What the server made of the body of `route`.
    /// - Throws: `unsure` where it may have made it although no answer arrived that can be read.
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

    /// What the server made of the record that has `key`.
    /// - Parameter tag: the version that may be changed; without one, any.
    /// - Throws: `gone` where it has none (404), `conflict` where it has another version (412).
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
    /// - Returns: false where the server had none (404).
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

    /// The record an answer holds, which has to have `key`, or any number where that is nil.
    private func record<R: DirectoryRecord>(_ answer: Answer, _ key: Int? = nil) throws(SyncError) -> R {
        guard let record = try? JSONDecoder().decode(R.self, from: answer.body), record.key > 0,
            key == nil || record.key == key
        else { throw .notAnAnswer(server: "\(server)") }
        return record
    }
}

/// A list while it arrives.
private final class Gathered<R: DirectoryRecord>: @unchecked Sendable {
    var records: [R] = []
}
