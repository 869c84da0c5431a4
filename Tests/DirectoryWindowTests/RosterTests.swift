import DirectoryModel
import DirectoryScreens
import DirectoryStore
import DirectoryWidgets
import GtkKit
import PictureKit
import ProgramFiles
import Resources
import TestingSupport
import TypedStore
import XCTest

@testable import DirectoryWindow

/// Rosters as PDF files, and the window they are made in.
final class RosterTests: WindowTestCase {
    private static let names = ["Мария Иванова", "محمد الأمير", "李小龍", "Đặng Łukasz", "مەريەم", "नेहा राव", "김서연"]

    func testEveryPersonIsInThePDFOnceWithTheirPicture() throws {
        let people = try students(61)
        let pdf = PDF(file: folder.appending(path: "all.pdf"))
        let count = try export(in: folder, people, RosterOptions { $0.title = "ECE 564" }, to: pdf.file).get()
        XCTAssertEqual(try pdf.pageCount(), count)
        XCTAssertEqual(count, 4)
        XCTAssertTrue(try pdf.pageSize().contains("A4"))
        XCTAssertEqual(try pdf.jpegCount(), 31)
        let text = try pdf.text()
        for person in people {
            XCTAssertEqual(text.components(separatedBy: "\(person.name)\n").count, 2, person.name)
            XCTAssertEqual(text.components(separatedBy: "\(person.email)\n").count, 2, person.email)
        }
        for page in 1...count { XCTAssertTrue(try pdf.text(page: page).contains("\(page) of \(count)")) }
        XCTAssertTrue(try pdf.text(page: 1).contains("ECE 564\n61 people"))
    }

    func testNamesOfEveryScriptComeOutAndEmojisInColor() throws {
        let people = (Self.names + ["Zoë 🎉", "Low 👩🏽‍🚀"]).enumerated().map {
            DukePerson(DUID: $0 + 1, fName: $1, email: "n\($0)@duke.edu", role: .Student)
        }
        let pdf = PDF(file: folder.appending(path: "scripts.pdf"))
        _ = try export(in: folder, people, RosterOptions { $0.columns = 2 }, to: pdf.file)
        let text = try pdf.text()
        for name in Self.names {
            // Shaped scripts come out as the letters they were made of, in what order the reader thinks best.
            let letters = Set(name.unicodeScalars.filter { $0.properties.generalCategory == .otherLetter })
            XCTAssertTrue(letters.isSubset(of: Set(text.unicodeScalars)), "\(name) in \(text)")
            if letters.isEmpty { XCTAssertTrue(text.contains(name), "\(name) in \(text)") }
        }
        XCTAssertTrue(text.contains("Zoë"))
        // No letter is a picture, and emojis are in color; on a screen they would be 12 wide.
        let widths = try pdf.otherWidths()
        XCTAssertEqual(widths.count, 2)
        XCTAssertTrue(widths.allSatisfy { $0 > 50 }, "\(widths)")
    }

    func testMissingGlyphsAreReported() throws {
        // The second is for private use, where no font of Debian has a letter.
        for (name, isShown) in [(Self.names.joined(separator: " "), false), ("Ana \u{10FFF0}", true)] {
            let people = [DukePerson(DUID: 1, fName: name, role: .Student)]
            let (screen, pane) = try open(folder, people)
            let roster = screen.roster()
            export(roster, to: folder.appending(path: "letters.pdf"))
            XCTAssertTrue(until { roster.text?.hasPrefix("1 page exported") == true })
            XCTAssertEqual(roster.text?.contains("Some letters are missing"), isShown, name)
            pane.window.destroy()
        }
    }

    func testALongExportIsCanceledByItsButtonAndByClosingTheWindow() throws {
        let people = (1...900).map { DukePerson(DUID: $0, fName: "A\($0)", role: .Student) }
        let (screen, pane) = try open(folder, people)
        screen.rosterTapped(.list)
        XCTAssertTrue(until { pane.pane(of: .people).opened.map { isIdle($0.window) } ?? false })
        let shown = try XCTUnwrap(pane.pane(of: .people).opened?.window)
        guard case .roster(let roster) = screen.sheet else { return XCTFail("no roster") }
        roster.change { $0.columns = 1 }
        XCTAssertTrue(until { isIdle(shown) })
        // When a file of many pages is canceled, then it is not written
        let file = folder.appending(path: "many.pdf")
        export(roster, to: file)
        XCTAssertTrue(until { roster.progress?.text.hasPrefix("Page ") == true })
        XCTAssertEqual(roster.progress?.canCancel, true)
        shown.every(Button.self).first { $0.label == "Cancel" }?.click()
        XCTAssertTrue(until { texts(shown).contains("Canceled. No file was written.") })
        // Nor when the window is closed, which the window below reports
        export(roster, to: file)
        shown.close()
        XCTAssertTrue(until { pane.toasts.message == "Canceled. No file was written." })
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
        XCTAssertFalse(left.contains { $0.contains(".pdf") }, "\(left)")
    }

