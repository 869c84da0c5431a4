import DirectoryModel
import DirectoryScreens
import DirectoryStore
import GtkKit
import TestingSupport
import TypedStore
import XCTest

@testable import DirectoryWindow

/// A row draws what its record says, where it belongs, and only once it is seen.
final class RowDrawingTests: WindowTestCase {
    private static let people = (1...60).map { number in
        DukePerson(
            DUID: number, netid: "n\(number)", fName: "Ana", lName: String(format: "Li%02d", number),
            email: "n\(number)@duke.example", role: number == 1 ? .Professor : .Student,
            hobby: number == 7 ? "origami" : "chess")
    }

    func testARowIsDraggedByAnyPartUnlessItIsSwiped() throws {
        let (_, pane) = try open(folder, (1...3).map { DukePerson(DUID: $0, fName: "Ana", role: .Student) })
        XCTAssertTrue(until { pane.isIdle && !pane.rowsInView.isEmpty })
        waitForFrame(of: pane.window, times: 2)
        let row = try XCTUnwrap(pane.listedRows.first { $0.widget.isMapped })
        let text = (x: Double(row.widget.width) / 2, y: Double(row.widget.height) / 2)
        for (to, isDrag) in [
            ((-3.0, text.y), true), ((text.x + 10, text.y + 40), true), ((text.x - 60, text.y + 4), false),
            ((text.x, text.y + 3), false),
        ] {
            XCTAssertEqual(row.isDrag((text, to)), isDrag, "\(to)")
        }
    }

    func testEveryRowDrawsItsContentAndMatchesAndTheFirstOfASectionItsHeader() throws {
        let (screen, pane) = try open(folder, Self.people)
        waitForFrame(of: pane.window, times: 2)
        var seen = 0
        for row in pane.listedRows where !row.drawing.drawnTexts.isEmpty {
            let number = Int64(bitPattern: try XCTUnwrap(row.id))
            let content = try XCTUnwrap(screen.list.content(of: number))
            XCTAssertEqual(row.drawing.drawnTexts, [content.title, content.subtitle])
            let header = screen.list.entries.first { $0.row == number }?.header
            XCTAssertEqual(row.drawing.drawnHeader, header.map { [$0.title, $0.countText] } ?? [])
            seen += 1
        }
        XCTAssertGreaterThan(seen, 4)
        XCTAssertLessThan(seen, 40, "Rows out of sight are not drawn.")
        // Matches are marked, and the reason is drawn
        for (search, line, marked) in [("li07", 0, "Li07"), ("ho=origami", 1, "origami")] {
            screen.list.searchChanged(search)
            XCTAssertTrue(until { pane.isIdle && pane.shownRows == 1 }, search)
            XCTAssertTrue(until { pane.listedRows.first?.drawing.drawnLines.count == 2 }, search)
            waitForFrame(of: pane.window, times: 2)
            let text = try XCTUnwrap(pane.listedRows.first?.drawing.drawnLines[line].line)
            let parts = text.marks.map { mark in
                String(decoding: Array(text.text.utf8)[mark.bytes], as: UTF8.self)
            }
            XCTAssertEqual(parts, [marked], search)
        }
        screen.list.searchChanged("")
        XCTAssertTrue(until { pane.isIdle })
        waitForFrame(of: pane.window, times: 2)
        XCTAssertTrue(pane.listedRows.allSatisfy { $0.drawing.drawnLines.allSatisfy(\.line.marks.isEmpty) })
    }

    func testANameThatIsCutOffIsATooltip() throws {
        let long = DukePerson(DUID: 61, fName: "Maximiliana-Alexandrina", lName: "Wolfeschlegelsteinhausenbergerdorff")
        let (screen, pane) = try open(folder, Self.people.prefix(2) + [long])
        screen.list.looks.facesTapped()
        XCTAssertTrue(until { pane.isIdle && pane.listedRows.contains { $0.drawing.cutName == long.name } })
        XCTAssertEqual(pane.listedRows.compactMap(\.drawing.cutName), [long.name])
    }

    func testAWideListShowsTheNumbersToo() throws {
        let directory = try directory(folder, Self.people)
        let screen = directory.screen(of: .people)
        // Given a list of less than 460 pixels beside a page, and one that has a narrow window for itself
        for (width, hasNumbers) in [(1000, false), (600, true)] {
            let pane = try show(directory, width: width)
            waitForFrame(of: pane.window, times: 2)
            for row in pane.listedRows where !row.drawing.drawnTexts.isEmpty {
                XCTAssertEqual(row.widget.width >= 460, hasNumbers)
                let content = try XCTUnwrap(screen.list.content(of: Int64(bitPattern: try XCTUnwrap(row.id))))
                XCTAssertFalse(content.detail.isEmpty)
                XCTAssertEqual(row.drawing.drawnDetail, hasNumbers ? content.detail : "")
            }
            pane.window.destroy()
        }
    }

    func testARowIsMirroredWhereTheScriptBeginsAtTheRight() throws {
        let person = DukePerson(DUID: 1, netid: "n1", fName: "محمد", lName: "عبد", role: .Student)
        let (_, pane) = try open(folder, [person])
        waitForFrame(of: pane.window, times: 2)
        let row = try XCTUnwrap(pane.listedRows.first)
        XCTAssertEqual(row.drawing.drawnLines.first?.line.isRightToLeft, true)
        let usual = row.drawing.geometry
        row.widget.isMirrored = true
        waitForFrame(of: pane.window, times: 2)
        let mirrored = row.drawing.geometry
        let width = row.widget.width
        let (left, right) = (try XCTUnwrap(usual.avatar), try XCTUnwrap(mirrored.avatar))
        XCTAssertEqual(right.x, width - left.x - left.width)
        XCTAssertTrue(row.drawing.isAvatar(at: Double(right.x + 1), Double(right.y + 1)))
        XCTAssertFalse(row.drawing.isAvatar(at: Double(left.x + 1), Double(left.y + 1)))
    }

