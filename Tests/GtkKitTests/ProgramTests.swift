import Dispatch
import Foundation
import TestingSupport
import XCTest

@testable import GtkKit

final class ProgramTests: MainActorTestCase {
    func testTasksAndTheMainQueueRunUnderApplicationRun() {
        let app = Application(id: "edu.example.GtkKitTests", instance: .separate)
        let log = Log<String>()

        let status = app.run {
            let window = Window(application: app)
            window.present()
            let finish: @MainActor (String) -> Void = {
                log.entries.append($0)
                guard log.entries.count == 3 else { return }
                window.destroy()
                app.quit()
            }
            DispatchQueue.main.async { MainActor.assumeIsolated { finish("queue") } }
            Task { @MainActor in
                finish("task")
                await Task.detached {}.value
                finish("elsewhere and back")
            }
            window.onDestroy {}
        }

        XCTAssertEqual(status, 0)
        XCTAssertEqual(Set(log.entries), ["queue", "task", "elsewhere and back"])
    }

    func testFilesAndActionsReachTheRunningProgram() {
        let app = Application(id: "edu.example.GtkKitTests", instance: .separate)
        let log = Log<String>()
        app.onOpen { files in
            log.entries.append("open " + files.map(\.path).joined(separator: " "))
            app.quit()
        }
        app.actions.add("new") {
            log.entries.append("new")
            app.activate()
        }
        let files = [URL(filePath: "/nowhere/Zoë 1.vcf"), URL(filePath: "/nowhere/-2.vcf")]

        let status = app.run(opening: files, doing: "new") { log.entries.append("activated") }

        XCTAssertEqual(status, 0)
        XCTAssertEqual(log.entries, ["new", "activated", "open /nowhere/Zoë 1.vcf /nowhere/-2.vcf"])
    }

    func testTimersRunUnlessTheyAreStoppedAndWhatIsNeededSoonRuns() {
        let log = Log<String>()
        MainLoop.soon { log.entries.append("soon") }
        let stopped = MainLoop.after(seconds: 0) { log.entries.append("stopped") }
        stopped.stop()
        let timer = MainLoop.after(seconds: 0.01) { log.entries.append("timer") }
        waitUntil("both") { log.entries.count == 2 }
        XCTAssertEqual(Set(log.entries), ["soon", "timer"])
        timer.stop()
    }

    func testActionsStoreToggleAndChoice() {
        let window = present(Label("x"))
        let log = Log<String>()
        window.actions.add("find") { log.entries.append("find") }
        window.actions.addToggle("dark", state: false) { log.entries.append("dark \($0)") }
        window.actions.addChoice("sort", state: "first") { log.entries.append("sort \($0)") }
        XCTAssertTrue(window.activateAction("win.find"))
        window.activateAction("win.dark")
        window.activateAction("win.sort", "last")
        XCTAssertEqual(log.entries, ["find", "dark true", "sort last"])
        XCTAssertEqual(window.actions.choiceState("sort"), "last")
        window.actions.setState("dark", false)
        window.actions.setState("sort", "first")
        window.actions.setEnabled("find", false)
        window.actions.activate("find")
        XCTAssertEqual(log.entries.count, 3)
        XCTAssertEqual(window.actions.toggleState("dark"), false)
        XCTAssertFalse(window.actions.isEnabled("find"))
        XCTAssertFalse(window.activateAction("win.nothing"))
    }

    func testAnEntryWithNothingToUndoPassesTheKeysOn() {
        let (search, other) = (SearchEntry(), Button(label: "other"))
        let window = present(Box(.vertical, [search, other]))
        let log = Log<String>()
        window.onUndoUnavailable("<Control>z") { log.entries.append("passed on") }
        search.grabFocus()
        XCTAssertTrue(window.pressShortcut("<Control>z"))
        XCTAssertEqual(log.entries, ["passed on"])
        search.userTypes("abc")
        XCTAssertTrue(window.pressShortcut("<Control>z"))
        XCTAssertNotEqual(search.text, "abc")
        XCTAssertEqual(log.entries.count, 1)
        // The program's own changes cannot be undone.
        search.text = "filled in"
        XCTAssertTrue(window.pressShortcut("<Control>z"))
        XCTAssertEqual(search.text, "filled in")
        other.grabFocus()
        XCTAssertFalse(window.pressShortcut("<Control>z"))
    }

    func testTheColorSchemeIsTheOneAskedForLast() {
        let reported = Log<Bool>()
        Desktop.onThemeChanged { reported.entries.append($0.isDark) }
        Desktop.followColorScheme()
        Desktop.forceDark(true)
        XCTAssertTrue(Desktop.isDark)
        Desktop.forceDark(false)
        XCTAssertFalse(Desktop.isDark)
        XCTAssertEqual(reported.entries, [true, false])
        XCTAssertFalse(Desktop.animationsEnabled)
    }

    func testScreenshotWritesAPNG() throws {
        let path = folder.appending(path: "window.png").path
        XCTAssertThrowsError(try Screenshot.png(of: Window(), to: path))
        let window = present(Label("Hello"))
        try Self.afterFrame(of: window) { try Screenshot.png(of: window, to: path) }
        let data = try Data(contentsOf: URL(filePath: path))
        XCTAssertEqual(Array(data.prefix(4)), [0x89, 0x50, 0x4E, 0x47])
        XCTAssertThrowsError(try Screenshot.png(of: window, to: "/nowhere/at/all.png"))
        // The topmost window
        XCTAssertEqual(try Self.afterFrame(of: window, Screenshot.pngOfTopWindow), data)
        let dialog = Window.secondary(title: "Over it", over: window, width: 200, height: 100)
        dialog.present()
        XCTAssertNotEqual(try Self.afterFrame(of: dialog, Screenshot.pngOfTopWindow), data)
        close(dialog)
        XCTAssertEqual(try Self.afterFrame(of: window, Screenshot.pngOfTopWindow), data)
    }

    /// Calls the closure right after a frame, while the window has a render node.
    private static func afterFrame<T>(of window: Window, _ body: @escaping @MainActor () throws -> T) throws -> T {
        let results = Log<Result<T, any Error>>()
        window.afterNextFrame { results.entries.append(Result { try body() }) }
        waitUntil("a frame") { !results.entries.isEmpty }
        return try XCTUnwrap(results.entries.first).get()
    }
}