    func testFailedWriteIsReportedAndLeavesNoFile() throws {
        let people = try students(2)
        for path in ["missing/folder/roster.pdf", "", "./"] {
            let result = try export(in: folder, people, RosterOptions(), to: folder.appending(path: path))
            guard case .failure(let problem) = result else { return XCTFail("wrote \(path)") }
            XCTAssertTrue(problem.description.contains("could not be written. Choose another"), "\(problem)")
        }
        let file = folder.appending(path: "nobody.pdf")
        let empty = try export(in: folder.appending(path: "empty"), [], RosterOptions(), to: file)
        XCTAssertEqual(empty, .failure(.noRecords))
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        XCTAssertFalse(left.contains { $0.hasSuffix(".part") || $0.hasSuffix(".pdf") }, "\(left)")
    }

    func testTheWindowShowsThePageAndWritesTheFile() throws {
        let people = try students(40)
        let (screen, pane) = try open(folder, people)
        let roster = screen.roster()
        let closed = Flag()
        let shown = rosterWindow(roster, over: pane.window) { closed.isSet = true }
        XCTAssertTrue(until { isIdle(shown) })
        let columns = try XCTUnwrap(shown.every(DropDown.self).first { $0.isNamed("Pictures per row") })
        roster.change { $0.columns = 5 }
        XCTAssertTrue(until { columns.selectedWord == "5" && isIdle(shown) })
        XCTAssertEqual(columns.count, 9)
        roster.change { $0.hasSignIn = true }
        roster.change { $0.paper = .letter }
        XCTAssertTrue(until { columns.selectedWord == "1" && isIdle(shown) })
        XCTAssertEqual(columns.count, 2)
        // What was chosen is kept for when it fits.
        XCTAssertEqual(roster.options.columns, 5)
        roster.change { $0.isLandscape = true }
        XCTAssertTrue(until { isIdle(shown) })
        let pdf = PDF(file: folder.appending(path: "window.pdf"))
        export(roster, to: pdf.file)
        XCTAssertTrue(until { texts(shown).contains { $0.hasSuffix("pages exported to “window.pdf”") } })
        XCTAssertEqual(roster.text, "\(try pdf.pageCount()) pages exported to “window.pdf”")
        XCTAssertTrue(try pdf.pageSize().contains("792 x 612"))
        export(roster, to: folder.appending(path: "missing/window.pdf"))
        XCTAssertTrue(until { texts(shown).contains { $0.contains("could not be written") } })
        shown.close()
        XCTAssertTrue(until { closed.isSet })
    }

    func testColorsBehindInitialsAreThoseOfTheStyle() throws {
        let sheet = Resources.style(isDark: false, isThemeOurs: true)
        for (number, color) in RosterColors.all.enumerated() {
            let line = try XCTUnwrap(sheet.split(separator: "\n").first { $0.contains("avatar_\(number) #") })
            let hex = try XCTUnwrap(line.firstMatch(of: /#([0-9a-f]{6})/)).1
            XCTAssertEqual(color, ThemeColor(hex: try XCTUnwrap(UInt32(hex, radix: 16))))
        }
        XCTAssertEqual(RosterColors.all.count, 12)
    }
}

/// Students, each second one with a picture.
private func students(_ count: Int) throws -> [DukePerson] {
    let pictures = try DataFolder.portraits.map { try Data(contentsOf: $0).base64EncodedString() }
    return (0..<count).map { number in
        DukePerson(
            DUID: 100 + number, fName: "Number\(number)", lName: "Tester", email: "n\(number)@duke.edu",
            role: number < 2 ? .Professor : .Student, team: "Team \(number % 7)",
            picture: number % 2 == 0 ? pictures[number % pictures.count] : "")
    }
}

/// What came of writing the roster of these people.
@MainActor
private func export(
    in folder: URL, _ people: [DukePerson], _ options: RosterOptions, to file: URL
) throws -> Result<Int, PrintError> {
    let (_, pane) = try open(folder, people)
    defer { pane.window.destroy() }
    return try result { () async throws(PrintError) in try await pane.exportRoster(options, to: file) }
}

/// True if the page has its pictures.
@MainActor
private func isIdle(_ window: Window) -> Bool { !window.every(Box.self).contains(where: \.isAccessibleBusy) }
