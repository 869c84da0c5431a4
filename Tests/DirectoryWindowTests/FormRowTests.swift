import DirectoryWidgets
import GtkKit
import TestingSupport
import DirectoryModel
import DirectoryStore
import XCTest

@testable import DirectoryScreens
@testable import DirectoryWindow

/// What each kind of field is changed with.
final class FormRowTests: WindowTestCase {
    /// A row, and what it told the form.
    @MainActor
    private final class Shown {
        var typed: [String] = []
        var left = 0
        var next = 0
        var saved = 0
        private(set) var entry: FormEntry
        private(set) lazy var row = FormRow(
            entry, completions: [], labels: WidthGroup(), sides: SideBySideGroup(),
            hooks: .init(
                typed: { [weak self] in self?.typed.append($0) }, left: { [weak self] in self?.left += 1 }, entered: {},
                next: { [weak self] in self?.next += 1 }, keepHTML: { [weak self] in self?.saved += 1 }))

        init<R: TypedRecord>(_ type: R.Type, _ key: String, _ text: String = "") throws {
            entry = FormEntry(try XCTUnwrap(R.definition.field(named: key)), text: text, isLocked: false)
        }

        /// The form says something else now.
        func shows(_ text: String) {
            entry.text = text
            row.update(entry, chips: [])
        }

        func only<Kind: BuiltWidget>(_ kind: Kind.Type) throws -> Kind { try XCTUnwrap(row.widget.every(kind).first) }
    }

    func testAFlagIsASwitch() throws {
        for (opened, off) in [("", ""), ("no", "no"), ("yes", "no")] {
            let shown = try Shown(Contact.self, "isEmergencyContact", opened)
            let flag = try shown.only(Switch.self)
            XCTAssertEqual(flag.isActive, opened == "yes")
            flag.isActive = true
            flag.isActive = false
            flag.isActive = true
            XCTAssertEqual(shown.typed, opened == "yes" ? [off, "yes"] : ["yes", off, "yes"])
            shown.shows(off)
            XCTAssertFalse(flag.isActive)
            XCTAssertEqual(shown.typed.last, "yes")
        }
    }

    func testStepsAreButtons() throws {
        let shown = try Shown(TourReservation.self, "NumberOfCustomers")
        let buttons = shown.row.widget.every(ToggleButton.self)
        XCTAssertEqual(buttons.map(\.label), ["1", "2", "3", "4", "5", "6"])
        XCTAssertFalse(buttons.contains { $0.isActive })
        buttons[3].isActive = true
        XCTAssertEqual(shown.typed, ["4"])
        for (text, index) in [("6", 5), ("1", 0), ("", nil), ("0", nil)] as [(String, Int?)] {
            shown.shows(text)
            XCTAssertEqual(buttons.firstIndex { $0.isActive }, index, text)
        }
        XCTAssertEqual(shown.typed, ["4"])
    }

    func testReturnGoesOnFromSwitchesAndSteps() throws {
        for shown in [
            try Shown(Contact.self, "isEmergencyContact"), try Shown(TourReservation.self, "NumberOfCustomers"),
        ] {
            let value = try XCTUnwrap(shown.row.widget.children.last?.children.first)
            XCTAssertTrue(value.press(Key("Return")))
            XCTAssertFalse(value.press(Key("Return", control: true)))
            XCTAssertFalse(value.press(Key("space")))
            XCTAssertEqual([shown.next, shown.typed.count], [1, 0])
        }
    }

    func testAStateIsChosenByItsNameAndShownByItsLetters() throws {
        let shown = try Shown(Contact.self, "state")
        let list = try shown.only(DropDown.self)
        _ = show(shown.row.widget)
        let button = { list.children.first?.every(Label.self).map(\.text) ?? [] }
        XCTAssertTrue(button().contains("--"))
        shown.shows("Missouri")
        XCTAssertTrue(button().contains("MO"))
        XCTAssertEqual(list.selectedWord, "Missouri")
        XCTAssertEqual(shown.typed, [])
        list.selected = 0
        list.selected = 1
        XCTAssertEqual(shown.typed, ["", "Alabama"])
    }

    func testADayIsOneOfThoseThatCanBeBooked() throws {
        let shown = try Shown(TourReservation.self, "TourDate")
        let list = try shown.only(DropDown.self)
        list.selected = 13
        XCTAssertEqual(shown.typed, [shown.entry.options[13].value])
        XCTAssertEqual(list.selectedWord, shown.entry.options[13].label)
    }

