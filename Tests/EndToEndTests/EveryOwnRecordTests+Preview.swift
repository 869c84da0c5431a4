import DirectoryModel
import DirectoryScreens
import DirectoryStore
import DirectorySync
import TypedStore
import XCTest

/// What a download shows before is what it does, whatever the own record is.
extension EveryOwnRecordTests {
    func testThePreviewCountsTheOwnRecord() async throws { try await each { try await thePreviewCounts(kind: $0) } }

    /// Loads the file as the window does.
    /// - Returns: 0, as a program ends that did what it was asked for.
    func loadFromDiskInTheWindow() async throws -> Int {
        let screen = try directory(in: folder)
        await screen.loadFromDiskTapped()
        try screen.store.flush()
        return 0
    }

    private func thePreviewCounts(kind: Kind) async throws {
        // Given somebody whom a replace removes, so that it is asked
        XCTAssertTrue(try prepared(kind).add(DukePerson(DUID: 3, netid: "cy3", fName: "Cy")), "\(kind)")
        for answer in [MergeScreen.Side.mine, .theirs, nil] {
            let model = try folder.model()
            try await RawServer.with(RawServer.answer(try json())) { raw in
                let screen = try directory(in: folder, server: try ServerAddress("127.0.0.1:\(raw.port)"))
                await screen.download(.replace)
                screen.transfer.mergeAnswered(answer)
                await screen.asked()
                let shown = try XCTUnwrap(screen.transfer.preview?.words.replacing("+", with: ""), "\(kind)")
                screen.transfer.applyTapped()
                await screen.asked()
                let told = try XCTUnwrap(screen.transfer.report?.text, "\(kind)")
                XCTAssertTrue(told.hasSuffix(": \(shown)"), "\(kind): \(told), not \(shown)")
                _ = try screen.store[.people].undoLast()
                XCTAssertNotNil(model.find(3), "\(kind)")
            }
        }
    }
}
