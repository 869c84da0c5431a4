import DirectoryModel
import DirectoryScreens
import DirectoryStore
import Foundation
import GtkKit
import TestingSupport
import TypedStore
import XCTest

@testable import DirectoryWindow

/// A table fits its list at every width, with headings right over its columns.
final class TableTests: WindowTestCase {
    func testTheTableFitsEveryWidthAndLettersTwiceAsLarge() throws {
        var before = 0
        for (width, scale) in [(300, 1.0), (380, 1), (700, 1), (360, 2)] {
            Desktop.setTextScale(scale)
            let (list, window) = try Self.opened(in: folder.appending(path: "\(width)"), width: width)
            let first = try XCTUnwrap(list.list?.rowsInView.first?.id)
            let lines = try XCTUnwrap(list.boundRows.first { $0.id == first }).drawing.drawnLines
            XCTAssertGreaterThan(lines.count, scale == 1 ? before : 1, "More columns in \(width) pixels")
            before = lines.count
            XCTAssertEqual(lines.first?.line.text, "Beauregard Tolliver-Nash")
            for (line, rect) in lines where scale == 1 && line.text.allSatisfy({ $0.isNumber || $0 == "." }) {
                XCTAssertGreaterThanOrEqual(rect.width, line.size(within: 1000).width, "\(line.text) is whole")
            }
            XCTAssertLessThanOrEqual(lines.map { $0.rect.x + $0.rect.width }.max() ?? .max, width)
            XCTAssertEqual(list.widget.width, width)
            let header = list.tableHeader.widget
            XCTAssertLessThan(header.height, 3 * header.lineHeight(), "Headings in \(width) pixels")
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
        let screen = try screen(
            folder,
            (1...40).map { number in
                let name = number == 1 ? "Beauregard Tolliver-Nash" : "Player Number \(number)"
                return Player(id: number).with(\.name, name).with(\.team, "CIN").with(\.rank, 23).with(\.rating, 117.5)
                    .with(\.yards, 4412).with(\.yardsPerCompletion, 11.5)
            })
        screen.list.looks.lookChosen("table")
        return showList(screen, width: width, height: 500, count: 40)
    }
}
