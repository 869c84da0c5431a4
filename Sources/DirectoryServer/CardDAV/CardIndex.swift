import DirectoryModel
import Foundation
import Synchronization

/// The tags of all cards of a collection, updated by deltas.
final class CardIndex<R: DirectoryRecord>: Sendable {
    struct State: Sendable {
        var tag = ""
        var tags: [Int: ServedCard.Tag] = [:]

        mutating func add(_ json: Data, _ writer: CardWriter<R>) throws {
            let card = try ServedCard(json, as: R.self, writer)
            tags[card.key] = card.tag
        }
    }

    private let repository: SQLRepository
    private let writer: CardWriter<R>
    private let turns = AsyncSemaphore(1)
    private let latest = Mutex<State?>(nil)

    init(repository: SQLRepository, writer: CardWriter<R>) {
        (self.repository, self.writer) = (repository, writer)
    }

    /// The current cards.
    /// - Throws: an error of the database, or a decoding error; the list is never partial.
    func state() async throws -> State {
        try await turns.run {
            let old = latest.withLock { $0 }
            let new = try await updated(old)
            latest.withLock { $0 = new }
            return new
        }
    }

    private func updated(_ old: State?) async throws -> State {
        let (name, writer) = (R.collection.name, writer)
        if let old {
            guard try await repository.listTag(of: name) != old.tag else { return old }
            let new = try await repository.withDelta(of: name, since: DeltaRequest(tag: old.tag)) { delta in
                var new = State(tag: delta.tag, tags: old.tags)
                for key in delta.removed { new.tags[key] = nil }
                try delta.each { try new.add($0, writer) }
                return new
            }
            if let new { return new }
        }
        let snapshot = try await repository.snapshot(of: name)
        var state = State(tag: snapshot.tag)
        try await snapshot.forEachPiece { for json in $0 { try state.add(json, writer) } }
        return state
    }
}
