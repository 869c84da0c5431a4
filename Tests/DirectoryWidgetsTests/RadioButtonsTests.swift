import DirectoryWidgets
import GtkKit
import TestingSupport
import XCTest

final class RadioButtonsTests: MainActorTestCase {
    private static func downs(_ widget: Widget) -> [String] {
        widget.every(ToggleButton.self).filter(\.isActive).map(\.label)
    }

    func testStepsAreSilentWhenTheProgramMovesThem() {
        let steps = StepButtons(1...6)
        let reported = Log<Int>()
        steps.onChanged { reported.entries.append($0) }
        XCTAssertNil(steps.value)
        for (set, found) in [(3, 3), (6, 6), (nil, nil), (7, nil), (1, 1), (-1, nil)] as [(Int?, Int?)] {
            steps.value = set
            XCTAssertEqual(steps.value, found)
            XCTAssertEqual(Self.downs(steps), found.map { [String($0)] } ?? [])
        }
        XCTAssertEqual(reported.entries, [])
        steps.every(ToggleButton.self)[4].isActive = true
        XCTAssertEqual(steps.value, 5)
        XCTAssertEqual(reported.entries, [5])
    }

    func testArrowKeysChooseAndTabReachesOne() {
        let steps = StepButtons(1...6)
        let reported = Log<Int>()
        steps.onChanged { reported.entries.append($0) }
        present(Box(.vertical, [steps, Entry()]))
        let buttons = steps.every(ToggleButton.self)
        XCTAssertEqual(buttons.map(\.focusable), [true, false, false, false, false, false])
        steps.value = 2
        XCTAssertEqual(buttons.map(\.focusable), [false, true, false, false, false, false])
        // It had the keyboard before, and has it on
        XCTAssertTrue(buttons[1].hasFocus)
        for (key, number) in [("Right", 3), ("Down", 4), ("Left", 3), ("Home", 1), ("End", 6), ("Right", 6), ("5", 5)] {
            XCTAssertTrue(buttons[0].press(Key(key)), key)
            XCTAssertEqual(steps.value, number, key)
            XCTAssertTrue(buttons[number - 1].hasFocus, key)
        }
        XCTAssertEqual(reported.entries, [3, 4, 3, 1, 6, 5])
        XCTAssertFalse(buttons[4].press(Key("Return")))
        XCTAssertFalse(buttons[4].press(Key("Right", control: true)))
    }

    func testChipsTellWhichIsChosen() {
        let chips = ChipBar(["All", "Open", "Completed"])
        let reported = Log<Int>()
        chips.onSelected { reported.entries.append($0) }
        present(chips)
        XCTAssertEqual(chips.selected, 0)
        for index in [2, 3, -1, 2] {
            chips.selected = index
            XCTAssertEqual(chips.selected, 2)
        }
        XCTAssertEqual(Self.downs(chips), ["Completed"])
        XCTAssertEqual(reported.entries, [])
        chips.focusChosen()
        XCTAssertTrue(chips.press(Key("Left")))
        XCTAssertEqual([chips.selected, reported.entries.count, reported.entries.first], [1, 1, 1])
        let buttons = chips.every(ToggleButton.self)
        XCTAssertEqual(buttons.map(\.isAnnouncedAsChecked), [false, true, false])
        XCTAssertTrue(zip(buttons, ["All", "Open", "Completed"]).allSatisfy { $0.isNamed($1) })
    }

    func testChipsAndLabelsThatDoNotFitTakeMoreLines() {
        for (labels, width, height) in [
            (["Look Around with a Sample Class"], 120, 2 * Label("Look").lineHeight()),
            ((0..<12).map { "Number \($0)" }, 360, 60),
        ] {
            let chips = ChipBar(labels)
            chips.valign = .start
            present(ScrolledWindow(child: Box(.vertical, [chips])), width: width)
            XCTAssertLessThanOrEqual(chips.width, width)
            XCTAssertGreaterThan(chips.height, height)
        }
    }
}
