import XCTest

@testable import GtkKit

final class WallGeometryTests: XCTestCase {
    private let sizes = WallGeometry.Sizes(cellWidth: 100, cellHeight: 130, heading: 30, side: 6)

    private func wall(_ count: Int, _ starts: [Int], width: Int = 330, isMirrored: Bool = false) -> WallGeometry {
        WallGeometry(count: count, starts: starts, width: width, sizes, isMirrored: isMirrored)
    }

    func testLinesAreAsLongAsTheyCanBe() {
        XCTAssertEqual(wall(10, []).columns, 3)
        XCTAssertEqual(wall(10, [], width: 100).columns, 2, "A narrow wall has two.")
        let wall = wall(7, [])
        XCTAssertEqual(wall.rect(of: 0), PixelRect(x: 6, y: 0, width: 106, height: 130))
        XCTAssertEqual(wall.rect(of: 5), PixelRect(x: 218, y: 130, width: 106, height: 130))
        XCTAssertEqual(wall.rect(of: 6), PixelRect(x: 6, y: 260, width: 106, height: 130))
        XCTAssertEqual(wall.height, 3 * 130 + 6)
    }

    func testSectionsThatFitTogetherShareALine() {
        // Sections of one, one, five, and four cells
        let wall = wall(11, [0, 1, 2, 7])
        XCTAssertEqual(wall.rect(of: 0).y, 30)
        XCTAssertEqual(wall.rect(of: 1), PixelRect(x: 112, y: 30, width: 106, height: 130))
        XCTAssertEqual(wall.rect(of: 2), PixelRect(x: 6, y: 190, width: 106, height: 130))
        XCTAssertEqual(wall.rect(of: 6).y, 320)
        XCTAssertEqual(wall.rect(of: 7), PixelRect(x: 6, y: 480, width: 106, height: 130))
        let headings = wall.headings(from: 0, to: wall.height)
        XCTAssertEqual(headings.map(\.start), [0, 1, 2, 7])
        XCTAssertEqual(headings[0].rect, PixelRect(x: 6, y: 0, width: 106, height: 30))
        XCTAssertEqual(headings[1].rect, PixelRect(x: 112, y: 0, width: 212, height: 30))
        XCTAssertEqual(wall.headings(from: 200, to: 300).map(\.start), [2])
    }

    func testCellsBeforeTheFirstSectionHaveNoHeading() {
        let wall = wall(9, [4])
        XCTAssertEqual(wall.rect(of: 0).y, 0)
        XCTAssertEqual(wall.rect(of: 3).y, 130)
        XCTAssertEqual(wall.rect(of: 4).y, 290)
        XCTAssertEqual(wall.headings(from: 0, to: wall.height).map(\.start), [4])
    }

    func testArrowsPreserveColumnAcrossSections() {
        let wall = wall(11, [0, 1, 2, 7])
        XCTAssertEqual(wall.position(from: 1, lines: 1), 3)
        XCTAssertEqual(wall.position(from: 4, lines: 1), 6, "The line below is shorter.")
        XCTAssertEqual(wall.position(from: 6, lines: 1), 8)
        XCTAssertEqual(wall.position(from: 4, lines: -1), 1)
        XCTAssertEqual(wall.position(from: 2, lines: -1), 0)
        XCTAssertEqual(wall.position(from: 0, lines: -1), 0)
        XCTAssertEqual(wall.position(from: 10, lines: 9), 10)
        XCTAssertEqual(wall.position(from: 0, lines: 9), 10)
    }

    func testOnlyWhatIsInViewIsAskedFor() {
        let wall = wall(100_000, [0, 1, 50_000])
        XCTAssertEqual(wall.positions(from: 0, to: 150), 0..<1)
        XCTAssertEqual(wall.positions(from: 0, to: 200), 0..<4)
        XCTAssertEqual(wall.positions(from: -500, to: 10), 0..<1)
        let far = wall.rect(of: 77_777).y
        XCTAssertTrue(wall.positions(from: far, to: far + 1).contains(77_777))
        XCTAssertLessThanOrEqual(wall.positions(from: far, to: far + 400).count, 15)
        XCTAssertEqual(wall.positions(from: wall.height, to: wall.height + 100).upperBound, 100_000)
        XCTAssertEqual(self.wall(0, []).positions(from: 0, to: 500), 0..<0)
        XCTAssertEqual(self.wall(0, []).height, 6)
    }

    func testLinesBeginAtTheRightWhereTheScriptDoes() {
        let wall = wall(4, [0], isMirrored: true)
        XCTAssertEqual(wall.rect(of: 0).x, 218)
        XCTAssertEqual(wall.rect(of: 2).x, 6)
        XCTAssertEqual(wall.rect(of: 3), PixelRect(x: 218, y: 160, width: 106, height: 130))
    }
}
