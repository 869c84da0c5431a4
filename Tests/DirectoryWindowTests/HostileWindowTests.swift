import DirectoryModel
import DirectoryScreens
import DirectoryStore
import DirectoryWidgets
import GtkKit
import Hostile
import TestingSupport
import XCTest

@testable import DirectoryWindow

/// What people write is text in the window, letter by letter: no markup, no second line, no end of the program.
final class HostileWindowTests: WindowTestCase {
    /// A person for every text, as no rule has seen them.
    private static var people: [DukePerson] {
        HostileText.all.enumerated().map { index, hostile in
            let text = hostile.text
            // A megabyte in every field would only take its time.
            let other = text.utf8.count > 100_000 ? "" : text
            return DukePerson(
                DUID: 1001 + index, netid: "n\(index)", fName: text, lName: other, email: other, from: other,
                role: .Student, program: other, plan: other, team: other, movie: text, hobby: text,
                languages: [other])
        }
    }

    func testRowsAndDetailShowTheTextAndNothingElse() throws {
        let plain = DukePerson(DUID: 1, netid: "plain", fName: "Ana", lName: "Li", role: .Student)
        let (screen, pane) = try open(folder, [plain] + Self.people)
        var height = 0
        for (index, name) in (["plain"] + HostileText.all.map(\.name)).enumerated() {
            let key = index == 0 ? 1 : 1000 + index
            // When its row is the only one
            screen.list.searchChanged("id=\(String(key).leftPadded(to: 7))")
            XCTAssertTrue(
                until {
                    pane.shownRows == 1 && screen.list.entries.count == 1
                        && screen.list.entries.first.flatMap { screen.list.content(of: $0.row) }?.key == key
                }, name)
            let row = try XCTUnwrap(screen.list.entries.first?.row, name)
            let content = try XCTUnwrap(screen.list.content(of: row), name)
            XCTAssertEqual(content.key, key, name)
            // Then it draws the text, letter by letter, in one line
            let drawn = { pane.listedRows.map { $0.drawing.drawnTexts.first } }
            XCTAssertTrue(until { drawn() == [content.title] }, name)
            let lines = pane.listedRows.first?.drawing.drawnLines.map { $0.line.size(within: 300).height } ?? []
            if index == 0 { height = try XCTUnwrap(lines.first) }
            for line in lines { XCTAssertLessThanOrEqual(line, 2 * height, name) }
            // And so does the detail
            screen.rowActivated(row)
            let shown = try XCTUnwrap(screen.detail.content, name)
            let texts = { Set(pane.window.every(Label.self).map(\.text)) }
            if screen.detail.isExpanded { screen.detail.detailsTapped() }
            XCTAssertTrue(until { texts().contains("\u{200E}" + shown.summary) }, name)
            screen.detail.detailsTapped()
            let last = shown.lines.last?.parts.last?.text ?? ""
            XCTAssertTrue(until { texts().contains(last) }, name)
            let all = texts()
            for line in shown.lines {
                switch line.value {
                case .text(let text): XCTAssertTrue(all.contains(text), "\(name), \(line.label)")
                case .chips(let chips):
                    let wanted = chips.map { "\($0.emoji) \($0.text)" }
                    XCTAssertTrue(all.isSuperset(of: wanted), "\(name), \(line.label)")
                case .badges(let badges):
                    XCTAssertTrue(all.isSuperset(of: badges), "\(name), \(line.label)")
                }
            }
        }
    }

    /// GTK needs minutes to lay out so many accents on one letter, so it must not get them.
    func testHundredThousandAccentsAreCutAndReported() throws {
        let text = "a" + String(repeating: "\u{301}", count: 100_000)
        let (screen, pane) = try open(folder, [])
        screen.editing.addTapped()
        let (form, shown) = (try XCTUnwrap(screen.editing.form), pane.pane(of: .people).form)
        XCTAssertTrue(until { shown.widget.hasFocus })
        let rows = shown.widget.every(Box.self).filter { $0.hasClass("form-row") && !$0.every(Entry.self).isEmpty }
        for row in [try XCTUnwrap(rows.first), try XCTUnwrap(rows.last)] {
            let line = try XCTUnwrap(row.every(Entry.self).first)
            let label = try XCTUnwrap(row.every(Label.self).first?.text)
            let entry = try XCTUnwrap(form.entries.first { $0.label == label })
            line.userTypes(text)
            let note = { form.entry(entry.key)?.note }
            XCTAssertTrue(until { note() != nil }, label)
            let sentence = note()?.sentence ?? ""
            XCTAssertTrue(sentence.hasSuffix(". The rest was cut off."), "\(label): \(sentence)")
            line.pressReturn()
            XCTAssertTrue(until { row.every(Label.self).contains { $0.text == sentence && $0.isMapped } }, label)
            XCTAssertLessThanOrEqual(line.text.unicodeScalars.count, FormEntry.maxLength + 1, label)
            line.text = ""
        }
    }

    func testTheFormTakesEveryTextAndNormalizesItInItsEntry() throws {
        let (screen, pane) = try open(folder, [])
        screen.editing.addTapped()
        let form = try XCTUnwrap(screen.editing.form)
        let entry = { pane.window.every(Entry.self).first { $0.hasClass("title-entry") } }
        XCTAssertTrue(until { entry() != nil })
        for hostile in HostileText.all {
            // When it is typed or pasted, which ends at a NUL and after 4,001 letters
            let line = try XCTUnwrap(entry())
            line.text = hostile.text
            let typed = line.text
            XCTAssertTrue(until { form.entry("fName")?.text == typed }, hostile.name)
            line.pressReturn()
            // Then the entry shows what will be saved
            XCTAssertTrue(until { line.text == form.entry("fName")?.text }, hostile.name)
            if typed == hostile.text, let saved = hostile.saved { XCTAssertEqual(line.text, saved, hostile.name) }
        }
    }
}
