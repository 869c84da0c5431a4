import DirectoryModel
import DirectoryScreens
import DirectoryStore
import DirectoryWidgets
import GtkKit
import TestingSupport
import XCTest

@testable import DirectoryWindow

/// The field that has the keyboard is seen whole, with what the form says of it, also in a low window.
final class FormScrollTests: WindowTestCase {
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
        drawn(pane.window, times: 3)
        let rows = shown.widget.every(Box.self).filter { $0.hasClass("form-row") }
        XCTAssertEqual(rows.count, form.entries.count { $0.editor != .picture }, definition.collection.name)
        // When the keyboard goes through it, there and back
        for row in rows + rows.reversed() {
            let label = row.every(Label.self).first?.text ?? ""
            let entry = try XCTUnwrap(form.entries.first { $0.label == label }, definition.collection.name)
            guard !entry.isLocked else { continue }
            XCTAssertTrue(focus(row), "\(definition.collection.name), \(label)")
            drawn(pane.window, times: 3)
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
