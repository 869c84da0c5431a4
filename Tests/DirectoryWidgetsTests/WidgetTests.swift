import DirectoryWidgets
import GtkKit
import TestingSupport
import XCTest
import Foundation

/// Faces, messages and the file chooser.
final class WidgetTests: MainActorTestCase {
    func testAvatarSizeIsFixed() {
        let avatar = Avatar(size: 48)
        avatar.set(initials: "WWWWWW", color: -1)
        present(avatar)
        XCTAssertEqual([avatar.width, avatar.height], [48, 48])
        XCTAssertTrue(avatar.hasClass("avatar-11"))
        avatar.set(initials: "A", color: 13)
        XCTAssertTrue(avatar.hasClass("avatar-1"))
        XCTAssertFalse(avatar.hasClass("avatar-11"))
    }

    func testNoInitialsAreShownWhileAPictureIsOnItsWay() {
        let avatar = Avatar(size: 48)
        let window = present(avatar)
        @MainActor func initials() -> [String] { avatar.every(Label.self).filter(\.isMapped).map(\.text) }
        avatar.set(initials: "AL", color: 1, isLoading: true)
        waitForFrame(of: window)
        XCTAssertEqual(initials(), [])
        avatar.set(texture: nil)
        waitForFrame(of: window)
        XCTAssertEqual(initials(), ["AL"])
        XCTAssertFalse(avatar.hasClass("avatar-empty"))
    }

    func testToastsReplaceEachOtherAndEnd() {
        let toast = ToastOverlay(child: Label("under"))
        present(toast)
        XCTAssertNil(toast.message)
        toast.show("first", seconds: 60)
        toast.show("second", seconds: 0.05)
        XCTAssertEqual(toast.message, "second")
        waitUntil("its end") { toast.message == nil }
    }

    func testClosingTheWindowEndsTheChooser() {
        let window = show(Label("Below"))
        let log = Log<URL?>()
        FileChooser.present(over: window, title: "Choose", filters: [.pictures, .all]) { log.entries.append($0) }
        waitForFrame(of: window)
        close(window)
        XCTAssertEqual(log.entries, [nil])
    }
}
