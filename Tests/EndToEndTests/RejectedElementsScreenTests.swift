import DirectoryModel
import DirectoryScreens
import DirectoryStore
import DirectorySync
import ScreenFixtures
import TypedStore
import Waiting
import XCTest

/// Elements that were no person: why, to whom to write, and another try.
@MainActor
final class RejectedElementsScreenTests: XCTestCase {
    private let folder = Folder()
    private let list = #"""
        [{"DUID": 5, "fName": "Whole"}, {"fName": "Ann", "email": "ann.li+x@cs.duke.edu"},
        {"DUID": "many", "netID": "bb22"}, "a text", {"DUID": 6, "fName": }]
        """#

    /// The page of what that list left.
    private func opened() async throws -> (CollectionScreen, RejectedElementsScreen) {
        try await RawServer.with(RawServer.answer(list)) { raw in
            let screen = try directory(in: folder, server: try raw.address)
            await screen.download(.replace)
            XCTAssertEqual(screen.transfer.report?.text, "1 person downloaded: 1 new, 4 skipped")
            XCTAssertEqual(screen.transfer.report?.details.count, 4)
            return (screen, try screen.openRejected())
        }
    }

    func testEveryElementShowsReasonAndContact() async throws {
        let (_, page) = try await opened()
        XCTAssertEqual(
            page.elements.map(\.reason),
            [
                "This is not a person: it has no DUID.", "This is not a person: its DUID “many” is not a number.",
                "This is not a person: it is not an object.", "The entry is not valid JSON.",
            ])
        let letters = page.elements.map(\.letter)
        XCTAssertTrue(letters[0]?.hasPrefix("mailto:ann.li%2Bx%40cs.duke.edu?subject=Your%20directory") == true)
        XCTAssertTrue(letters[1]?.hasPrefix("mailto:bb22%40duke.edu?") == true)
        XCTAssertNil(letters[2])
        XCTAssertNil(letters[3])
        let text = letters[0]?.removingPercentEncoding ?? ""
        XCTAssertTrue(text.contains("it has no DUID.") && text.contains(#""fName": "Ann""#))
        XCTAssertEqual(page.omittedCount, 0)
    }

    func testCorrectedTextAddsRecordAndWrongTextGivesReason() async throws {
        let (screen, page) = try await opened()
        let ids = page.elements.map(\.id)
        // What is still wrong, and what is said
        let tries = [
            (#"{"DUID": 7, "email": "a b"}"#, "The Email must be an email address such as abc12@duke.edu."),
            (#"{"DUID": 5}"#, "The DUID 0000005 already belongs to Whole."),
            (#"{"DUID": "#, "The entry is not valid JSON."),
            ("[]", "This is not a person: it is not an object."), ("", "The entry is not valid JSON."),
            (#"{"DUID": -7}"#, "This is not a person: its DUID “-7” is below 0."),
        ]
        for (text, reason) in tries {
            page.typed(text, in: ids[0])
            await page.tryAgainTapped(ids[0])
            XCTAssertEqual(page.elements.first?.reason, reason)
            XCTAssertEqual(try screen.everybody().map(\.DUID), [5])
            XCTAssertNil(page.text)
        }
        // When it is right, it is taken in as the rules mend it, in store and file
        page.typed(#"{"DUID": 7, "fName": " Ann ", "email": "ANN@duke.edu"}"#, in: ids[0])
        await page.tryAgainTapped(ids[0])
        XCTAssertEqual(page.text, "Ann added")
        XCTAssertEqual(page.elements.map(\.id), Array(ids.dropFirst()))
        XCTAssertEqual(try screen.store.find(DukePerson.self, key: 7)?.email, "ann@duke.edu")
        await eventually { (try? screen.inFile().map(\.DUID)) == [5, 7] }
        // And what is forgotten remains away, also after a restart
        await page.forgetTapped(ids[1])
        let next = try directory(in: folder).openRejected()
        XCTAssertEqual(next.elements.map(\.id), Array(ids.dropFirst(2)))
        XCTAssertEqual(next.elements.first?.raw, #""a text""#)
        // And taking in is undone
        screen.undoTapped()
        await eventually { (try? screen.everybody().map(\.DUID)) == [5] }
    }
}
