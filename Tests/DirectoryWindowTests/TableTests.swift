import DirectoryModel
import DirectoryScreens
import DirectoryStore
import DirectorySync
import Foundation
import GtkKit
import TestingSupport
import TypedStore
import XCTest

@testable import DirectoryWindow

/// A table fits its list at every width, with headings right over its columns.
final class TableTests: WindowTestCase {
    func testTheTableFitsEveryWidth() throws {
        var before = 0
        for width in [300, 380, 700] {
            let (list, window) = try Self.opened(in: folder.appending(path: "\(width)"), width: width)
            let first = try XCTUnwrap(list.list?.rowsInView.first?.id)
            let row = try XCTUnwrap(list.boundRows.first { $0.id == first })
            let lines = row.drawing.drawnLines
            XCTAssertGreaterThan(lines.count, before, "More columns in \(width) pixels")
            before = lines.count
            XCTAssertEqual(lines.first?.line.text, "Beauregard Tolliver-Nash")
            for (line, rect) in lines where line.text.allSatisfy({ $0.isNumber || $0 == "." }) {
                XCTAssertGreaterThanOrEqual(rect.width, line.size(within: 1000).width, "\(line.text) is whole")
            }
            XCTAssertLessThanOrEqual(lines.map { $0.rect.x + $0.rect.width }.max() ?? .max, width)
            XCTAssertEqual(list.widget.width, width)
            window.destroy()
        }
    }

    func testTheTableFitsANarrowWindowWithLettersTwiceAsLarge() throws {
        Desktop.setTextScale(2)
        defer { Desktop.setTextScale(1) }
        let (list, _) = try Self.opened(in: folder, width: 360)
        let first = try XCTUnwrap(list.list?.rowsInView.first?.id)
        let lines = try XCTUnwrap(list.boundRows.first { $0.id == first }).drawing.drawnLines
        XCTAssertEqual(lines.map(\.line.text).first, "Beauregard Tolliver-Nash")
        XCTAssertGreaterThan(lines.count, 1)
        XCTAssertLessThanOrEqual(lines.map { $0.rect.x + $0.rect.width }.max() ?? .max, 360)
        XCTAssertEqual(list.widget.width, 360)
        XCTAssertLessThan(list.tableHeader.widget.height, 3 * list.tableHeader.widget.lineHeight())
    }

    func testHeadingsTakeTwoLinesAtMost() throws {
        for width in [300, 700] {
            let (list, window) = try Self.opened(in: folder.appending(path: "\(width)"), width: width)
            let header = list.tableHeader.widget
            XCTAssertLessThan(header.height, 3 * header.lineHeight(), "\(width) pixels")
            window.destroy()
        }
    }

    func testAHeadingSortsByItsColumn() throws {
        let (list, _) = try Self.opened(in: folder, width: 700)
        let heading = { name in list.tableHeader.widget.every(Button.self).first { $0.isNamed(name) } }
        try XCTUnwrap(heading("Sort by Rating")).click()
        XCTAssertTrue(until { heading("Rating, sorted, largest first") != nil })
    }

    private static func opened(in folder: URL, width: Int) throws -> (ListPane, Window) {
        let store = try DataModel(sandbox: folder).store
        try store.saveAll(
            (1...40).map { number in
                var player = Player(id: number)
                player.name = number == 1 ? "Beauregard Tolliver-Nash" : "Player Number \(number)"
                player.team = "CIN"
                player.rank = 23
                player.rating = 117.5
                player.yards = 4412
                player.yardsPerCompletion = 11.5
                return player
            })
        let passwords = Passwords(passwordStore: PasswordFile(sandbox: folder), environment: nil)
        let screen = CollectionScreen(
            of: store[.players], emojis: HobbyEmojis(table: ""),
            preferences: try PreferencesScreen(store: store, passwords: passwords, overriding: (nil, nil)))
        screen.appeared()
        screen.list.looks.lookChosen("table")
        let window = Window()
        let list = ListPane(screen: screen, window: window)
        window.setDefaultSize(width: width, height: 500)
        window.child = list.widget
        window.present()
        XCTAssertTrue(until { screen.isIdle && !list.isFilling })
        drawn(window, times: 2)
        return (list, window)
    }
}
