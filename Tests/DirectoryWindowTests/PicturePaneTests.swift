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
        let (parent, taken) = (Window(), Taken())
        parent.present()
        let pane = PicturePane.present(over: parent, .data(portrait)) { taken.pictures.append($0) }
        XCTAssertTrue(until { pane.page == "crop" })
        pane.usePicture()
        pane.usePicture()
        XCTAssertTrue(until { !taken.pictures.isEmpty })
        XCTAssertEqual(taken.pictures.count, 1)
        XCTAssertTrue(try XCTUnwrap(taken.pictures.first).starts(with: [0xFF, 0xD8]))
    }

    func testNonPictureIsReported() throws {
        let (parent, taken) = (Window(), Taken())
        parent.present()
        let pane = PicturePane.present(over: parent, .data(Data("hello".utf8))) { taken.pictures.append($0) }
        XCTAssertTrue(until { pane.page == "problem" })
        XCTAssertEqual(pane.sentence, PictureError.notAPicture.description)
        pane.usePicture()
        pane.load(.file(URL(filePath: "/dev/null")))
        XCTAssertTrue(until { pane.page == "problem" && pane.sentence.contains("null") })
        pane.load(.problem(.empty))
        XCTAssertTrue(until { pane.page == "problem" && pane.sentence == PictureError.empty.description })
        pane.window.close()
        XCTAssertTrue(taken.pictures.isEmpty)
    }
}

@MainActor
private final class Taken {
    var pictures: [Data] = []
}
