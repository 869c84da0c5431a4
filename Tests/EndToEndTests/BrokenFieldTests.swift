import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import ScreenFixtures
import Testing
import TypedStore

/// A field whose JSON is broken stays as it was here, and the element is listed with what was wrong.
struct BrokenFieldTests {
    let folder = Folder()

    private func download(_ list: [UInt8], into store: Store, _ how: MergeStrategy = .replace) async throws -> String {
        try await RawServer.with(RawServer.answer(list)) { server in
            let client = try server.client()
            let download = Download(store[.people], client: client, strategy: how)
            guard let arrival = try await download.fetch(progress: { _ in }) else { return "" }
            return try download.apply(arrival).words
        }
    }

    @Test(arguments: MergeStrategy.allCases)
    func brokenElementsLeaveStoredRecordsUnchanged(how: MergeStrategy) async throws {
        // Given somebody here, with a picture
        let model = try folder.model()
        let picture = "iVBORw0KGgo="
        _ = model.add(DukePerson(DUID: 7, fName: "José", from: "Lima", team: "Owls", picture: picture))
        // When a list of UTF-8 arrives in which the first name and the picture are broken, and the place is another
        let list = Array(#"[{"DUID":8,"fName":"Zoë"},{"DUID":7,"from":"Cusco","picture":"\q","fName":"Jos"#.utf8)
        let words = try await download(list + [0xE9] + Array(#"","lName":"Li"}]"#.utf8), into: model.store, how)
        // Then the rest is taken over, and it is listed
        #expect(words == "1 new, 1 changed, 1 with a value not imported")
        let here = try #require(model.find(7))
        #expect([here.fName, here.lName, here.from, here.team] == ["José", "Li", "Cusco", ""])
        #expect(here.picture == picture)
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
        let list = Array(#"[{"DUID":8,"fName":"Zoë"},{"DUID":7,"lName":"Li","fName":"Jos"#.utf8)
        _ = try await download(list + broken + Array(#""}]"#.utf8), into: model.store)
        let kept = try #require(try model.store[.people].storedRejected().first)
        // When that is mended, it takes the place of what was taken in, and of nobody else
        #expect(try !model.store.accept(DukePerson(DUID: 8, fName: "José"), from: kept))
        #expect(try model.store.accept(DukePerson(DUID: 7, fName: "José", lName: "Li"), from: kept))
        #expect(model.find(7)?.fName == "José" && model.find(8)?.fName == "Zoë")
        #expect(try model.store[.people].rejectedCount() == 0)
    }
}