    func testEntriesTellOnScreenKeyboardsWhatIsWritten() throws {
        for (key, purpose) in [
            ("firstName", Entry.Purpose.name), ("street", .text), ("zipcode", .digits), ("phone", .phone),
            ("email", .email), ("id", .number),
        ] {
            XCTAssertEqual(try Shown(Contact.self, key).only(Entry.self).inputPurpose, purpose, key)
        }
        XCTAssertEqual(try Shown(Player.self, "Rating").only(Entry.self).inputPurpose, .number)
    }

    func testReadOnlyTextCanBeSelectedAndNotChanged() throws {
        let shown = try Shown(TourReservation.self, "ReservationCode", "AB12")
        XCTAssertTrue(shown.row.widget.every(Entry.self).isEmpty)
        let label = try XCTUnwrap(shown.row.widget.every(Label.self).first { $0.text == "AB12" })
        XCTAssertTrue(label.selectable)
        shown.shows("CD34")
        XCTAssertEqual(label.text, "CD34")
        label.isMirrored = true
        shown.shows("EF56")
        XCTAssertEqual(label.text, "\u{2068}EF56\u{2069}")
        label.text = "marked"
        shown.shows("EF56")
        XCTAssertEqual(label.text, "marked", "The same text is not set again, which would end the selection.")
    }

    func testLongLabelDoesNotOverlapEntry() throws {
        let shown = try Shown(Contact.self, "email")
        shown.row.setLabel(marked: "Dirección de correo electrónico")
        let row = shown.row.widget
        _ = show(row, width: 700, height: 200)
        let (label, value) = (try XCTUnwrap(row.children.first), try XCTUnwrap(row.children.last))
        XCTAssertGreaterThan(label.width, 150)
        let (before, after) = (try XCTUnwrap(label.position(in: row)), try XCTUnwrap(value.position(in: row)))
        XCTAssertEqual(after.x - before.x - Double(label.width), 12)
    }

    /// With what the form says of it, also in a low window.
    func testTheFieldWithTheKeyboardIsSeenWhole() throws {
        for definition in Collections.all where definition.home.canAdd {
            for width in [1000, 360] {
                let sandbox = folder.appending(path: "\(definition.collection.name)-\(width)")
                try Self.walk(definition, in: sandbox, width: width)
            }
        }
    }

    private static func walk(_ definition: Definition, in folder: URL, width: Int) throws {
        let directory = try directory(folder, [])
        directory.collectionChosen(definition.collection.name)
        let (screen, pane) = (directory.screen(of: definition), try show(directory, width: width, height: 420))
        screen.editing.addTapped()
        let form = try XCTUnwrap(screen.editing.form)
        let shown = pane.pane(of: definition).form
        XCTAssertTrue(until { shown.widget.isMapped && shown.widget.hasFocus }, definition.collection.name)
        // Given a form that is yellow wherever it can be
        for entry in form.entries where entry.editor.isWritten {
            form.typed(String(repeating: "ſ ①", count: 700), in: entry.key)
            form.fieldDidLoseFocus(entry.key)
        }
        XCTAssertTrue(until { shown.widget.every(Label.self).contains { $0.hasClass("form-note") && $0.isMapped } })
        waitForFrame(of: pane.window, times: 3)
        let rows = shown.widget.every(Box.self).filter { $0.hasClass("form-row") }
        XCTAssertEqual(rows.count, form.entries.count { $0.editor != .picture }, definition.collection.name)
        // When the keyboard goes through it, there and back
        for row in rows + rows.reversed() {
            let label = row.every(Label.self).first?.text ?? ""
            let entry = try XCTUnwrap(form.entries.first { $0.label == label }, definition.collection.name)
            guard !entry.isLocked else { continue }
            XCTAssertTrue(focus(row), "\(definition.collection.name), \(label)")
            waitForFrame(of: pane.window, times: 3)
            // Then each row is between the upper edge and the buttons
            let name = "\(definition.collection.name), \(width) px, \(label)"
            let top = try XCTUnwrap(row.position(in: shown.widget)?.y, name)
            let bar = try XCTUnwrap(shown.buttons.position(in: shown.widget)?.y, name)
            XCTAssertGreaterThanOrEqual(top, -0.5, name)
            XCTAssertLessThanOrEqual(top + Double(row.height), bar + 0.5, name)
        }
        pane.window.destroy()
    }

    /// Puts the keyboard on what the field is changed with, and returns whether it went there.
    private static func focus(_ row: Box) -> Bool {
        if let steps = row.every(Box.self).first(where: { $0.hasClass("steps") }) {
            return steps.children.first?.grabFocus() ?? false
        }
        let value = row.every(Entry.self).first ?? row.every(DropDown.self).first ?? row.every(Switch.self).first
        return value?.grabFocus() ?? false
    }
}
