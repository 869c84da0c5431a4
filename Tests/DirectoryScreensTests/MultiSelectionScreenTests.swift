import DirectoryModel
import DirectoryScreens
import DirectoryStore
import Foundation
import ScreenFixtures
import TypedStore
import XCTest

/// Several records at once, in every collection, without any window.
final class MultiSelectionScreenTests: ScreenTestCase {
    private func person(_ number: Int, email: String? = nil) -> DukePerson {
        DukePerson(
            DUID: number, netid: "n\(number)", fName: "A\(number)", email: email ?? "student\(number)@duke.example")
    }

    func testSelectingBeginsAndEndsAndASearchPreservesWhatItHides() async throws {
        let (window, people) = try await opened(DukePerson.self, with: (1...5).map { person($0) })
        let rows = people.list.entries.rows
        // A click on a circle selects, and does not open.
        XCTAssertTrue(people.open(key: 1))
        people.selectToggled(rows[2])
        XCTAssertTrue(people.isSelecting)
        XCTAssertEqual(people.list.selectedRows, [rows[2]])
        XCTAssertFalse(people.isDetailOpen, "a narrow window shows the list")
        // Then clicks add and take away; the last one taken away ends it.
        people.rowActivated(rows[0])
        XCTAssertEqual(people.selectedWords, "2 selected")
        people.rowActivated(rows[2])
        people.rowActivated(rows[0])
        XCTAssertFalse(people.isSelecting)
        XCTAssertEqual(people.list.selectedRows, [])
        // All at once, and Esc.
        XCTAssertTrue(window.perform(.selectAll))
        XCTAssertEqual(Set(people.list.selectedRows), Set(rows))
        XCTAssertEqual(people.selectedWords, "5 selected")
        XCTAssertTrue(window.perform(.leave))
        XCTAssertFalse(people.isSelecting)
        XCTAssertEqual(people.list.selectedRows, [])
        // What a range of the keyboard selected is several too.
        people.rowsSelected([rows[0], rows[1]])
        XCTAssertTrue(people.isSelecting)
        people.menuOpened(on: rows[3])
        XCTAssertEqual(people.list.selectedRows, [rows[3]])
        XCTAssertFalse(people.isSelecting)
        // A search preserves what it hides
        people.selectToggled(rows[0])
        people.list.searchChanged("A4")
        await eventually { people.titles == ["A4"] }
        people.selectAllTapped()
        XCTAssertEqual(people.selectedWords, "2 selected")
        // The list tells of the rows that it shows.
        people.rowsSelected([])
        XCTAssertEqual(people.list.selectedRows, [rows[0]])
    }

    func testAFormWithChangesIsAskedAboutFirst() async throws {
        let (window, people) = try await opened(DukePerson.self, with: (1...3).map { person($0) })
        try people.editForm(of: 2).typed("Bo", in: "fName")
        XCTAssertFalse(window.perform(.selectAll), "not in a form")
        people.selectToggled(people.list.entries.rows[0])
        XCTAssertFalse(people.isSelecting)
        people.answer(true)
        await eventually { people.isSelecting }
        XCTAssertNil(people.editing.form)
    }

    func testEmailAllOpensOneEmail() async throws {
        let (window, people) = try await opened(
            DukePerson.self,
            with: [
                person(1), person(2, email: ""), person(3, email: "a@x.y\nBcc: all@x.y"), person(4, email: "a&b+c@x.y"),
            ])
        XCTAssertFalse(window.perform(.email), "none is selected")
        people.rowsSelected(Array(people.list.entries.rows[1...2]))
        XCTAssertTrue(window.perform(.email))
        await eventually { people.toast?.text == "None of the selected people has an email address." }
        XCTAssertEqual(host.opened, [])
        people.toast = nil
        people.selectAllTapped()
        XCTAssertTrue(window.perform(.email))
        await eventually { people.toast != nil }
        XCTAssertEqual(host.opened, ["mailto:?bcc=student1@duke.example,a%26b%2Bc@x.y"])
        XCTAssertEqual(people.toast?.text, "2 people have no email address and are left out.")
        XCTAssertNil(people.sheet)
        people.toast = nil
        XCTAssertTrue(window.perform(.copyEmail))
        await eventually { people.toast != nil }
        XCTAssertEqual(host.copied, "student1@duke.example, a&b+c@x.y")
        XCTAssertEqual(
            people.toast?.text, "2 email addresses copied. 2 people have no email address and are left out.")
    }

