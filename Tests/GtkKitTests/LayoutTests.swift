import XCTest

@testable import GtkKit

final class LayoutTests: GtkTestCase {
    func testFoldBoxShowsAsManyPanesAsFit() {
        MainActor.assumeIsolated {
            for (width, mode, mapped) in [
                (360, FoldBox.Mode.folded, [false, true, false]), (700, .twoPanes, [false, true, true]),
                (1100, .threePanes, [true, true, true]),
            ] {
                let panes = [Label("sidebar"), Label("list"), Label("detail")]
                let fold = FoldBox(sidebar: panes[0], list: panes[1], detail: panes[2])
                let window = show(fold, width: width)
                XCTAssertEqual(fold.mode, mode)
                XCTAssertEqual(panes.map(\.isMapped), mapped, "at \(width)")
                XCTAssertEqual(panes.map(\.isVisible), [true, true, true])
                close(window)
            }
        }
    }

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

    func testFoldedShowsTheDetailInPlaceOfTheList() {
        MainActor.assumeIsolated {
            let (list, detail) = (Label("list"), Label("detail"))
            let fold = FoldBox(sidebar: Label(), list: list, detail: detail)
            let told = Log<FoldBox.Mode>()
            fold.onFoldChanged { told.entries.append($0) }
            let window = show(fold, width: 360)
            waitUntil("the handler") { told.entries == [.folded] }
            fold.showsDetail = true
            waitForFrame(of: window)
            XCTAssertEqual([list.isMapped, detail.isMapped], [false, true])
            close(window)
        }
    }

    func testFoldBoxIsContentWithLittleWhateverItsChildrenSay() {
        MainActor.assumeIsolated {
            let wide = Label("wide")
            wide.setSize(width: 900, height: 900)
            let fold = FoldBox(sidebar: Label(), list: wide, detail: Label())
            let window = show(fold, width: 360, height: 200)
            XCTAssertLessThanOrEqual(fold.width, 360)
            XCTAssertEqual(fold.mode, .folded)
            XCTAssertEqual(wide.width, 900)
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
                (WrapBox.Alignment.start, [0.0, 110, 0]), (.centre, [25, 135, 80]), (.end, [50, 160, 160]),
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

    func testAvatarKeepsItsSize() {
        MainActor.assumeIsolated {
            let avatar = Avatar(size: 48)
            avatar.set(initials: "WWWWWW", colour: -1)
            let window = show(avatar)
            XCTAssertEqual([avatar.width, avatar.height], [48, 48])
            XCTAssertTrue(avatar.hasClass("avatar-11"))
            avatar.set(initials: "A", colour: 13)
            XCTAssertTrue(avatar.hasClass("avatar-1"))
            XCTAssertFalse(avatar.hasClass("avatar-11"))
            close(window)
        }
    }
}
