import DirectoryModel
import DirectoryStore
import DirectoryWidgets
import GtkKit
import TestingSupport
import PictureKit
import ProgramFiles
import XCTest

@testable import DirectoryWindow

/// The window in which a picture is cut.
final class PicturePaneTests: WindowTestCase {
    func testAPictureIsCutAndHandedOver() throws {
        let portrait = try Data(contentsOf: XCTUnwrap(DataFolder.portraits.first))
        let (parent, taken) = (show(Label("Below")), Log<Data>())
        let pane = PicturePane.present(over: parent, .data(portrait)) { taken.entries.append($0) }
        XCTAssertTrue(until { pane.page == "crop" })
        pane.usePicture()
        pane.usePicture()
        XCTAssertTrue(until { !taken.entries.isEmpty })
        XCTAssertEqual(taken.entries.count, 1)
        XCTAssertTrue(try XCTUnwrap(taken.entries.first).starts(with: [0xFF, 0xD8]))
    }

    func testNonPictureIsReported() throws {
        let (parent, taken) = (show(Label("Below")), Log<Data>())
        let pane = PicturePane.present(over: parent, .data(Data("hello".utf8))) { taken.entries.append($0) }
        XCTAssertTrue(until { pane.page == "problem" })
        XCTAssertEqual(pane.sentence, PictureError.notAPicture.description)
        pane.usePicture()
        pane.load(.file(URL(filePath: "/dev/null")))
        XCTAssertTrue(until { pane.page == "problem" && pane.sentence.contains("null") })
        pane.load(.problem(.empty))
        XCTAssertTrue(until { pane.page == "problem" && pane.sentence == PictureError.empty.description })
        pane.window.close()
        XCTAssertTrue(taken.entries.isEmpty)
    }
}
