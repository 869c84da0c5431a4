import Foundation
import GtkKit
import TestingSupport
import XCTest

@testable import PictureKit

final class CropViewTests: MainActorTestCase {
    func testKeysMoveAndZoom() throws {
        let view = CropView(picture: try PictureImporter.read(MadePNG.blank(600, 400)))
        let log = Log<CropRect>()
        view.onChanged { [weak view] in if let view { log.entries.append(view.crop) } }
        present(view)
        XCTAssertTrue(view.grabFocus())
        XCTAssertEqual(view.crop, CropRect(x: 100, y: 0, side: 400))
        XCTAssertTrue(view.pressed(Key("Right")))
        XCTAssertEqual(view.crop, CropRect(x: 80, y: 0, side: 400))
        for name in ["plus", "KP_Add", "equal"] { XCTAssertTrue(view.pressed(Key(name))) }
        XCTAssertEqual(view.crop.side, 231)
        XCTAssertTrue(view.pressed(Key("minus")))
        XCTAssertGreaterThan(view.zoom, 0)
        XCTAssertTrue(view.pressed(Key("Home")))
        XCTAssertEqual(view.crop, CropRect(x: 100, y: 0, side: 400))
        for key in [Key("Return"), Key("Tab"), Key("Left", alt: true), Key("0", control: true)] {
            XCTAssertFalse(view.pressed(key))
        }
        XCTAssertEqual(log.entries.count, 6)
    }

    func testZoomingPreservesPointUnderPointer() throws {
        let view = CropView(picture: try PictureImporter.read(MadePNG.blank(600, 400)))
        present(view)
        let frame = view.frame
        view.zoom(by: 2, around: (Double(frame.x), Double(frame.y)))
        XCTAssertEqual(view.crop, CropRect(x: 100, y: 0, side: 200))
        view.reset()
        view.zoom(by: 2, around: (Double(frame.x + frame.width), Double(frame.y + frame.width)))
        XCTAssertEqual(view.crop, CropRect(x: 300, y: 200, side: 200))
    }

    func testAViewThatIsGoneLeavesNothing() throws {
        try assertAllIsGivenBack { close(show(CropView(picture: try PictureImporter.read(MadePNG.blank(60, 40))))) }
    }

    func testAPictureIsPasted() throws {
        present(Label("A clipboard needs a window"))
        Desktop.copy(try XCTUnwrap(PictureImporter.read(MadePNG.blank(30, 20)).texture))
        let pasted = try XCTUnwrap(Self.paste())
        let picture = try PictureImporter.read(pasted)
        XCTAssertEqual([picture.width, picture.height], [30, 20])
        Desktop.copy("only words")
        XCTAssertNil(try Self.paste())
    }

    func testOnlyFilesOfSomeSizeAreRead() throws {
        let (good, empty, huge, pipe) = (
            folder.appending(path: "a"), folder.appending(path: "b"), folder.appending(path: "c"),
            folder.appending(path: "d")
        )
        try Data([1, 2]).write(to: good)
        for file in [empty, huge] { try Data().write(to: file) }
        truncate(huge.path, PictureFile.limit + 1)
        mkfifo(pipe.path, 0o600)
        XCTAssertEqual(try PictureFile.read(good), Data([1, 2]))
        for (file, problem) in [
            (empty, PictureError.empty), (huge, .fileTooLarge(name: "c")), (pipe, .notAFile(name: "d")),
            (folder, .notAFile(name: folder.lastPathComponent)), (folder.appending(path: "e"), .notRead(name: "e")),
            (URL(filePath: "/dev/zero"), .notAFile(name: "zero")),
        ] {
            XCTAssertThrowsError(try PictureFile.read(file)) { XCTAssertEqual($0 as? PictureError, problem) }
        }
    }

    private static func paste() throws -> Data? { try result { try await Desktop.clipboardPicture() }.get() }
}
