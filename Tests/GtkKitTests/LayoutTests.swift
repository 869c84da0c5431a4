import TestingSupport
import XCTest

@testable import GtkKit

final class LayoutTests: MainActorTestCase {
    func testAWidthGroupIsAsWideAsItsWidest() {
        let group = WidthGroup()
        let labels = [Label("Team"), Label("Yards per Completion"), Label("Rank")]
        labels.prefix(2).forEach(group.add)
        let rows = labels.map { Box(.horizontal, [$0, Entry()]) }
        present(Box(.vertical, rows))

        XCTAssertEqual(labels[0].width, labels[1].width)
        XCTAssertLessThan(labels[2].width, labels[0].width)
    }

    func testClampIsNeverWiderThanItsMaximum() {
        let child = Box()
        present(Clamp(maximumWidth: 300, child: child), width: 800)
        XCTAssertEqual(child.width, 300)
    }

    func testWrapBoxTakesAsManyLinesAsItNeedsAndPutsThemWhereTheyBelong() {
        for (lines, lefts) in [
            (WrapBox.Alignment.start, [0.0, 110, 0]), (.center, [25, 135, 80]), (.end, [50, 160, 160]),
        ] {
            let wrap = WrapBox(spacing: 10, lineSpacing: 10, lines: lines)
            let chips = (0..<3).map { _ in Box() }
            for chip in chips {
                chip.setSize(width: 100, height: 20)
                wrap.append(chip)
            }
            wrap.valign = .start
            let window = show(Box(.vertical, [wrap]), width: 260)
            XCTAssertEqual(chips.map { $0.position(in: wrap)?.x }, lefts)
            XCTAssertEqual(wrap.height, 50)
            wrap.removeAll()
            XCTAssertEqual(wrap.childCount, 0)
            close(window)
        }
    }

    func testLayoutIsMirroredRightToLeft() {
        let wrap = WrapBox(spacing: 10, lineSpacing: 10)
        let chips = (0..<3).map { _ in Box() }
        chips.forEach(wrap.append)
        let (label, value) = (Box(), Box())
        for child in chips + [label, value] { child.setSize(width: 100, height: 20) }
        let both = SideBySide(label, value)
        wrap.isMirrored = true
        both.isMirrored = true
        present(Box(.vertical, [wrap, both]), width: 260)
        XCTAssertEqual(chips.map { $0.position(in: wrap)?.x }, [160, 50, 160])
        XCTAssertEqual([label, value].map { $0.position(in: both)?.x }, [160, 0])
    }

    func testALongLabelOfAButtonTakesSeveralLines() {
        let text = "Look Around with a Sample Class"
        let button = Button(label: text)
        button.wrapLabel()
        present(ScrolledWindow(child: Box(.vertical, [button])), width: 120)
        XCTAssertLessThanOrEqual(button.width, 120)
        XCTAssertGreaterThan(button.height, 2 * Label(text).lineHeight())
    }

    func testAllOfAGroupAreBelowIfOneHasNoRoomBeside() {
        let group = SideBySideGroup()
        let pairs = [60, 200].map { width in
            let (label, value) = (Label("Label"), Box())
            value.setSize(width: width, height: 20)
            return (label, value, SideBySide(label, value, claim: 10, group: group))
        }
        for (width, isBeside) in [(400, true), (180, false)] {
            let column = Box(.vertical, pairs.map(\.2))
            let window = show(Clamp(maximumWidth: width, child: column), width: 500)
            for (label, value, _) in pairs {
                let apart = (value.position(in: column)?.y ?? 0) - (label.position(in: column)?.y ?? 0)
                XCTAssertEqual(apart <= 0, isBeside, "\(width) px")
            }
            column.removeAll()
            close(window)
        }
    }

    func testTheSecondOfTwoIsBelowWithoutRoomBesideAndTheWideOneGetsTheRest() {
        for (wide, sizes, width, place, firstWidth, height) in [
            (.second, (150, 200), 400, [162, 0], 150, 30), (.second, (150, 200), 250, [0, 26], 250, 56),
            (.first, (100, 88), 300, [212, 0], 200, 30), (.first, (100, 88), 180, [0, 26], 180, 56),
        ] as [(SideBySide.Wide, (Int, Int), Int, [Double], Int, Int)] {
            let (first, second) = (Box(), Box())
            first.setSize(width: sizes.0, height: 20)
            second.setSize(width: sizes.1, height: 30)
            let both = SideBySide(first, second, wide: wide)
            both.valign = .start
            let window = show(ScrolledWindow(child: Box(.vertical, [both])), width: width)
            XCTAssertEqual(second.position(in: both).map { [$0.x, $0.y] }, place)
            XCTAssertEqual([both.width, both.height], [width, height])
            XCTAssertEqual([first.position(in: both)?.x, Double(first.width)], [0, Double(firstWidth)])
            close(window)
        }
    }
}
