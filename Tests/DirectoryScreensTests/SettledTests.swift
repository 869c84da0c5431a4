import DirectoryModel
import DirectoryStore
import Foundation
import Observation
import Testing

@testable import DirectoryScreens

/// When a list has come to rest, so that a picture of it shows the end of it.
@MainActor
struct IdleTests {
    @Test func listSearchingOtherCollectionsIsNotIdle() async throws {
        let folder = URL.temporaryDirectory.appending(path: "settled-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try DataModel(sandbox: folder).store
        let list = ListScreen(of: store[.people], memory: InMemoryStateStore())
        let (shown, ask) = AsyncStream.makeStream(of: String.self)
        let (answers, answer) = AsyncStream.makeStream(of: Int.self)
        list.elsewhere = { text in
            ask.yield(text)
            for await count in answers {
                return [GlobalSearchScreen.Found(collection: Contact.collection, count: count)]
            }
            return []
        }
        #expect(list.isIdle)
        // Given a search that finds nothing here
        list.searchChanged("holloweye")
        #expect(!list.isIdle)
        var questions = shown.makeAsyncIterator()
        #expect(await questions.next() == "holloweye")
        // Then it is not settled until the others have answered
        #expect(!list.isSearching)
        #expect(!list.isIdle)
        let (finished, continuation) = AsyncStream.makeStream(of: Void.self)
        withObservationTracking {
            _ = list.emptyState
        } onChange: {
            continuation.yield()
        }
        answer.yield(2)
        for await _ in finished { break }
        #expect(list.isIdle)
        #expect(list.emptyState?.step == .searchIn("contacts"))
    }
}
