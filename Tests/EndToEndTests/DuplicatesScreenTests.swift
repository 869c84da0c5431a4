import DirectoryModel
import DirectoryScreens
import DirectoryStore
import Foundation
import XCTest

/// Duplicates, one pair after another, without any window.
@MainActor
final class DuplicatesScreenTests: XCTestCase {
    private let folder = Folder()

    private func contact(_ key: Int, _ fields: String) throws -> Contact {
        var contact = Contact(id: key)
        try Tokens<Contact>(fields).apply(to: &contact)
        return contact
    }

    /// The screen of contacts with the numbers from 1, and of their duplicates.
    private func open(_ fields: String...) async throws -> (CollectionScreen, DuplicatesScreen) {
        let store = try Store(sandbox: folder.url)
        try store.saveAll(fields.enumerated().map { try contact($0 + 1, $1) })
        let contacts = try await opened(Contact.self, folder)
        return (contacts, try await find(in: contacts))
    }

    private func find(in screen: CollectionScreen) async throws -> DuplicatesScreen {
        screen.duplicatesTapped()
        guard case .duplicates(let found) = screen.destination else { throw XCTSkip("It did not open.") }
        await found.settled()
        return found
    }

    private func contacts(_ screen: CollectionScreen) throws -> [Contact] {
        try screen.store.whole(Contact.self) { _ in true }
    }

    private let (ana, moved) = (
        "fn=Ana,ln=Li,em=ana@x.org,ci=Durham", "fn=Ana,ln=Li,em=ana@x.org,ci=Cary,ph=9195550100"
    )

    func testTwoAreShownSideBySideAndMergedAsChosen() async throws {
        let (contacts, duplicates) = try await open(ana, moved)
        let shown = try XCTUnwrap(duplicates.comparison)
        XCTAssertEqual(duplicates.reason, "same email")
        XCTAssertEqual(duplicates.placeWords, "1 of 1")
        XCTAssertEqual(shown.sides.map(\.content.title), ["Ana Li", "Ana Li"])
        XCTAssertEqual(shown.lines.filter { $0.kind == .choice }.map(\.label), ["City"])
        XCTAssertEqual(shown.lines.first { $0.label == "City" }?.texts, ["Durham", "Cary"])
        XCTAssertEqual(
            shown.lines.map(\.label), ["City", "Phone", "First Name", "Last Name", "Email"],
            "What needs a choice comes first, and what they agree on last.")
        XCTAssertTrue(shown.resultText.contains("Durham") && shown.resultText.contains("(919) 555-0100"))
        XCTAssertEqual(duplicates.agreeingCount, 0)
        // When the other city is chosen, by its button or by the key 2
        duplicates.sidePicked(.theirs)
        XCTAssertTrue(shown.resultText.contains("Cary"))
        duplicates.sidePicked(.mine)
        duplicates.picked(.theirs, for: try XCTUnwrap(shown.lines.first { $0.label == "City" }))
        duplicates.mergeTapped()
        // Then
        await duplicates.settled()
        XCTAssertEqual(try self.contacts(contacts), [try contact(1, moved)])
        XCTAssertEqual(duplicates.page, .done)
        XCTAssertEqual(duplicates.doneWords, "You have seen all of them.")
        XCTAssertEqual(contacts.toast?.offersUndo, true)
        // And undone
        duplicates.undoTapped()
        await duplicates.settled()
        XCTAssertEqual(try self.contacts(contacts).map(\.city), ["Durham", "Cary"])
        XCTAssertEqual(duplicates.page, .comparing)
    }

    func testNotTheSameIsRememberedAndSkippedOnesComeAgainLater() async throws {
        let (contacts, duplicates) = try await open(
            ana, moved, "fn=Bo,ln=Ek,ph=9195550133", "fn=Bob,ln=Ek,ph=9195550133")
        XCTAssertEqual(duplicates.placeWords, "1 of 2")
        duplicates.notSameTapped()
        XCTAssertEqual(duplicates.placeWords, "2 of 2")
        XCTAssertEqual(duplicates.reason, "same phone")
        duplicates.skipTapped()
        XCTAssertEqual(duplicates.page, .done)
        XCTAssertEqual(try self.contacts(contacts).count, 4)
        contacts.destination = nil
        let again = try await find(in: contacts)
        XCTAssertEqual(again.placeWords, "1 of 1")
        XCTAssertEqual(again.reason, "same phone")
    }

    func testAllThatAgreeMergeAtOnceAndAreOneUndo() async throws {
        let (contacts, duplicates) = try await open(
            "fn=Ana,ln=Li,em=ana@x.org", "fn=Ana,ln=Li,em=ana@x.org,ci=Durham", "fn=Ana,ln=Li,em=ANA@x.org",
            "fn=Bo,ln=Ek,em=bo@x.org,ci=Cary", "fn=Bo,ln=Ek,em=bo@x.org", "fn=Cy,ln=Ek,em=cy@x.org,ci=Cary",
            "fn=Cy,ln=Ek,em=cy@x.org,ci=Apex")
        XCTAssertEqual(duplicates.agreeingLabel, "Merge All That Agree (2)")
        let before = try self.contacts(contacts)
        duplicates.mergeAgreeingTapped()
        await duplicates.settled()
        XCTAssertEqual(try self.contacts(contacts).map(\.id), [1, 4, 6, 7])
        XCTAssertEqual(try self.contacts(contacts)[0].city, "Durham")
        XCTAssertEqual(contacts.toast?.text, "3 duplicates merged")
        XCTAssertEqual(duplicates.comparison?.lines.first { $0.kind == .choice }?.texts, ["Cary", "Apex"])
        XCTAssertEqual(duplicates.agreeingCount, 0)
        duplicates.undoTapped()
        await duplicates.settled()
        XCTAssertEqual(try self.contacts(contacts), before)
    }

