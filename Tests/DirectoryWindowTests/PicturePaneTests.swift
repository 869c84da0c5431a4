import DirectoryModel
import DirectoryStore
import DirectoryWidgets
import GtkKit
import TestingSupport
import PictureKit
import ProgramFiles
import Resources
import XCTest

@testable import DirectoryWindow

/// The window in which a picture is cut.
final class PicturePaneTests: XCTestCase {
    func testAPictureIsCutAndHandedOver() throws {
        try onDisplay {
            let portrait = try Data(contentsOf: XCTUnwrap(DataFolder.portraits.first))
            let (parent, taken) = (Window(), Taken())
            parent.present()
            let pane = PicturePane.present(over: parent, .data(portrait)) { taken.pictures.append($0) }
            XCTAssertTrue(until { pane.page == "crop" })
            shoot(pane, "crop")
            pane.usePicture()
            pane.usePicture()
            XCTAssertTrue(until { !taken.pictures.isEmpty })
            XCTAssertEqual(taken.pictures.count, 1)
            XCTAssertTrue(try XCTUnwrap(taken.pictures.first).starts(with: [0xFF, 0xD8]))
            parent.destroy()
        }
    }

    func testWhatIsNoPictureIsToldInWords() throws {
        try onDisplay {
            let (parent, taken) = (Window(), Taken())
            parent.present()
            let pane = PicturePane.present(over: parent, .data(Data("hello".utf8))) { taken.pictures.append($0) }
            XCTAssertTrue(until { pane.page == "problem" })
            XCTAssertEqual(pane.sentence, PictureError.notAPicture.description)
            shoot(pane, "problem")
            pane.usePicture()
            pane.load(.file(URL(filePath: "/dev/null")))
            XCTAssertTrue(until { pane.page == "problem" && pane.sentence.contains("null") })
            pane.load(.problem(.empty))
            XCTAssertTrue(until { pane.page == "problem" && pane.sentence == PictureError.empty.description })
            pane.window.close()
            XCTAssertTrue(taken.pictures.isEmpty)
            parent.destroy()
        }
    }
}

/// Leaves pictures of the window in the folder that DIRECTORY_PICTURES names, light and dark.
@MainActor
private func shoot(_ pane: PicturePane, _ name: String) {
    guard let folder = picturesFolder() else { return }
    for isDark in [false, true] {
        StyleSheet.install(Resources.style(isDark: isDark, isThemeOurs: true))
        Desktop.forceDark(isDark)
        var isDrawn = false
        pane.window.afterNextFrame { isDrawn = true }
        XCTAssertTrue(until { isDrawn })
        XCTAssertNoThrow(try Screenshot.png(of: pane.window, to: "\(folder)/picture-\(name)-\(isDark).png"))
    }
    Desktop.forceDark(false)
}

@MainActor
private final class Taken {
    var pictures: [Data] = []
}
