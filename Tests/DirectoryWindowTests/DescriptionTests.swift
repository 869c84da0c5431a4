import DirectoryWidgets
import GtkKit
import TestingSupport
import PictureKit
import GtkKit
import Resources
import XCTest

/// Every user interface description loads and holds every id the panes look for.
final class DescriptionTests: XCTestCase {
    func testEveryDescriptionHoldsItsIds() throws {
        try onDisplay {
            XCTAssertFalse(Resources.descriptions.isEmpty)
            for (name, text, ids) in Resources.descriptions {
                let builder = try Builder(text)
                for id in ids {
                    do { _ = try builder.get(id, as: Label.self) } catch Builder.Failure.mismatch {
                    } catch { XCTFail("\(error) in \(name).ui") }
                }
            }
        }
    }

    func testEveryFileIsListed() throws {
        let folder = URL(filePath: #filePath).appending(path: "../../../Resources/ui").standardized
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        XCTAssertEqual(files.sorted(), Resources.descriptions.map { "\($0.name).ui" }.sorted())
    }
}

extension XCTestCase {
    /// Runs `body` on the main thread with GTK, or skips where there is no display.
    func onDisplay(_ body: @MainActor () throws -> Void) throws {
        try MainActor.assumeIsolated {
            guard Desktop.hasDisplay else { throw XCTSkip("This test needs a display to open a window on.") }
            Desktop.stillCursor()
            defer { assertNoWindowIsOpen() }
            try body()
        }
    }
}
