import DirectoryModel
import DirectoryStore
import ScreenFixtures
import TypedStore
import XCTest
@testable import DirectoryScreens

/// Lists in files, taken in through the window: what would change is shown first, and nothing is changed unasked.
final class ImportScreenTests: ScreenTestCase {
    private let people = [
        DukePerson(DUID: 1, netid: "al1", fName: "Ana", lName: "Li", email: "ana@duke.edu"),
        DukePerson(DUID: 2, netid: "bo2", fName: "Bo", lName: "Ek", email: "bo@duke.edu", movie: "Up"),
    ]

    private func screen() throws -> CollectionScreen { try directory(in: folder, with: people) }

    /// What a file would change.
    private func review(_ name: String, _ text: String, in screen: CollectionScreen) async throws -> PreviewScreen {
        await screen.importChosen(try folder.file(name, text))
        return try XCTUnwrap(screen.importing)
    }

    private let cards = """
        BEGIN:VCARD
        VERSION:3.0
        UID:duke-directory-people-0000001
        N:Li;Ana;;;
        EMAIL:ana@duke.edu
        END:VCARD
        BEGIN:VCARD
        VERSION:4.0
        FN:Bo Ek
        EMAIL:bo@duke.edu
        TITLE:PhD
        END:VCARD
        BEGIN:VCARD
        N:New;Cy
        X-DUKE-DUID:3
        END:VCARD
        BEGIN:VCARD
        FN:Nobody Here
        END:VCARD

        """

    func testChangesAreShownBeforeTheImport() async throws {
        let screen = try screen()
        let preview = try await review("x.vcf", cards, in: screen)
        XCTAssertEqual(preview.title, "Review Changes from “x.vcf”")
        XCTAssertEqual(preview.text, "1 new, 1 changed, 1 unchanged, 1 skipped")
        XCTAssertEqual(preview.lines.map(\.title), ["Bo Ek", "Cy New"])
        XCTAssertEqual(preview.lines.first?.differences, ["Plan: none → “PhD”"])
        XCTAssertTrue(preview.rejected.first?.hasPrefix("This is not a person: it has no DUID. “BEGIN:VCARD") == true)
        XCTAssertEqual(try screen.everybody(), people)
        XCTAssertFalse(screen.canReplaceList)
        // And another file waits until this one is decided.
        await screen.importChosen(try folder.file("y.vcf", cards))
        XCTAssertEqual(screen.importing?.title, preview.title)
        // What is not ticked remains as it is.
        preview.ticked(3, isTicked: false)
        XCTAssertEqual(preview.text, "1 changed, 1 unchanged, 1 skipped")
        await screen.importAnswered(applies: true)
        XCTAssertEqual(screen.toast?.text, "2 people imported: 1 changed, 1 unchanged, 1 skipped")
        XCTAssertEqual(try screen.everybody().map(\.plan), ["", "PhD"])
        XCTAssertEqual(try screen.inFile(), try screen.everybody())
        // And it is one change, which undo takes back.
        screen.undoTapped()
        await eventually { (try? screen.everybody()) == self.people }
    }

    func testReadingALongFileShowsProgressAndCanBeCanceled() async throws {
        let screen = try screen()
        // Given a file of many pieces
        let many = (0..<10_000).map { "BEGIN:VCARD\nN:Long\($0);Cy\nX-DUKE-DUID:\($0 + 10)\nEND:VCARD\n" }
        let long = try folder.file("long.vcf", many.joined())
        let reading = Task { await screen.importChosen(long) }
        await eventually { (screen.work.progress?.fraction ?? 0) > 0 }
        XCTAssertEqual(
            screen.work.progress?.text.contains("% of “long.vcf” read"), true, screen.work.progress?.text ?? "")
        XCTAssertEqual(screen.work.progress?.canCancel, true)
        // When it is stopped, then no question is shown and nothing is changed
        screen.work.cancelTapped()
        await reading.value
        XCTAssertNil(screen.work.progress)
        XCTAssertNil(screen.importing)
        XCTAssertTrue(screen.canReplaceList)
        XCTAssertEqual(screen.toast?.text, "The import was canceled. Your list was not changed.")
        XCTAssertEqual(try screen.everybody(), people)
    }

    func testThePeoplesFileIsBroughtUpToDateWhereAnotherCollectionIsOpen() async throws {
        let directory = try window(on: folder, collection: "players")
        let screen = directory.screen(of: .people)
        try screen.store.saveAll(people)
        XCTAssertNil(try? screen.writtenYet())
        directory.appeared()
        directory.firstFrameDrawn()
        await eventually { (try? screen.inFile()) == self.people }
    }

