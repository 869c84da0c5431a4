import DirectoryModel
import DirectoryScreens
import DirectoryStore
import ScreenFixtures
import TypedStore
import XCTest

/// Tests of screens without any window, on a folder of their own.
@MainActor
class ScreenTestCase: XCTestCase {
    let folder = Folder()
    let host = TestHost()

    /// The window's screens, and that of the open collection, which has these records, once nothing is under way.
    func opened(
        _ definition: Definition, with records: [Record], netid: String = "demo"
    ) async throws -> (DirectoryScreen, CollectionScreen) {
        let window = try window(on: folder, netid: netid, collection: definition.collection.name)
        try window.store[definition].saveAll(records)
        window.host = host
        window.appeared()
        let screen = window.screen(of: definition)
        await finished(screen)
        return (window, screen)
    }

    func opened<R: TypedRecord>(
        _ type: R.Type, with records: [R], netid: String = "demo"
    ) async throws -> (DirectoryScreen, CollectionScreen) {
        try await opened(R.definition, with: records.map(\.record), netid: netid)
    }
}

extension FormScreen {
    /// Types into a field and leaves it.
    func entered(_ text: String, in key: String) {
        typed(text, in: key)
        fieldDidLoseFocus(key)
    }
}

extension CollectionScreen {
    /// Opens a record, presses Edit, and returns the form.
    func editForm(of key: Int) throws -> FormScreen {
        XCTAssertTrue(open(key: key))
        return try editForm()
    }
}
