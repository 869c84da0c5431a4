import DirectoryModel
import DirectoryScreens
import DirectoryStore
import DirectoryWidgets
import GtkKit
import Resources
import TestingSupport
import TypedStore
import XCTest

@testable import DirectoryWindow

/// Nothing is pushed out of the window, or out of the pane it is in, by letters of any size.
final class TextSizeTests: WindowTestCase {
    override nonisolated func setUp() {
        MainActor.assumeIsolated { StyleSheet.install(Resources.style(isDark: false, isThemeOurs: true)) }
    }

    /// One window shows all of them, because to open one takes longer than to fill it.
    func testEveryCollectionFitsTheWindow() throws {
        let directory = try directory(folder, [])
        for definition in Collections.all {
            try directory.store[definition].saveAll((1...5).map { definition.full($0) })
        }
        try Self.inEverySize(directory) { pane, width, size in
            for definition in Collections.all {
                Self.visit(definition, in: pane, width: width, "\(definition.collection.name), \(size)")
            }
        }
    }

    /// Shows the directory with letters of every size in windows of every width.
    private static func inEverySize(
        _ directory: DirectoryScreen, _ body: (_ pane: DirectoryPane, _ width: Int, _ name: String) throws -> Void
    ) throws {
        for scale in [1, 1.25, 1.5, 2] {
            Desktop.setTextScale(scale)
            for width in [360, 700, 1100] {
                let pane = try show(directory, width: width)
                try body(pane, width, "\(scale), \(width) px")
                pane.window.destroy()
            }
        }
    }

    /// The list alone, a record's page, its form, several selected, a search that finds nothing, and a message.
    private static func visit(_ definition: Definition, in pane: DirectoryPane, width: Int, _ name: String) {
        let (directory, screen) = (pane.screen, pane.screen.screen(of: definition))
        directory.collectionChosen(definition.collection.name)
        XCTAssertTrue(until { pane.isIdle && screen.list.entries.count >= 5 }, name)
        assertFits(pane, width, "\(name): list")
        _ = screen.open(key: 1)
        assertFits(pane, width, "\(name): page")
        if definition.home.canEdit {
            screen.editing.editTapped()
            assertFits(pane, width, "\(name): form")
            screen.editing.cancelTapped()
        }
        directory.backTapped()
        screen.rowsSelected(Array(screen.list.entries.rows.prefix(2)))
        screen.notify("What the server said about it is a sentence that needs more than one line in a narrow window.")
        assertFits(pane, width, "\(name): several")
        screen.stopSelectingTapped()
        screen.list.searchChanged("nothing like this")
        assertFits(pane, width, "\(name): no results")
        screen.list.searchChanged("")
        XCTAssertTrue(until { pane.isIdle }, name)
    }

    private static func assertFits(_ pane: DirectoryPane, _ width: Int, _ name: String) {
        waitForFrame(of: pane.window, times: 2)
        XCTAssertTrue(until { pane.isIdle }, name)
        DirectoryWindowTests.assertFits(pane.window, width, name)
    }

    func testTheButtonsOfAFormDoNotGrowWithAnErrorBesideThem() throws {
        Desktop.setTextScale(2)
        let directory = try directory(folder, [], server: "127.0.0.1:9")
        directory.collectionChosen(TourReservation.collection.name)
        let (screen, pane) = (directory.screen(of: .tours), present(directory, width: 1100))
        screen.editing.addTapped()
        screen.editing.form?.typed("Ana", in: "CustomerName")
        screen.editing.buyTapped()
        XCTAssertTrue(until { screen.editing.form?.problem != nil })
        waitForFrame(of: pane.window, times: 3)
        let bar = pane.pane(of: .tours).form.buttons
        let buttons = bar.every(Button.self).filter(\.isMapped)
        XCTAssertEqual(buttons.count, 3)
        for button in buttons {
            XCTAssertLessThan(button.height * 2, bar.height, "\(button.label) beside the error")
        }
    }

    /// What was not added waits in a card over the list, and a message offers a way out.
    func testTheFirstPageAndErrorsFitTheWindow() throws {
        let reason = "This may have been added. Check the list before you try again."
        let saved = #"[{"text":"Grade the second lab","server":"","reason":"\#(reason)","isSafe":false}]"#
        try Setting<String>("outgoing-todos").set(saved, in: Store(sandbox: folder))
        let directory = try directory(folder, [])
        try Self.inEverySize(directory) { pane, width, size in
            XCTAssertTrue(directory.isWelcoming)
            Self.assertFits(pane, width, "first page, \(size)")
            directory.collectionChosen(ToDo.collection.name)
            XCTAssertTrue(until { pane.window.every(Button.self).contains { $0.label == "Discard" } }, size)
            pane.toasts.show(reason, seconds: 10, actions: [("Try Again", {})])
            Self.assertFits(pane, width, "failed, \(size)")
            directory.collectionChosen(DukePerson.collection.name)
        }
    }
}

/// Everything that is shown is within what it is in.
@MainActor
func assertFits(_ window: Window, _ width: Int, _ name: String) {
    waitForFrame(of: window, times: 2)
    guard let child = window.child else { return XCTFail(name) }
    XCTAssertLessThanOrEqual(child.width, width, name)
    XCTAssertLessThanOrEqual(child.naturalSize(within: 0).width, width, name)
    let out = child.childrenThatReachOut
    XCTAssertEqual(out, [], name)
}

extension Widget {
    /// The widgets in it that reach beyond the one they are in, by what they are and say.
    fileprivate var childrenThatReachOut: [String] {
        children.filter { $0.isMapped && !$0.isPopover }.flatMap { child in
            let index = child.position(in: self)?.x ?? 0
            // A link has a margin below 0, so that its text begins where others do.
            let fits = index >= -6 && index + Double(child.width) <= Double(width) + 1
            return (fits ? [] : ["\(child.kind): \(Int(index)) + \(child.width) of \(width) in \(shows)"])
                + child.childrenThatReachOut
        }
    }

    private var shows: String { every(Label.self).map(\.text).prefix(3).joined(separator: " | ") + " (\(kind))" }
}

extension Definition {
    /// A record that has a value in each of its fields.
    func full(_ number: Int) -> Record {
        var record = Record(self, key: number)
        for field in fields where !field.isKey { record[field] = .text(field.fullText(number)) }
        return record
    }
}

extension Field {
    private func candidates(_ number: Int) -> [String] {
        [
            "Bartholomew Vandervoort-Nightingale", "Bartholomew", "LAR", "\(27700 + number)", "\(number % 6 + 1)",
            "\(5_550_100 + number)", "bartholomew.vandervoort@duke.example", "bv\(number)", "2017-03-29T12:00Z", "yes",
            "117.\(number)",
        ]
    }

    fileprivate func fullText(_ number: Int) -> String {
        if case .choice(let options) = editor { return options[options.count - 1].value }
        return candidates(number).first { rule.verdict($0) == .fine } ?? ""
    }
}