    func testAnExportTakenInAgainChangesNothing() async throws {
        let screen = try screen()
        let list = folder.url.appending(path: "all.vcf")
        await screen.exportChosen(list)
        XCTAssertEqual(screen.toast?.text, "2 people exported to “all.vcf”")
        await screen.importChosen(list)
        let preview = try XCTUnwrap(screen.importing)
        XCTAssertEqual(preview.text, "Already up to date: 2 people unchanged.")
        XCTAssertFalse(preview.hasAnything)
        await screen.importAnswered(applies: false)
        XCTAssertTrue(screen.canReplaceList)
        XCTAssertEqual(try screen.everybody(), people)
    }

    func testOnlyRecordsOfTheFileThatChangedDuringTheReviewAreShownAgain() async throws {
        // Given a file under review, one person of it unticked, and a change here since
        let screen = try screen()
        await screen.importChosen(try folder.file("x.vcf", cards))
        screen.importing?.ticked(3, isTicked: false)
        try screen.store.save(DukePerson(DUID: 2, movie: "Alien"))
        let before = try screen.everybody()
        // When it is applied, then the changes are shown again, and the tick remains
        await screen.importAnswered(applies: true)
        XCTAssertEqual(
            screen.importing?.problem, "Your list was changed in the meantime. Review the changes again.")
        XCTAssertEqual(screen.importing?.skipped, [3])
        XCTAssertEqual(try screen.everybody(), before)
        // And once they are applied, what changed since remains
        await screen.importAnswered(applies: true)
        XCTAssertNil(screen.importing)
        XCTAssertEqual(try screen.store.find(DukePerson.self, key: 2)?.movie, "Alien")
        XCTAssertNil(try screen.store.find(DukePerson.self, key: 3))
        // What is not in the file may change during a review
        await screen.importChosen(try folder.file("x.vcf", cards))
        try screen.store.save(DukePerson(DUID: 9, movie: "Alien"))
        await screen.importAnswered(applies: true)
        XCTAssertNil(screen.importing)
        XCTAssertNotNil(try screen.store.find(DukePerson.self, key: 3))
    }

    func testFilesWithoutRecordsAreReported() async throws {
        let screen = try screen()
        for (name, text) in [("a.json", "[]"), ("b.txt", "Hello"), ("d.vcf", "")] {
            await screen.importChosen(try folder.file(name, text))
            XCTAssertNil(screen.importing)
            XCTAssertTrue(screen.toast?.text.contains("“\(name)”") == true, screen.toast?.text ?? "nothing said")
        }
        XCTAssertEqual(try screen.everybody(), people)
    }

    func testColumnsThatAreNotReadAreNamedAndAssigned() async throws {
        // Given a table with columns that no field takes, one with two odd values
        let screen = try screen()
        let text = "DUID,Vorname,Hat\n3,Cy,red\n4,Di,\n"
        let preview = try await review("x.csv", text, in: screen)
        XCTAssertEqual(preview.unreadMessage, "Not read: Vorname, Hat")
        XCTAssertEqual(preview.columns.map(\.name), ["Vorname", "Hat"])
        XCTAssertEqual(preview.options.first, "Not read")
        XCTAssertEqual(preview.lines.map(\.title), ["0000003", "0000004"])
        // When a field is assigned to one, then the file is read with it, and the ticks stay
        preview.ticked(4, isTicked: false)
        preview.columnAssigned(1, to: try XCTUnwrap(preview.options.firstIndex(of: "First Name")))
        XCTAssertTrue(preview.isReading)
        await eventually { !preview.isReading }
        XCTAssertEqual(preview.unreadMessage, "Not read: Hat")
        XCTAssertEqual(preview.columns.map(\.name), ["Vorname", "Hat"])
        XCTAssertEqual(preview.lines.map(\.title), ["Cy", "Di"])
        XCTAssertEqual(preview.text, "1 new")
        // And what is imported is what was shown
        await screen.importAnswered(applies: true)
        XCTAssertEqual(try screen.everybody().map(\.fName), ["Ana", "Bo", "Cy"])
    }

    func testAFileIsImportedWithTheColumnAssignedLast() async throws {
        let screen = try screen()
        let preview = try await review("x.csv", "DUID,Vorname\n3,Cy\n", in: screen)
        preview.columnAssigned(1, to: try XCTUnwrap(preview.options.firstIndex(of: "First Name")))
        // When it is imported while it is still being read with that column
        XCTAssertTrue(preview.isReading)
        await screen.importAnswered(applies: true)
        XCTAssertEqual(try screen.everybody().map(\.fName), ["Ana", "Bo", "Cy"])
    }

    func testRecordsOfACanceledFileAreNotInTheNextReview() async throws {
        // Given a long table that is read again with a column, when its review is canceled
        let screen = try screen()
        let lines = (100..<20_100).map { "\($0),Name \($0)\n" }.joined()
        let long = try await review("long.csv", "DUID,Vorname\n" + lines, in: screen)
        long.columnAssigned(1, to: try XCTUnwrap(long.options.firstIndex(of: "First Name")))
        let reading = try XCTUnwrap(screen.transfer.reading)
        await screen.importAnswered(applies: false)
        // And another file is read meanwhile
        let short = try await review("short.csv", "DUID,First Name\n3,Cy\n", in: screen)
        await reading.value
        // Then its review shows that file
        XCTAssertEqual(short.lines.map(\.title), ["Cy"])
        await screen.importAnswered(applies: true)
        XCTAssertEqual(try screen.everybody().map(\.fName), ["Ana", "Bo", "Cy"])
    }

