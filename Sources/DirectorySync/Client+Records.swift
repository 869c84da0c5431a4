import DirectoryModel
import Foundation
import NIOHTTP1

/// Records below a path that is open to everyone: credentials are not sent there.
extension Client {
    /// The largest list that is kept in memory, in bytes.
    private static let largestInMemory = 256 << 20
    /// The most lists that are fetched together.
    private static let mostNames = 1000

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
            return Array(names.prefix(Self.mostNames))
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
