import GtkKit
import DirectoryScreens
import Foundation
import TestingSupport
import XCTest

@testable import DirectoryWindow

/// How the window was arranged is remembered in a key file; one that cannot be understood is set aside.
final class MemoryTests: WindowTestCase {
    private var file: URL { folder.appending(path: "deep/window.ini") }

    private func write(_ text: String) throws {
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("[Window]\n\(text)".utf8).write(to: file)
    }

    func testWindowStateIsRestoredInTheNextSession() throws {
        KeyFileStateStore(file).save("contacts", as: "collection")
        let next = KeyFileStateStore(file)
        XCTAssertEqual(next.remembered("collection"), "contacts")
        XCTAssertNil(next.remembered("order-people"))
        next.save(nil, as: "collection")
        XCTAssertNil(KeyFileStateStore(file).remembered("collection"))
        XCTAssertNil(next.problem)
        next.listWidth = 460
        XCTAssertEqual(KeyFileStateStore(file).listWidth, 460)
    }

    func testABrokenFileIsSetAsideAndNotObeyed() throws {
        try write("collection=tours\n\u{1}\u{2}nonsense")
        let memory = KeyFileStateStore(file)
        XCTAssertNil(memory.remembered("collection"))
        XCTAssertEqual(memory.problem?.contains("window.ini.broken"), true)
        memory.save("players", as: "collection")
        XCTAssertEqual(KeyFileStateStore(file).remembered("collection"), "players")
        let rejected = try String(contentsOf: file.appendingPathExtension("broken"), encoding: .utf8)
        XCTAssertTrue(rejected.contains("nonsense"))
    }

    func testASizeThatNoWindowHasIsNotObeyed() throws {
        for (text, size) in [("900x600", [900, 600]), ("9x9", nil), ("900", nil), ("999999x700", nil), ("x", nil)] {
            try write("size=\(text)\n")
            XCTAssertEqual(KeyFileStateStore(file).size.map { [$0.width, $0.height] }, size, text)
        }
    }
}
