import TestingSupport
import XCTest

@testable import GtkKit

final class SignalTests: MainActorTestCase {
    func testAHandlerGetsAsManyArgumentsAsItTakes() {
        let model = RowModel([1, 2])
        let reported = Log<[Int]>()
        model.connect("items-changed") { reported.entries.append([]) }
        model.connect("items-changed") { (at: Int) in reported.entries.append([at]) }
        model.connect("items-changed") { (at: Int, gone: Int, new: Int) in reported.entries.append([at, gone, new])
        }
        model.replace([1, 3, 4])
        XCTAssertEqual(reported.entries, [[], [1], [1, 1, 2]])
    }

    func testAHandlerThatTakesOtherArgumentsIsNotCalled() {
        let model = RowModel([1, 2])
        let reported = Log<String>()
        model.connect("items-changed") { (_: String) in reported.entries.append("text") }
        model.connect("items-changed") { (_: Int, _: Double) in reported.entries.append("number") }
        model.connect("items-changed") { (_: OpaquePointer) in reported.entries.append("pointer") }
        model.connect("items-changed") { (_: Int, _: Int, _: Int, _: Int) in reported.entries.append("four") }
        model.connect("items-changed") { (at: String?) in reported.entries.append(at ?? "none") }
        model.replace([])
        XCTAssertEqual(reported.entries, ["none"])
    }

    func testAHandlerGetsItsWidgetAndDoesNotHoldIt() {
        assertAllIsGivenBack {
            let (button, entry) = (Button(label: "Go"), Entry())
            button.onClicked { button in button.label += "!" }
            button.click()
            XCTAssertEqual(button.label, "Go!")
            entry.onActivate { entry in entry.text = "done" }
            entry.connect("activate", entry.sending { $0.placeholder = "more" })
            entry.pressReturn()
            XCTAssertEqual([entry.text, entry.placeholder], ["done", "more"])
        }
    }

    func testAConnectionEnds() {
        let before = LiveCount.boxes
        let button = Button(label: "Go")
        let reported = Log<Bool>()
        let connection = button.connect("clicked") { reported.entries.append(true) }
        button.click()
        connection.disconnect()
        connection.disconnect()
        button.click()
        XCTAssertEqual(reported.entries, [true])
        XCTAssertEqual(LiveCount.boxes, before)
    }

    func testPropertiesAreSetByTheirOwnTypes() {
        let label = Label("Text")
        label[property: "wrap"] = true
        label[property: "lines"] = 3
        label[property: "xalign"] = 0.25
        label[property: "tooltip-text"] = "More"
        XCTAssertEqual(label.wrap, true)
        XCTAssertEqual([label.lines, label[property: "lines"] ?? 0], [3, 3])
        XCTAssertEqual([label.xalign, label[property: "xalign"] ?? 0], [0.25, 0.25])
        XCTAssertEqual([label.tooltip, label[property: "tooltip-text"]], ["More", "More"])
        // Values of another type are ignored.
        XCTAssertNil(label[property: "lines"] as String?)
        label[property: "lines"] = "many"
        XCTAssertEqual(label.lines, 3)
        label[property: "tooltip-text"] = nil as String?
        XCTAssertNil(label.tooltip)
    }
}
