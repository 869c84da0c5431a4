import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import ScreenFixtures
import Testing
import TypedStore

/// A field whose JSON is broken remains as it was here, and the element is listed with what was wrong.
struct BrokenFieldTests {
    let folder = Folder()

    private func download(_ list: [UInt8], into store: Store, _ strategy: MergeStrategy = .replace) async throws
        -> String
    {
        try await RawServer.with(RawServer.answer(list)) { server in
            let client = try server.client()
            let download = Download(store[.people], client: client, strategy: strategy)
            guard let arrival = try await download.fetch(progress: { _ in }) else { return "" }
            return try download.apply(arrival).text
        }
    }

    @Test(arguments: MergeStrategy.allCases)
    func brokenElementsLeaveStoredRecordsUnchanged(strategy: MergeStrategy) async throws {
        // Given somebody here, with a picture
        let model = try folder.model()
        let picture = "iVBORw0KGgo="
        _ = model.add(DukePerson(DUID: 7, fName: "José", from: "Lima", team: "Owls", picture: picture))
        // When a list of UTF-8 arrives in which the first name and the picture are broken, and the place is another
        let list = Array(#"[{"DUID":8,"fName":"Zoë"},{"DUID":7,"from":"Cusco","picture":"\q","fName":"Jos"#.utf8)
        let message = try await download(list + [0xE9] + Array(#"","lName":"Li"}]"#.utf8), into: model.store, strategy)
        // Then the rest is taken over, and it is listed
        #expect(message == "1 new, 1 changed, 1 with a value not imported")
        let stored = try #require(model.find(7))
        #expect([stored.fName, stored.lName, stored.from, stored.team] == ["José", "Li", "Cusco", ""])
        #expect(stored.picture == picture)
        #expect(
            try model.store[.people].rejected().map(\.reason) == [
                "Li: First Name contains text that is not valid JSON, so it was not imported. "
                    + "Li: Picture contains text that is not valid JSON, so it was not imported."
            ])
    }

    @Test(arguments: [[0xE9], Array(#"\q"#.utf8)])
    func correctedElementReplacesAcceptedOne(broken: [UInt8]) async throws {
        // Given two people, one of whom arrived with a broken name
        let model = try folder.model()
        let list = Array(#"[{"DUID":8,"netid":"zoe1","fName":"Zoë"},{"DUID":7,"lName":"Li","fName":"Jos"#.utf8)
        _ = try await download(list + broken + Array(#""}]"#.utf8), into: model.store)
        let saved = try #require(try model.store[.people].storedRejected().first)
        // When that is mended, it takes the place of what was taken in, and of nobody else
        for other in [DukePerson(DUID: 8, fName: "José"), DukePerson(DUID: 9, netid: "ZOE1", fName: "José")] {
            #expect(try !model.store.accept(other, from: saved))
        }
        #expect(try model.store.accept(DukePerson(DUID: 7, fName: "José", lName: "Li"), from: saved))
        #expect(model.find(7)?.fName == "José" && model.find(8)?.fName == "Zoë")
        #expect(try model.store[.people].rejectedCount() == 0)
    }
}