    func testFileDeletedDuringColumnAssignmentIsReported() async throws {
        // Given a preview of a table that was removed since
        let screen = try screen()
        let preview = try await review("x.csv", "DUID,Vorname\n3,Cy\n", in: screen)
        try FileManager.default.removeItem(at: folder.url.appending(path: "x.csv"))
        // When a field is assigned to a column
        preview.columnAssigned(1, to: try XCTUnwrap(preview.options.firstIndex(of: "First Name")))
        await eventually { preview.problem != nil }
        // Then the reason is told, and what is shown is as it was read
        XCTAssertTrue(preview.problem?.contains("x.csv") == true, preview.problem ?? "")
        XCTAssertEqual(preview.columns.map(\.option), [0])
        XCTAssertFalse(preview.isReading)
        // And with the file back it can be assigned
        _ = try folder.file("x.csv", "DUID,Vorname\n3,Cy\n")
        preview.columnAssigned(1, to: try XCTUnwrap(preview.options.firstIndex(of: "First Name")))
        await eventually { !preview.isReading }
        XCTAssertEqual(preview.lines.map(\.title), ["Cy"])
        XCTAssertNil(preview.problem)
    }

    func testATableWithoutAKnownColumnCanBeAssigned() async throws {
        let screen = try screen()
        let preview = try await review("c.csv", "one,two\n3,Cy\n", in: screen)
        XCTAssertEqual(preview.text, "1 skipped")
        XCTAssertFalse(preview.canApply, "There is nothing to import.")
        for (column, name) in [(0, "DUID"), (1, "First Name")] {
            preview.columnAssigned(column, to: try XCTUnwrap(preview.options.firstIndex(of: name)))
        }
        await eventually { !preview.isReading }
        XCTAssertEqual(preview.lines.map(\.title), ["Cy"])
        XCTAssertNil(preview.unreadMessage)
        XCTAssertTrue(preview.canApply)
        preview.ticked(3, isTicked: false)
        XCTAssertFalse(preview.canApply)
    }

    func testSkippedRowsBesideUnchangedOnesAreSetAside() async throws {
        // Given somebody who is here as the file has them, and a row that is nobody
        let screen = try screen()
        await screen.importChosen(try folder.file("d.csv", "DUID,First Name\n3,Cy\n"))
        await screen.importAnswered(applies: true)
        let preview = try await review("d.csv", "DUID,First Name\n3,Cy\nx,Di\n", in: screen)
        XCTAssertEqual(preview.text, "1 unchanged, 1 skipped")
        XCTAssertTrue(preview.canApply)
        // When it is imported, then that row can be corrected
        await screen.importAnswered(applies: true)
        XCTAssertEqual(try screen.store[.people].rejected().count, 1)
    }

    func testAPersonWithOneValueMissingIsNewAndNotSkipped() async throws {
        let contacts = try window(on: folder, collection: "contacts").screen(of: .contacts)
        let text = "First Name,Last Name,ZIP Code\nZoë,de la Cruz,27701-1234\n"
        let preview = try await review("x.csv", text, in: contacts)
        XCTAssertEqual(preview.text, "1 new, 1 with a value not imported")
        XCTAssertEqual(preview.leftOut, ["Zoë de la Cruz: ZIP Code “-1234” was not imported."])
        XCTAssertEqual(preview.rejected, [])
        await contacts.importAnswered(applies: true)
        XCTAssertEqual(contacts.toast?.text, "1 contact imported: 1 new, 1 with a value not imported")
        XCTAssertEqual(contacts.toast?.details.map(\.reason), preview.leftOut)
        // And a value that a form would refuse is shown
        await contacts.importChosen(try folder.file("y.csv", "First Name,Phone\nZoë,12\n"))
        XCTAssertEqual(
            contacts.importing?.lines.map(\.differences), [["Imported as is: Phone must have at least 7 digits."]])
    }

    func testTheOpenRowCanBeDraggedAsACard() async throws {
        let screen = try screen()
        XCTAssertNil(screen.openCard)
        XCTAssertTrue(screen.open(key: 2))
        let card = try XCTUnwrap(screen.openCard)
        XCTAssertEqual(card.fileName, "Bo Ek.vcf")
        XCTAssertTrue(card.text.contains("X-DUKE-MOVIE:Up\r\n"))
        XCTAssertEqual(RecordCard(DukePerson(DUID: 1, fName: "../a", lName: "/b:c").record)?.fileName, "a bc.vcf")
        XCTAssertNil(RecordCard(Player(key: 1).record))
    }
}