    func testRowsGrowWithTheLetters() throws {
        let (_, pane) = try open(folder, Self.people)
        let row = try XCTUnwrap(pane.listedRows.first { $0.id == 2 })
        let height = row.widget.height
        let letters = try XCTUnwrap(row.drawing.drawnLines.first).line.size(within: 1000).height
        Desktop.setTextScale(2)
        XCTAssertTrue(until { row.widget.height > height })
        waitForFrame(of: pane.window, times: 3)
        let grown = try XCTUnwrap(row.drawing.drawnLines.first).line.size(within: 1000).height
        XCTAssertGreaterThan(Double(grown), Double(letters) * 1.8)
        XCTAssertEqual(row.drawing.drawnLines.count, 2)
        for (line, rect) in row.drawing.drawnLines {
            XCTAssertLessThanOrEqual(line.size(within: rect.width).height, rect.height)
        }
    }

    func testAllPartsAreLaidOutInEveryStyle() {
        let faces = FaceSize.allCases.map { RowStyle.cell($0, hasReasons: true) }
        let styles: [RowStyle] = [.comfortable, .compact, .cell(.medium)] + faces
        XCTAssertEqual(
            styles.map { RowGeometry.height($0, lines: Array(repeating: 20, count: $0.lines)) },
            [64, 44, 138, 127, 159, 207])
        for style in styles {
            for isMirrored in [false, true] {
                let lines = Array(repeating: 20, count: style.lines)
                let parts = RowGeometry.Parts(
                    header: 30, lines: lines, isShown: lines.map { _ in true }, check: (20, 20), icons: 2)
                let height = 30 + RowGeometry.height(style, lines: lines)
                let indices = RowGeometry(style, parts, width: 360, height: height, isMirrored: isMirrored)
                XCTAssertEqual(indices.lines.count, style.lines)
                XCTAssertEqual(indices.icons.count, 2)
                var all = [indices.check, indices.avatar].compactMap(\.self) + indices.lines.map(\.rect)
                if style.arrangement == .beside { all += indices.icons }
                // One line, in which the second text begins where the first ends.
                if style.arrangement == .inline { all.removeLast() }
                for (index, rect) in all.enumerated() {
                    XCTAssertTrue(rect.x >= 0 && rect.x + rect.width <= 360, "\(style) \(rect)")
                    XCTAssertTrue(rect.y >= 30 && rect.y + rect.height <= height, "\(style) \(rect)")
                    for other in all[(index + 1)...] where style.arrangement != .under {
                        let isApart =
                            rect.x + rect.width <= other.x || other.x + other.width <= rect.x
                            || rect.y + rect.height <= other.y || other.y + other.height <= rect.y
                        XCTAssertTrue(isApart, "\(style) \(rect) \(other)")
                    }
                }
            }
        }
    }

    func testCheckButtonsAreLaidOutWithoutPicturesAndNotToggledByDrawing() throws {
        let directory = try directory(folder, [])
        try directory.store.saveAll([ToDo(key: 1).with(\.completed, true), ToDo(key: 2)])
        directory.collectionChosen(ToDo.collection.name)
        let pane = present(directory, width: 1000)
        let list = pane.pane(of: .toDos).list
        XCTAssertTrue(until { list.boundRows.count == 2 })
        // Rows are read when they are drawn, but these are read before.
        XCTAssertFalse(list.boundRows.contains(where: \.isUnread))
        XCTAssertTrue(until { pane.isIdle })
        waitForFrame(of: pane.window, times: 2)
        XCTAssertEqual(Set(list.boundRows.map { $0.drawing.check?.isActive }), [true, false])
        let row = try XCTUnwrap(list.boundRows.first)
        let check = try XCTUnwrap(row.drawing.check)
        let (area, rect) = (try XCTUnwrap(check.position(in: row.widget)), try XCTUnwrap(row.drawing.geometry.check))
        XCTAssertTrue(rect.contains(area.x, area.y) && check.isMapped)
        XCTAssertNil(row.drawing.geometry.avatar)
    }

    func testLongTextsGoOnOnASecondLineWhereLettersAreLarge() throws {
        let people = [
            DukePerson(
                DUID: 1, netid: "me", fName: "Bartholomew", lName: "Nightingale", email: "bn@duke.example"),
            DukePerson(DUID: 2, netid: "n2", fName: "Anselmina", lName: "Thackerly", email: "at22@duke.example"),
        ]
        Desktop.setTextScale(2)
        let (directory, pane) = try openWindow(folder, people, netid: "me", width: 360)
        for look in [ListLayout.rows, .compact, .faces, .rows] {
            directory.screen(of: .people).list.looks.lookChosen(look.rawValue)
            XCTAssertTrue(until { pane.isIdle })
            waitForFrame(of: pane.window, times: 3)
        }
        XCTAssertEqual(pane.listedRows.count, 2)
        for row in pane.listedRows {
            let lines = row.drawing.drawnLines
            XCTAssertEqual(lines.count, 2)
            for (line, _) in lines { XCTAssertFalse(line.isEllipsized, line.text) }
        }
    }

    func testWindowsWithRowsAreGivenBack() throws {
        var visit = 0
        try assertAllIsGivenBack {
            visit += 1
            let screen = try screen(folder.appending(path: "\(visit)"), Self.people)
            let (list, window) = showList(screen, count: 60)
            XCTAssertTrue(until { !list.isReading })
            XCTAssertTrue(list.focus(row: screen.list.entries.rows[1]))
            waitForFrame(of: window, times: 2)
            window.destroy()
        }
    }
}
