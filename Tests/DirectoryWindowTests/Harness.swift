import DirectoryModel
import DirectoryScreens
import DirectoryStore
import DirectorySync
import DirectoryWidgets
import Foundation
import GtkKit
import TestingSupport
import TypedStore
import XCTest

@testable import DirectoryWindow

/// A test of windows, which close when it ends.
/// `@preconcurrency`, since XCTest casts tests to functions without an actor; it runs them on the main thread.
@preconcurrency @MainActor
class WindowTestCase: GtkTestCase {
    override nonisolated func tearDown() {
        MainActor.assumeIsolated {
            closeWindows()
            Desktop.setTextScale(1)
            Desktop.forceDark(false)
        }
    }
}

/// The screen of these records alone.
@MainActor
func screen<R: TypedRecord>(_ folder: URL, _ records: [R]) throws -> CollectionScreen {
    let model = try DataModel(sandbox: folder)
    try model.store.saveAll(records)
    let passwords = Passwords(passwordStore: PasswordFile(sandbox: folder), environment: nil)
    let screen = CollectionScreen(
        of: model.store[R.definition], emojis: HobbyEmojis(table: "♟️\tgame\tchess"),
        preferences: try PreferencesScreen(store: model.store, passwords: passwords, overriding: (nil, nil)))
    screen.appeared()
    return screen
}

/// The window's screens on a directory of these people, as `netid` sees it.
@MainActor
func directory(
    _ folder: URL, _ people: [DukePerson], server: String? = nil, netid: String? = nil, offersUndo: Bool = false
) throws -> DirectoryScreen {
    let store = try Store(sandbox: folder, offersUndo: offersUndo)
    try store.saveAll(people)
    let directory = try DirectoryScreen(
        store: store, emojis: HobbyEmojis(table: "♟️\tgame\tchess"),
        passwords: Passwords(passwordStore: PasswordFile(sandbox: folder), environment: nil),
        overriding: (server, netid))
    directory.appeared()
    return directory
}

/// The program that every window of the tests is one of.
@MainActor
private enum TestProgram {
    static let application = {
        let application = Application(id: "io.github.dukedirectory.Test", instance: .separate)
        application.register()
        return application
    }()
}

/// A window on a directory of these people, as `netid` sees it.
@MainActor
func open(
    _ folder: URL, _ people: [DukePerson], netid: String? = nil
) throws -> (CollectionScreen, DirectoryPane) {
    let directory = try directory(folder, people, netid: netid)
    return (directory.screen(of: .people), try show(directory, width: 1000))
}

/// The screens of such a window, and the window, which is so many pixels wide and high.
@MainActor
func openWindow(
    _ folder: URL, _ people: [DukePerson], netid: String? = nil, offersUndo: Bool = false, width: Int = 1000,
    height: Int = 700
) throws -> (DirectoryScreen, DirectoryPane) {
    let directory = try directory(folder, people, netid: netid, offersUndo: offersUndo)
    return (directory, try show(directory, width: width, height: height))
}

/// A window so many pixels wide and high, once it shows all that there is.
@MainActor
func show(
    _ directory: DirectoryScreen, width: Int, height: Int = 700, file: StaticString = #filePath, line: UInt = #line
) throws -> DirectoryPane {
    let pane = present(directory, width: width, height: height)
    XCTAssertTrue(until { pane.isIdle }, file: file, line: line)
    return pane
}

/// The same at once.
@MainActor
func present(_ directory: DirectoryScreen, width: Int, height: Int = 700) -> DirectoryPane {
    let pane = DirectoryPane(application: TestProgram.application, screen: directory)
    pane.window.setDefaultSize(width: width, height: height)
    pane.window.present()
    return pane
}

/// A list in a window of its own, once it has `count` rows at least.
@MainActor
func showList(
    _ screen: CollectionScreen, width: Int = 400, height: Int = 700, count: Int, file: StaticString = #filePath,
    line: UInt = #line
) -> (ListPane, Window) {
    let window = Window()
    let list = ListPane(screen: screen, window: window)
    window.setDefaultSize(width: width, height: height)
    window.child = list.widget
    window.present()
    XCTAssertTrue(
        until { screen.isIdle && list.shownCount >= count && !list.isFilling }, screen.definition.collection.name,
        file: file, line: line)
    waitForFrame(of: window, times: 2)
    return (list, window)
}

/// The texts that are shown in a window.
@MainActor
func texts(_ window: Window) -> [String] { window.every(Label.self).filter(\.isMapped).map(\.text) }

/// The button of a window with this label, or nil where none is shown.
@MainActor
func button(_ label: String, in window: Window) -> Button? {
    window.every(Button.self).first { $0.label == label && $0.isMapped }
}

extension DirectoryPane {
    /// The people's part of the window.
    private var people: CollectionPane { pane(of: .people) }

    /// How many rows the list has been given.
    var shownRows: Int { people.list.shownCount }

    /// The rows that have widgets.
    var listedRows: [RecordRow] { people.list.boundRows }

    /// The rows that are seen at least in part.
    var rowsInView: Set<Int64> { Set(people.list.shownIndices.keys) }

    /// Whether the open record's picture is shown.
    var showsPicture: Bool { people.detail.showsPicture }
}

@MainActor
extension CollectionPane {
    /// The window of what a file would change, or of a card as a code, or nil.
    var openedWindow: Window? { opened as? Window }
}

@MainActor
extension ListPane {
    /// The rows that are drawn as selected.
    var shownSelection: [Int64] { list?.selectedIDs.map(Self.row) ?? [] }

    /// The visible rows and their distance from the top of the view, in pixels.
    var shownIndices: [Int64: Double] {
        let positions = list?.rowsInView.map { (Self.row($0.id), $0.top) } ?? []
        return Dictionary(positions) { first, _ in first }
    }

    /// The row with the keyboard.
    var focusedRow: Int64? { list?.focusedID.map(Self.row) }
}

@MainActor
extension RowDrawing {
    /// The texts that are drawn: the lines of the record, which are empty before it is first drawn.
    var drawnTexts: [String] { text?.texts ?? [] }
    /// The numbers that are drawn at the end of the last line; empty in a narrow list.
    var drawnDetail: String { text?.detail?.text ?? "" }
    /// The header's title and number that are drawn.
    var drawnHeader: [String] { heading.map { [$0.title.text, $0.count.text] } ?? [] }
    /// The lines that are drawn, in their places.
    var drawnLines: [(line: TextLine, rect: PixelRect)] {
        guard let text else { return [] }
        return geometry.lines.compactMap { line, rect in
            text.lines.indices.contains(line) ? text.lines[line].map { ($0, rect) } : nil
        }
    }
}
