import DirectoryModel
import DirectoryScreens
import DirectoryStore
import XCTest

@testable import DirectoryWindow
@testable import GtkKit

/// The field that has the keyboard is seen whole, with what the form says of it, also in a low window.
final class FormScrollTests: XCTestCase {
    private let folder = URL.temporaryDirectory.appending(path: "scroll-\(UUID().uuidString)")

    override func setUp() { MainActor.assumeIsolated { Desktop.setAnimations(enabled: false) } }

    override func tearDown() { try? FileManager.default.removeItem(at: folder) }

    func testTheFieldWithTheKeyboardIsSeenWhole() throws {
        let folder = self.folder
        try onDisplay {
            for type in Collections.all where type.home.canAdd {
                for width in [1000, 360] {
                    try Self.walk(type, in: folder.appending(path: "\(type.collection.name)-\(width)"), width: width)
                }
            }
        }
    }

    @MainActor
    private static func walk<R: Record>(_ type: R.Type, in folder: URL, width: Int) throws {
        let directory = try directory(folder, [])
        directory.collectionChosen(R.collection.name)
        let (screen, pane) = (directory.screen(of: type), try show(directory, width: width, height: 420))
        XCTAssertTrue(until { pane.isSettled }, R.collection.name)
        screen.addTapped()
        let form = try XCTUnwrap(screen.form)
        let shown = pane.pane(of: type).form
        XCTAssertTrue(until { shown.widget.isMapped && shown.widget.hasFocus }, R.collection.name)
        // Given a form that is yellow wherever it can be
        for entry in form.entries where entry.editor.isWritten {
            form.typed(String(repeating: "ſ ①", count: 700), in: entry.key)
            form.left(entry.key)
        }
        XCTAssertTrue(until { shown.widget.every(Label.self).contains { $0.hasClass("form-note") && $0.isMapped } })
        try drawn(pane.window)
        let rows = shown.widget.every(Box.self).filter { $0.hasClass("form-row") }
        XCTAssertGreaterThan(rows.count, 1)
        // When the keyboard goes through it, there and back
        for row in rows + rows.reversed() {
            guard let value = value(of: row) else { continue }
            XCTAssertTrue(value.grabFocus())
            try drawn(pane.window)
            // Then each row is between the upper edge and the buttons
            let name = "\(R.collection.name), \(width) px, \(row.every(Label.self).first?.text ?? "")"
            let top = try XCTUnwrap(row.place(in: shown.widget)?.y, name)
            let bar = try XCTUnwrap(shown.buttons.place(in: shown.widget)?.y, name)
            XCTAssertGreaterThanOrEqual(top, -0.5, name)
            XCTAssertLessThanOrEqual(top + Double(row.height), bar + 0.5, name)
        }
        pane.window.destroy()
    }

    @MainActor
    private static func value(of row: Box) -> Widget? {
        row.every(Entry.self).first ?? row.every(DropDown.self).first ?? row.every(Switch.self).first
    }
}

@MainActor
private func drawn(_ window: Window) throws {
    for _ in 0..<3 {
        var isDrawn = false
        window.afterNextFrame { isDrawn = true }
        XCTAssertTrue(until { isDrawn })
    }
}
