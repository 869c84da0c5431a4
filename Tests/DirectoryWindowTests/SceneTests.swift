import DirectoryModel
import DirectoryWidgets
import GtkKit
import TestingSupport
import XCTest

@testable import DirectoryWindow

/// The drawings of a hobby beside a picture.
final class SceneTests: WindowTestCase {
    private static let root = URL(filePath: #filePath).appending(path: "../../..").standardized

    func testEveryFamilyInTheTableHasADrawingOfItsOwnAndNoDrawingIsUnused() throws {
        let table = try String(
            contentsOf: Self.root.appending(path: "Resources/hobby-emojis.txt"), encoding: .utf8)
        let lines = table.split(separator: "\n").filter { !$0.hasPrefix("#") }
        let families = Set(lines.compactMap { $0.split(separator: "\t").dropFirst().first.map(String.init) })
        let icons = Self.root.appending(path: "data/icons/hicolor/symbolic/apps").path
        let named = try FileManager.default.contentsOfDirectory(atPath: icons).compactMap {
            $0.firstMatch(of: /^duke-directory-hobby-(\w+)-symbolic\.svg$/).map { String($0.1) }
        }
        XCTAssertEqual(families, Set(named))
        Desktop.addIcons(in: Self.root.appending(path: "data/icons").path)
        let scene = HobbyScene(around: Avatar(size: 128))
        let window = show(scene.widget, width: 360, height: 260)
        var pictures = Set([try picture(of: window, in: folder)])
        for family in families.sorted() {
            scene.family = family
            waitForFrame(of: window)
            XCTAssertTrue(pictures.insert(try picture(of: window, in: folder)).inserted, family)
        }
    }

    func testASceneRestsAfterItsTimeAndMovesAgainWhenItIsPlayed() throws {
        Desktop.setAnimations(enabled: true)
        let scene = HobbyScene(around: Avatar(size: 128), length: 0.3)
        scene.play()
        XCTAssertFalse(scene.isPlaying, "There is nothing to move.")
        scene.family = "music"
        for _ in 0..<2 {
            scene.play()
            XCTAssertTrue(scene.isPlaying)
            XCTAssertTrue(until { !scene.isPlaying })
        }
        scene.play()
        scene.family = nil
        XCTAssertFalse(scene.isPlaying)
        // And never where animations are off
        Desktop.setAnimations(enabled: false)
        scene.family = "wheel"
        scene.play()
        XCTAssertFalse(scene.isPlaying)
    }

    func testASceneThatMovesStartsAgainWhenItIsPlayed() throws {
        Desktop.setAnimations(enabled: true)
        let scene = HobbyScene(around: Avatar(size: 128), length: 600)
        _ = show(scene.widget, width: 360, height: 260)
        scene.family = "music"
        scene.play()
        scene.play()
        XCTAssertFalse(scene.isPlaying, "A class that stays restarts no animation.")
        XCTAssertTrue(until { scene.isPlaying })
    }
}

/// What a window looks like, as a PNG file.
@MainActor
func picture(of window: Window, in folder: URL) throws -> Data {
    let file = folder.appending(path: "picture.png")
    try Screenshot.png(of: window, to: file.path)
    return try Data(contentsOf: file)
}
