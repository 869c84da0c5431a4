import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import TypedStore
import Waiting
import XCTest

/// The mark of what is not uploaded yet. XCTest, for the store's first value needs the main thread.
@MainActor
final class EditedMarkTests: XCTestCase {
    let folder = Folder()

    func testTheMarkComesWithTheEditAndGoesWithTheUpload() async throws {
        let model = try folder.model()
        try await withClassServer(people: 12) { server in
            // Given a downloaded record of mine, and somebody who looks at the mark
            let client = Client(server: server, credentials: demo)
            let download = Download(model.store[.people], client: client, strategy: .replace)
            guard let arrival = try await download.fetch(progress: { _ in }) else {
                return XCTFail("Nothing arrived")
            }
            _ = try download.apply(arrival)
            var seen: [[Int]] = []
            let observation = model.store[.people].observeEditedKeys() {
                XCTFail("\($0)")
            } onChange: {
                seen.append($0)
            }
            XCTAssertEqual(seen, [[]])
            // When I edit it and upload it
            var mine = try XCTUnwrap(try model.store.records(of: DukePerson.self, ownedBy: "demo").first)
            mine.team = "Edited"
            _ = model.update(mine)
            let isMarked = await until { seen.last == [mine.DUID] }
            XCTAssertTrue(isMarked)
            let outcome = try await Upload(model.store[.people], client: client).publish(key: mine.DUID)
            XCTAssertEqual(outcome, .replaced)
            // Then the mark came and went
            let isClear = await until { seen.count == 3 }
            XCTAssertTrue(isClear)
            XCTAssertEqual(seen, [[], [mine.DUID], []])
            observation.cancel()
        }
    }
}
