import DirectoryModel
import DirectoryScreens
import DirectoryStore
import Hostile
import ScreenFixtures
import TypedStore
import XCTest

/// Whatever is typed into the form is saved as typed, mended, or refused in a sentence, and harms nobody who reads it.
@MainActor
final class HostileFormTests: XCTestCase {
    private let folder = Folder()
    private static let texts = [
        "fName", "lName", "from", "program", "plan", "team", "movie", "hobby", "languages", "email", "netid",
    ]

    private static let name = "Ana"

    /// What a name holds after it was saved, or nil where the form refused it.
    private static func saved(_ hostile: HostileText) -> String? { isCut(hostile.text) ? nil : hostile.saved }

    /// True where a field does not take the whole text.
    private static func isCut(_ text: String) -> Bool { text.unicodeScalars.count > FormEntry.maxLength }

    /// Types `hostile` into every field of a new person and saves what can be saved.
    private func fill(_ key: Int, _ hostile: HostileText, _ screen: CollectionScreen) async throws {
        let form = try screen.newForm()
        form.typed("\(key)", in: "DUID")
        form.typed("Student", in: "role")
        let isLong = hostile.text.utf8.count > 100_000
        for field in isLong ? ["fName", "lName", "movie", "hobby", "email"] : Self.texts {
            form.typed(hostile.text, in: field)
            form.fieldDidLoseFocus(field)
        }
        let isSaved = await screen.editing.saveTapped()
        let wrong = form.entries.filter(\.isWrong)
        XCTAssertEqual(isSaved, wrong.isEmpty, hostile.name)
        // A name that nothing is left of is missing.
        XCTAssertEqual(form.entry("fName")?.isWrong, Self.saved(hostile) ?? "" == "", hostile.name)
        guard !isSaved else { return }
        // What is refused remains as it was typed, with a sentence, and keeps nothing else from being saved
        XCTAssertEqual(form.focusWanted, wrong.first?.key, hostile.name)
        XCTAssertNil(try screen.store.find(DukePerson.self, key: key), hostile.name)
        for entry in wrong {
            let sentence = entry.note?.sentence ?? ""
            XCTAssertTrue(sentence.hasSuffix("."), "\(hostile): \(sentence)")
            XCTAssertTrue(sentence.isOneSafeLine, hostile.name)
            XCTAssertEqual(
                sentence.contains("The rest was cut off."), Self.isCut(hostile.text), "\(hostile): \(sentence)")
            XCTAssertEqual(entry.text, Self.saved(hostile) == "" ? "" : hostile.text, hostile.name)
            form.typed(["fName", "lName"].contains(entry.key) ? Self.name : "", in: entry.key)
        }
        let isSavedNow = await screen.editing.saveTapped()
        XCTAssertTrue(isSavedNow, hostile.name)
    }

    func testEveryFormIsSavedNormalizedOrRefused() async throws {
        XCTAssertGreaterThanOrEqual(HostileText.all.count, 40)
        let screen = try directory(in: folder)
        for (index, hostile) in HostileText.all.enumerated() {
            let key = 1000 + index
            try await fill(key, hostile, screen)
            // Then it is found again as it was kept
            let found = try XCTUnwrap(screen.store.find(DukePerson.self, key: key), hostile.name)
            let saved = Self.saved(hostile) ?? ""
            for field in ["fName", "lName"] {
                XCTAssertEqual(
                    DukePerson.definition.field(named: field)?.displayText(found.record),
                    saved.isEmpty ? Self.name : saved, "\(hostile), \(field)")
            }
            if !saved.isEmpty { XCTAssertEqual(found.movie, saved, hostile.name) }
            // And holding it against the rules again changes nothing
            XCTAssertEqual(try found.record.normalized(), found.record, hostile.name)
            // And it is shown in lines that are lines
            try checkShown(key, hostile, screen)
            screen.toast = nil
            screen.list.searchChanged(String(hostile.text.unicodeScalars.prefix(200)))
            await eventually(hostile.name) { !screen.list.isSearching }
            XCTAssertNil(screen.toast)
            screen.list.searchChanged("")
        }
        let everybody = try screen.everybody()
        XCTAssertEqual(everybody.count, HostileText.all.count)
        XCTAssertEqual(try screen.inFile(), everybody)
        try await checkCommands(everybody.count)
    }