    func testEmailAllToFourHundredOpensOneAfterTheOther() async throws {
        let (window, people) = try await opened(
            DukePerson.self, with: (1...400).map { person($0) } + [person(401, email: "")])
        people.selectAllTapped()
        XCTAssertTrue(window.perform(.email))
        await eventually { people.sheet != nil }
        guard case .emails(let emails) = people.sheet else { return XCTFail("not open") }
        XCTAssertEqual(host.opened, [], "not before a click")
        XCTAssertEqual(emails.title, "Email 400 People")
        XCTAssertTrue(emails.text.hasPrefix("400 addresses do not fit in one email, so there are 5."))
        XCTAssertTrue(emails.text.hasSuffix("1 person has no email address and is left out."))
        // Without an email app the addresses can be copied
        host.hasPrograms = false
        await emails.openTapped()
        XCTAssertEqual(emails.message, "No email app was found.")
        XCTAssertNotNil(emails.problem)
        emails.copyTapped()
        XCTAssertEqual(host.copied.split(separator: ", ").count, 400)
        XCTAssertEqual(emails.message, "400 email addresses copied")
        host.hasPrograms = true
        for number in 1...5 {
            XCTAssertEqual(emails.openLabel, "Open Email \(number) of 5")
            await emails.openTapped()
            XCTAssertEqual(host.opened.count, number)
        }
        XCTAssertTrue(emails.isDone)
        XCTAssertFalse(emails.canOpen)
        XCTAssertEqual(emails.message, "All 5 emails were opened.")
        XCTAssertTrue(host.opened.allSatisfy { $0.utf8.count <= GroupMail.maxLength })
        let all = host.opened.flatMap { $0.dropFirst("mailto:?bcc=".count).split(separator: ",").map(String.init) }
        XCTAssertEqual(Set(all), Set((1...400).map { "student\($0)@duke.example" }))
        XCTAssertEqual(all.count, 400)
        // For few, the toast has the way out
        people.sheet = nil
        host.hasPrograms = false
        people.rowsSelected(Array(people.list.entries.rows.prefix(2)))
        window.perform(.email)
        await eventually { people.toast?.text == "No email app was found." }
        people.recoveryTapped(try XCTUnwrap(people.toast?.recovery))
        XCTAssertEqual(host.copied, "student1@duke.example, student10@duke.example")
    }

    func testOnlyWhatIsSelectedIsExportedAndPrinted() async throws {
        let (window, people) = try await opened(DukePerson.self, with: (1...5).map { person($0) })
        let rows = people.list.entries.rows
        people.rowsSelected([rows[1], rows[3]])
        for name in ["some.csv", "some.json", "some.vcf"] {
            XCTAssertTrue(window.perform(.export))
            let file = folder.url.appending(path: name)
            await people.exportChosen(file)
            let lack = name == "some.csv" ? ". CSV contains no pictures." : ""
            XCTAssertEqual(people.toast?.text, "2 people exported to “\(name)”\(lack)")
            let text = try String(contentsOf: file, encoding: .utf8)
            for number in 1...5 {
                XCTAssertEqual(text.contains("student\(number)@"), [2, 4].contains(number), "\(name) \(number)")
            }
        }
        XCTAssertTrue(window.perform(.print))
        guard case .roster(let roster) = people.sheet else { return XCTFail("not open") }
        XCTAssertEqual(roster.options.subject, .selected)
        XCTAssertTrue(roster.canPrint)
    }

    func testFavoritesOfSeveral() async throws {
        let (window, people) = try await opened(DukePerson.self, with: (1...60).map { person($0) })
        people.rowsSelected(Array(people.list.entries.rows.prefix(3)))
        XCTAssertFalse(window.isOpenFavorite)
        XCTAssertTrue(window.perform(.favorite))
        XCTAssertEqual(window.favoriteLinks.count, 3)
        XCTAssertTrue(window.isOpenFavorite)
        // All of sixty do not fit, and none of those there are is lost.
        people.selectAllTapped()
        window.perform(.favorite)
        XCTAssertEqual(people.toast?.text, "You can have up to 50 favorites.")
        XCTAssertEqual(window.favoriteLinks.count, 3)
        people.rowsSelected([])
        people.rowsSelected(Array(people.list.entries.rows.prefix(3)))
        window.perform(.favorite)
        XCTAssertEqual(window.favoriteLinks.count, 0)
    }

    func testUndoSelectsWhatWasDeletedAgain() async throws {
        let (window, people) = try await opened(DukePerson.self, with: (1...9).map { person($0) })
        let first = Array(people.list.entries.rows.prefix(3))
        people.rowsSelected(first)
        window.perform(.delete)
        await eventually { people.list.total == 6 && people.isIdle }
        XCTAssertEqual(people.toast?.offersUndo, true)
        XCTAssertFalse(people.isSelecting, "the next row is selected alone")
        people.rowsSelected(Array(people.list.entries.rows.prefix(2)))
        window.perform(.delete)
        await eventually { people.list.total == 4 && people.isIdle }
        window.perform(.undo)
        await eventually { people.list.total == 6 && people.list.selectedRows.count == 2 }
        window.perform(.undo)
        await eventually { people.list.total == 9 && people.list.selectedRows.count == 3 }
        XCTAssertEqual(Set(people.list.selectedRows), Set(first))
        XCTAssertEqual(people.selectedWords, "3 selected")
    }

    func testEveryCollectionOffersWhatMakesSense() async throws {
        for definition in Collections.all {
            let name = definition.collection.name
            let (window, screen) = try await opened(definition, with: (1...3).map { Record(definition, key: $0) })
            window.perform(.selectAll)
            let hasEmail = ["people", "contacts"].contains(name)
            XCTAssertTrue(screen.isSelecting, name)
            XCTAssertEqual(
                screen.selectionActions,
                (hasEmail ? [.email, .copyEmail] : []) + [.export, .print, .favorite]
                    + (definition.hasGroups ? [.newGroup] : []) + (definition.home.canDelete ? [.delete] : []), name)
            XCTAssertEqual(WindowAction.of(.email).isEnabled(screen), hasEmail)
            let labels = WindowAction.offered(at: .several, by: screen).map { $0.menuLabel(screen) }
            XCTAssertEqual(labels.contains("Email All"), hasEmail, name)
            XCTAssertTrue(labels.contains("Export Selected…"), name)
            guard name == "contacts" else { continue }
            // A query ends selecting
            screen.list.looks.queryChosen(1)
            XCTAssertFalse(screen.isSelecting)
            XCTAssertEqual(screen.list.selectedRows, [])
        }
    }
}
