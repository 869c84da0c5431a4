import DirectoryModel
import DirectoryStore
import Foundation
import Testing
import TypedStore

/// Duplicates among 10,000 made contacts with 1,100 labeled pairs.
struct DuplicateCorpusTests {
    private let sandbox = Folder()

    @Test(arguments: [1, 20, 300] as [UInt64])
    func certainPairsAreRightAndMostPairsAreOffered(_ seed: UInt64) throws {
        // Given
        let corpus = DuplicateCorpus(seed: seed)
        let store = try sandbox.store()
        try store.saveAll(corpus.contacts)
        // When
        let groups = try store[.contacts].duplicates()
        // Then
        for group in groups where group.isCertain {
            #expect(Set(group.keys.compactMap { corpus.people[$0] }).count == 1, "\(group)")
        }
        #expect(groups.count(where: \.isCertain) > 100)
        let offered = groups.filter { $0.section == .likely }
        let missed = corpus.same.filter { pair in !offered.contains { Set($0.keys).isSuperset(of: pair.keys) } }
        let recall = 1 - Double(missed.count) / Double(corpus.same.count)
        #expect(recall >= 0.95, "Not offered: \(Dictionary(grouping: missed, by: \.kind).mapValues(\.count))")
        let first = groups.prefix(2 * corpus.same.count)
        let early = corpus.same.count { pair in first.contains { Set($0.keys).isSuperset(of: pair.keys) } }
        #expect(Double(early) >= 0.95 * Double(corpus.same.count), "Not among the first")
        // More is offered than true pairs, but not by much.
        #expect(offered.count < 2 * corpus.same.count)
        print("Seed \(seed): \(groups.count(where: \.isCertain)) certain, \(offered.count) offered, recall \(recall)")
    }

    @Test func mergingAllCertainOnesCanBeUndone() throws {
        // Given
        let store = try sandbox.store(offersUndo: true)
        let corpus = DuplicateCorpus(seed: 4, count: 2_000, sameCount: 400)
        try store.saveAll(corpus.contacts)
        func all() throws -> [Contact] { try store.whole(Contact.self) { _ in true } }
        let before = try all()
        func certain() throws -> [(records: Mergeable, merged: Record)] {
            try store[.contacts].duplicates().filter(\.isCertain).map { group in
                let records = try store[.contacts].mergeable(keys: group.keys)
                let merged = try #require(records.merged)
                #expect(records.losses(in: merged).isEmpty, "\(records)")
                return (records, merged)
            }
        }
        let merges = try certain()
        #expect(merges.count > 20)
        // When they are merged together
        try store[.contacts].merge(merges)
        // Then none is left, and one undo brings all back
        #expect(try certain().isEmpty)
        #expect(try store[.contacts].count() == 2_000 - merges.reduce(0) { $0 + $1.records.records.count - 1 })
        #expect(try store[.contacts].undoLast()?.left == 0)
        #expect(try all() == before)
        // And one by one
        for merge in merges.prefix(40) { try store[.contacts].merge([merge]) }
        #expect(try all() != before)
        for _ in merges.prefix(40) { #expect(try store[.contacts].undoLast() != nil) }
        #expect(try all() == before)
        // And redone
        #expect(try store[.contacts].redoLast() != nil)
        #expect(try store[.contacts].count() == 1_999)
    }
}