    /// The rule speaks first, so that the sentence does not change while the text is shortened.
    func testATextWhoseEndWasCutOffIsNotSaved() async throws {
        let screen = try directory(in: folder)
        let form = try screen.newForm()
        form.typed("1", in: "DUID")
        form.typed("Ana", in: "lName")
        form.typed("Student", in: "role")
        let limit = FormEntry.maxLength
        let marks = "A" + String(repeating: "\u{301}", count: 15)
        for (text, sentence) in [
            (
                String(repeating: "x", count: limit + 1),
                "Use at most 100 characters. The rest was cut off."
            ),
            (String(repeating: "x", count: limit), "Use at most 100 characters."),
            (String(repeating: " ", count: limit + 1), "Fill in First Name. The rest was cut off."),
            (
                String(repeating: " ", count: limit) + "A",
                "Use at most 4,000 characters. The rest was cut off."
            ),
            (
                "<b>" + String(repeating: "\u{200B}", count: limit) + "Ana</b>",
                "Use at most 4,000 characters. The rest was cut off."
            ),
        ] {
            form.typed(text, in: "fName")
            if text.unicodeScalars.count > limit {
                XCTAssertEqual(form.entry("fName")?.note, .wrong(sentence), "at once")
            }
            form.fieldDidLoseFocus("fName")
            XCTAssertEqual(form.entry("fName")?.note, .wrong(sentence))
            XCTAssertEqual(form.entry("fName")?.text, text)
            for _ in 1...2 {
                let isSaved = await screen.editing.saveTapped()
                XCTAssertFalse(isSaved, sentence)
            }
        }
        // And what is short enough is mended and saved
        form.typed("A" + String(repeating: "\u{301}", count: limit - 1), in: "fName")
        XCTAssertNil(form.entry("fName")?.note)
        await screen.save()
        XCTAssertEqual(try screen.store.find(DukePerson.self, key: 1)?.fName, marks)
    }

    private func checkShown(_ key: Int, _ hostile: HostileText, _ screen: CollectionScreen) throws {
        XCTAssertTrue(screen.open(key: key), hostile.name)
        let content = try XCTUnwrap(screen.detail.content, hostile.name)
        let row = content.header
        XCTAssertFalse(row.title.allSatisfy(\.isWhitespace), hostile.name)
        var shown = [row.title, row.subtitle, row.detail, row.spoken, row.initials, content.pill, content.summary]
        for line in content.lines {
            switch line.value {
            case .text(let text): shown.append(text)
            case .chips(let chips): shown += chips.map(\.text)
            case .badges(let badges): shown += badges
            }
        }
        for text in shown { XCTAssertTrue(text.isOneSafeLine, "\(hostile): \(text.debugDescription)") }
    }

    /// `list` and `find` say one line a person, without a byte that moves the cursor.
    private func checkCommands(_ count: Int) async throws {
        let lines = try folder.model().list().split(omittingEmptySubsequences: false) { $0.isNewline }
        XCTAssertEqual(lines.count, count)
        for (index, line) in lines.enumerated() {
            XCTAssertTrue(line.unicodeScalars.starts(with: "\(index + 1). ".unicodeScalars), "\(line)")
            XCTAssertTrue(String(line).isOneSafeLine, "\(line)")
        }
        for arguments in [["list"], ["find", "ro=Student"]] {
            let ran = try await RealProgram("dukedir", ["--sandbox", folder.url.path] + arguments).run()
            XCTAssertEqual(ran.status, 0)
            let message = ran.output.split(omittingEmptySubsequences: false) { $0.isNewline }
            XCTAssertEqual(message.count, count + 1, arguments[0])
            XCTAssertTrue(message.allSatisfy { String($0).isOneSafeLine }, arguments[0])
        }
    }
}