    func testThreeOfOnePersonAreMergedOneAfterAnother() async throws {
        let (contacts, duplicates) = try await open(
            "fn=Ana,ln=Li,em=ana@x.org", "fn=Ana,ln=Li,em=ana@x.org", "fn=Ana,ln=Li,em=ana@x.org,ci=Cary")
        duplicates.mergeTapped()
        await duplicates.settled()
        duplicates.mergeTapped()
        await duplicates.settled()
        XCTAssertEqual(try self.contacts(contacts).map(\.city), ["Cary"])
    }

    func testTheSameNameAloneComesLastAndSaysSo() async throws {
        let (_, duplicates) = try await open("fn=Ana,ln=Li,ci=Cary", "fn=Ana,ln=Li,ci=Apex", ana, ana)
        XCTAssertEqual(duplicates.heading, "Is This the Same Person?")
        duplicates.mergeTapped()
        while duplicates.page == .comparing, duplicates.heading == "Is This the Same Person?" {
            duplicates.skipTapped()
        }
        XCTAssertEqual(duplicates.heading, "Same Name, Perhaps Two People")
    }

    func testTheClassesRecordStaysAndTakesTheStar() async throws {
        // Given a favorite who is in the class now
        let window = try window(on: folder)
        let store = window.store
        let added = DukePerson(DUID: 9, fName: "Ana", lName: "Li", email: "ana@duke.edu", movie: "Up")
        let listed = DukePerson(DUID: 1, netid: "ana", fName: "Ana", lName: "Li", email: "ana@duke.edu", movie: "Alien")
        try store.saveAll([added])
        let staging = try store.beginStaging(DukePerson.self, owner: "demo")
        try staging.add([.record(listed)])
        _ = try store.apply(staging, MergeRequest(.update, owner: "demo"))
        window.appeared()
        let people = window.screen(of: DukePerson.self)
        people.appeared()
        await settled(people)
        XCTAssertTrue(people.open(key: 9))
        window.favoriteTapped()
        // When
        let duplicates = try await find(in: people)
        let shown = try XCTUnwrap(duplicates.comparison)
        XCTAssertEqual(shown.sides.map(\.badge), ["On the Server’s List", nil])
        XCTAssertEqual(shown.lines.filter { $0.kind == .lost }.map(\.label), ["DUID", "Movie"])
        XCTAssertEqual(duplicates.agreeingCount, 0)
        duplicates.sidePicked(.theirs)
        duplicates.mergeTapped()
        await duplicates.settled()
        // Then
        XCTAssertEqual(try store.find(DukePerson.self, key: 1), listed)
        XCTAssertNil(try store.find(DukePerson.self, key: 9))
        let isFavorite = await until { window.favoriteLinks.map(\.reference.key) == [1] }
        XCTAssertTrue(isFavorite, "\(window.favoriteLinks)")
    }

    func testSomebodyOfAFileIsMergedAddedOrSkipped() async throws {
        for choice in LookalikeChoice.allCases {
            let folder = Folder()
            let store = try Store(sandbox: folder.url)
            try store.saveAll([try contact(1, ana)])
            let contacts = try await opened(Contact.self, folder)
            let file = try folder.file(
                "c.csv", "First Name,Last Name,Email,Phone,City\nAna,Li,ana@x.org,9195550100,Cary\n"
            )
            await contacts.files.importChosen(file)
            let preview = try XCTUnwrap(contacts.importing)
            let line = try XCTUnwrap(preview.lines.first { !$0.choices.isEmpty })
            XCTAssertEqual(preview.lines.count, 1)
            XCTAssertEqual(line.choices, [.merge, .add, .skip])
            XCTAssertEqual(
                line.differences,
                [
                    "Looks like Ana Li: same email", "If merged: Phone: none → “(919) 555-0100”",
                    "Left out if merged: City: “Durham” → “Cary”",
                ])
            XCTAssertEqual(preview.choice(for: line.id), .add)
            preview.chosen(choice, for: line.id)
            XCTAssertEqual(preview.choice(for: line.id), choice)
            await contacts.importAnswered(applies: true)
            let phones = try self.contacts(contacts).map(\.phone)
            XCTAssertEqual(phones, choice == .merge ? ["9195550100"] : choice == .add ? ["", "9195550100"] : [""])
            XCTAssertEqual(try self.contacts(contacts)[0].city, "Durham")
        }
    }
}

extension DuplicatesScreen {
    /// Waits until duplicates were found.
    fileprivate func settled() async {
        let isSettled = await until { page != .finding }
        XCTAssertTrue(isSettled)
    }
}
