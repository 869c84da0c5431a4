import DirectoryModel
import DirectoryStore
import Foundation
import GRDB
import Synchronization
import Testing

/// Searching a list that changes between two looks.
struct SearchOfOthersTests {
    private let sandbox = Sandboxed()

    @Test func aListThatAnotherProgramChangesAllTheTimeIsNotDamaged() async throws {
        let (store, other) = (try sandbox.store(), try sandbox.store())
        try other.save(Contact(key: 1))
        let index = SearchIndex<Growing>(store: store)
        let query = SearchQuery("fi=zoe", in: Growing.definition)
        // Now and then is enough: the fields are looked at many times in each search, and for each contact.
        let looks = Mutex(0)
        let addsOne: @Sendable () -> Void = {
            let isTime = looks.withLock { looks in
                looks += 1
                return looks.isMultiple(of: 20)
            }
            if isTime { _ = try? other.save(Contact(key: 1 + other.count(of: Contact.self))) }
        }
        let hits = try await OtherProgram.$isAsked.withValue(addsOne) { try await index.search(query) }
        #expect(!hits.contains(1))
    }

    @Test func aFileThatSaysTwoThingsAtOneRevisionIsDamaged() async throws {
        let store = try sandbox.store()
        try store.saveAll([Contact(key: 1), Contact(key: 2)])
        let index = SearchIndex<Contact>(store: store)
        try await index.prepare()
        try await DatabaseQueue(path: sandbox.url.appending(path: "directory.sqlite").path).write {
            try $0.execute(sql: "DELETE FROM contacts WHERE id = 2")
        }
        await #expect(throws: StoreError.damaged) { try await index.search("ci=durham") }
    }
}

/// Another program, which changes the list whenever somebody looks which fields a `Growing` has.
private enum OtherProgram {
    @TaskLocal static var isAsked: (@Sendable () -> Void)?
}

/// A contact whose list grows under whoever reads it.
private struct Growing: DirectoryRecord {
    var record: DirectoryModel.Record
    init(_ record: DirectoryModel.Record) { self.record = record }

    static var definition: Definition {
        OtherProgram.isAsked?()
        return Definition(
            Contact.collection,
            fields: [
                Field(key: "id", token: "id", label: Contact.fields[0].name),
                Field("firstName", token: "fi", label: Contact.fields[1].name),
            ], presentation: Presentation { $0["firstName"].text })
    }
}
