import TestingSupport
import XCTest

@testable import GtkKit

final class LayoutTests: GtkTestCase {
    func testAWidthGroupIsAsWideAsItsWidest() {
        MainActor.assumeIsolated {
            let group = WidthGroup()
            let labels = [Label("Team"), Label("Yards per Completion"), Label("Rank")]
            labels.prefix(2).forEach(group.add)
            let rows = labels.map { Box(.horizontal, [$0, Entry()]) }
            let window = show(Box(.vertical, rows))
            XCTAssertEqual(labels[0].width, labels[1].width)
            XCTAssertLessThan(labels[2].width, labels[0].width)
            close(window)
        }
    }

    func testClampIsNeverWiderThanItsMaximum() {
        MainActor.assumeIsolated {
            let child = Box()
            let window = show(Clamp(maximumWidth: 300, child: child), width: 800)
            XCTAssertEqual(child.width, 300)
            close(window)
        }
    }

    func testWrapBoxTakesAsManyLinesAsItNeeds() {
        MainActor.assumeIsolated {
            let wrap = WrapBox(spacing: 10, lineSpacing: 10)
            for _ in 0..<4 {
                let chip = Box()
                chip.setSize(width: 100, height: 20)
                wrap.append(chip)
            }
            wrap.valign = .start
            let window = show(Box(.vertical, [wrap]), width: 260)
            XCTAssertEqual(wrap.height, 50)
            wrap.removeAll()
            XCTAssertEqual(wrap.childCount, 0)
            close(window)
        }
    }

    func testWrapBoxPutsItsLinesWhereTheyBelong() {
        MainActor.assumeIsolated {
            for (lines, lefts) in [
                (WrapBox.Alignment.start, [0.0, 110, 0]), (.center, [25, 135, 80]), (.end, [50, 160, 160]),
            ] {
                let wrap = WrapBox(spacing: 10, lineSpacing: 10, lines: lines)
                let chips = (0..<3).map { _ in Box() }
                for chip in chips {
                    chip.setSize(width: 100, height: 20)
                    wrap.append(chip)
                }
                let window = show(Box(.vertical, [wrap]), width: 260)
                XCTAssertEqual(chips.map { $0.place(in: wrap)?.x }, lefts)
                close(window)
            }
        }
    }

    func testWhatHasNoRoomBesideStandsBelow() {
        MainActor.assumeIsolated {
            for (width, top) in [(400, 0), (250, 26)] {
                let (first, second) = (Box(), Box())
                first.setSize(width: 150, height: 20)
                second.setSize(width: 200, height: 30)
                let both = SideBySide(first, second)
                both.valign = .start
                let holder = ScrolledWindow(child: Box(.vertical, [both]))
                let window = show(holder, width: width)
                XCTAssertEqual(second.place(in: both).map { [$0.x, $0.y] }, top == 0 ? [162, 0] : [0, 26])
                XCTAssertEqual(both.width, width)
                XCTAssertEqual(both.height, top == 0 ? 30 : 56)
                close(window)
            }
        }
    }
}
