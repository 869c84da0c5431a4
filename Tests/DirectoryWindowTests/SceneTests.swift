import DirectoryWidgets
import GtkKit
import TestingSupport
import PictureKit
import DirectoryModel
import XCTest

@testable import DirectoryWindow

/// Every family of hobbies has a scene of its own, which moves only where it may.
final class SceneTests: FolderTestCase {
    override func setUpWithError() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    func testEveryFamilyDrawsSomethingAndDiffersFromTheOthersAndFromItselfLater() throws {
        let folder = self.folder
        try onDisplay {
            Desktop.setAnimations(enabled: false)
            let canvas = Canvas(width: 320, height: 200)
            let window = try window(with: canvas)
            var pictures = Set([try picture(of: window, in: folder)])
            for family in HobbyScene.Family.allCases {
                for seconds in [0.0, 2.5, 61] {
                    canvas.drawing = { pen, _ in family.draw(with: pen, at: seconds) }
                    drawn(window)
                    let isNew = pictures.insert(try picture(of: window, in: folder)).inserted
                    XCTAssertTrue(isNew, "\(family) after \(seconds) seconds")
                }
            }
            window.destroy()
        }
    }

    func testASceneStandsStillWhereAnimationsAreOffAndGoesOnWhereTheyAreOn() throws {
        let folder = self.folder
        try onDisplay {
            Desktop.setAnimations(enabled: false)
            let scene = HobbyScene()
            scene.family = .wheel
            let window = try window(with: scene)
            let before = try picture(of: window, in: folder)
            drawn(window, times: 5)
            XCTAssertFalse(scene.isTicking)
            XCTAssertEqual(try picture(of: window, in: folder), before)
            Desktop.setAnimations(enabled: true)
            XCTAssertTrue(until { scene.seconds > 0.2 })
            Desktop.setAnimations(enabled: false)
            drawn(window)
            XCTAssertFalse(scene.isTicking)
            XCTAssertNotEqual(try picture(of: window, in: folder), before)
            window.destroy()
        }
    }

    func testASceneRestsAfterItsTimeAndMovesAgainWhenItIsPlayed() throws {
        try onDisplay {
            Desktop.setAnimations(enabled: true)
            defer { Desktop.setAnimations(enabled: false) }
            let scene = HobbyScene(length: 0.3)
            scene.family = .music
            let window = try window(with: scene)
            XCTAssertTrue(until { scene.seconds > 0 })
            XCTAssertTrue(until { !scene.isTicking })
            let before = scene.seconds
            XCTAssertLessThan(before, 3)
            scene.play()
            XCTAssertTrue(until { scene.seconds > before })
            XCTAssertTrue(until { !scene.isTicking })
            window.destroy()
        }
    }

    func testASceneUnderADialogStandsStill() throws {
        try onDisplay {
            Desktop.setAnimations(enabled: true)
            defer { Desktop.setAnimations(enabled: false) }
            let scene = HobbyScene(length: 60)
            scene.family = .wheel
            let window = try window(with: scene)
            XCTAssertTrue(until { scene.seconds > 0 })
            let dialog = Window.secondary(title: "Over it", over: window, width: 200, height: 100)
            dialog.present()
            XCTAssertTrue(until { !scene.isTicking })
            scene.play()
            XCTAssertFalse(scene.isTicking)
            dialog.destroy()
            window.destroy()
        }
    }

    func testNoFamilyRunsNothing() throws {
        try onDisplay {
            Desktop.setAnimations(enabled: true)
            defer { Desktop.setAnimations(enabled: false) }
            let scene = HobbyScene()
            let window = try window(with: scene)
            XCTAssertFalse(scene.isTicking)
            scene.family = .food
            XCTAssertTrue(scene.isTicking)
            scene.family = nil
            XCTAssertFalse(scene.isTicking)
            window.destroy()
        }
    }

    func testTheTableNamesOnlyFamiliesThatHaveAScene() throws {
        let table = URL(filePath: #filePath).appending(path: "../../../Resources/hobby-emojis.txt").standardized
        let lines = try String(contentsOf: table, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }
        let families = Set(lines.compactMap { $0.split(separator: "\t").dropFirst().first.map(String.init) })
        XCTAssertEqual(families, Set(HobbyScene.Family.allCases.map(\.rawValue)))
    }
}

@MainActor
private func window(with widget: Widget) throws -> Window {
    let window = Window()
    window.setDefaultSize(width: 360, height: 260)
    window.child = widget
    window.present()
    drawn(window)
    return window
}

@MainActor
private func picture(of window: Window, in folder: URL) throws -> Data {
    let file = folder.appending(path: "picture.png")
    try Screenshot.png(of: window, to: file.path)
    return try Data(contentsOf: file)
}
