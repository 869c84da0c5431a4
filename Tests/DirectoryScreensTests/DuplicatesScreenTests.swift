import DirectoryModel
import DirectoryScreens
import DirectoryStore
import ScreenFixtures
import TypedStore
import XCTest

/// Duplicates, one pair after another, without any window.
final class DuplicatesScreenTests: ScreenTestCase {
    /// The screen of contacts with the numbers from 1, and of their duplicates.
    private func open(_ fields: String...) async throws -> (CollectionScreen, DuplicatesScreen) {
        _ = try folder.store(fields.enumerated().map { try Contact($1, key: $0 + 1) })
        let contacts = try await ScreenFixtures.opened(Contact.self, folder)
        return (contacts, try await find(in: contacts))
    }

    private func find(in screen: CollectionScreen) async throws -> DuplicatesScreen {
        screen.duplicatesTapped()
        var opened: DuplicatesScreen? { if case .duplicates(let opened) = screen.sheet { opened } else { nil } }
        let found = try XCTUnwrap(opened)
        await found.finished()
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
        XCTAssertEqual(duplicates.progressText, "1 of 1")
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
        await duplicates.finished()
        XCTAssertEqual(try self.contacts(contacts), [try Contact(moved, key: 1)])
        XCTAssertEqual(duplicates.page, .done)
        XCTAssertEqual(duplicates.emptyTitle, "No More Duplicates")
        XCTAssertEqual(duplicates.emptyMessage, "That was the last one.")
        XCTAssertEqual(contacts.toast?.offersUndo, true)
        // And undone
        duplicates.undoTapped()
        await duplicates.finished()
        XCTAssertEqual(try self.contacts(contacts).map(\.city), ["Durham", "Cary"])
        XCTAssertEqual(duplicates.page, .comparing)
    }

    func testNotTheSameIsRememberedAndSkippedOnesComeAgainLater() async throws {
        let (contacts, duplicates) = try await open(
            ana, moved, "fn=Bo,ln=Ek,ph=9195550133", "fn=Bob,ln=Ek,ph=9195550133")
        XCTAssertEqual(duplicates.progressText, "1 of 2")
        duplicates.notSameTapped()
        await duplicates.finished()
        XCTAssertEqual(duplicates.progressText, "2 of 2")
        XCTAssertEqual(duplicates.reason, "same phone")
        duplicates.skipTapped()
        XCTAssertEqual(duplicates.page, .done)
        XCTAssertEqual(try self.contacts(contacts).count, 4)
        contacts.sheet = nil
        let again = try await find(in: contacts)
        XCTAssertEqual(again.progressText, "1 of 1")
        XCTAssertEqual(again.reason, "same phone")
        // And taken back, as the message offers
        XCTAssertEqual(contacts.toast?.text, "Kept as two people")
        XCTAssertEqual(contacts.toast?.offersUndo, true)
        contacts.undoTapped()
        await finished(contacts)
        contacts.sheet = nil
        let both = try await find(in: contacts)
        XCTAssertEqual(both.progressText, "1 of 2")
    }

    func testMergeAllLeavesSkippedAndDistinctPairs() async throws {
        let person = "fn=Ana,ln=Li,em=ana@x.org"
        // Given three that agree, of whom two are told apart, and a pair that is skipped
        let (contacts, duplicates) = try await open(
            person, person, person, "fn=Bo,ln=Ek,em=bo@x.org", "fn=Bo,ln=Ek,em=bo@x.org", "fn=Cy,ln=Ek,em=cy@x.org",
            "fn=Cy,ln=Ek,em=cy@x.org")
        XCTAssertEqual(duplicates.agreeingCount, 3)
        duplicates.notSameTapped()
        await duplicates.finished()
        XCTAssertEqual(duplicates.agreeingCount, 2)
        duplicates.skipTapped()
        XCTAssertEqual(duplicates.agreeingLabel, "Merge 1 Exact Match")
        duplicates.mergeAgreeingTapped()
        await duplicates.finished()
        // Then only the others are merged, though the search began again
        XCTAssertEqual(try self.contacts(contacts).map(\.id), [1, 2, 3, 4, 5, 6])
        XCTAssertEqual(duplicates.page, .comparing)
        XCTAssertEqual(duplicates.agreeingCount, 0)
    }

    func testMergeAllLeavesPairsMarkedDistinctElsewhere() async throws {
        let (contacts, duplicates) = try await open("fn=Ana,ln=Li,em=ana@x.org", "fn=Ana,ln=Li,em=ana@x.org")
        try contacts.store[.contacts].markDistinct(groups: [[1, 2]])
        duplicates.mergeAgreeingTapped()
        await duplicates.finished()
        XCTAssertEqual(try self.contacts(contacts).count, 2)
        // And then there are none
        contacts.sheet = nil
        let none = try await find(in: contacts)
        XCTAssertEqual(none.page, .done)
        XCTAssertEqual([none.emptyTitle, none.emptyMessage], ["No Duplicates", "No duplicates were found."])
    }

    func testAPairThatChangedIsReadAgain() async throws {
        let (contacts, duplicates) = try await open(ana, moved)
        let shown = try XCTUnwrap(duplicates.comparison)
        try contacts.store.save(Contact(moved + ",zi=27513", key: 2))
        duplicates.mergeTapped()
        await duplicates.finished()
        XCTAssertEqual(
            duplicates.problem?.hasPrefix("A record has changed in the meantime, so nothing was merged."), true)
        XCTAssertEqual(duplicates.progressText, "1 of 1")
        XCTAssertNotEqual(duplicates.comparison?.id, shown.id)
        XCTAssertEqual(duplicates.comparison?.resultText.contains("27513"), true)
        duplicates.mergeTapped()
        await duplicates.finished()
        XCTAssertNil(duplicates.problem)
        XCTAssertEqual(try self.contacts(contacts), [try Contact(ana + ",ph=9195550100,zi=27513", key: 1)])
    }

    func testFailureIsReportedAndCanBeRetried() async throws {
        let (contacts, found) = try await open(ana, moved)
        contacts.sheet = nil
        XCTAssertEqual(found.page, .comparing)
        func rename(_ table: String, _ name: String) throws {
            try folder.execute("ALTER TABLE \(table) RENAME TO \(name)")
        }
        try rename("mark", "away")
        let duplicates = try await find(in: contacts)
        XCTAssertEqual(duplicates.page, .failed)
        XCTAssertEqual(duplicates.emptyTitle, "Duplicates Could Not Be Read")
        XCTAssertEqual(duplicates.emptyMessage, duplicates.problem)
        XCTAssertFalse(duplicates.emptyMessage.isEmpty)
        try rename("away", "mark")
        duplicates.tryAgainTapped()
        await duplicates.finished()
        XCTAssertNil(duplicates.problem)
        XCTAssertEqual(duplicates.progressText, "1 of 1")
    }

    func testClicksAreIgnoredWhileAPairIsChanging() async throws {
        let (contacts, duplicates) = try await open(
            ana, moved, "fn=Bo,ln=Ek,ph=9195550133", "fn=Bob,ln=Ek,ph=9195550133")
        // Given another writer
        try await folder.whileLocked {
            // When the same pair is merged twice, told apart, and skipped
            duplicates.mergeTapped()
            duplicates.mergeTapped()
            duplicates.notSameTapped()
            duplicates.skipTapped()
            duplicates.sidePicked(.theirs)
            duplicates.undoTapped()
            // Then nothing waits for the lock, and only the first is done
            XCTAssertTrue(duplicates.isChanging)
            XCTAssertEqual(duplicates.progressText, "1 of 2")
        }
        await duplicates.finished()
        XCTAssertEqual(duplicates.progressText, "2 of 2")
        XCTAssertEqual(try self.contacts(contacts).map(\.id), [1, 3, 4])
        XCTAssertEqual(try self.contacts(contacts)[0].city, "Durham")
    }

    func testAllThatAgreeMergeAtOnceAndAreOneUndo() async throws {
        let (contacts, duplicates) = try await open(
            "fn=Ana,ln=Li,em=ana@x.org", "fn=Ana,ln=Li,em=ana@x.org,ci=Durham", "fn=Ana,ln=Li,em=ANA@x.org",
            "fn=Bo,ln=Ek,em=bo@x.org,ci=Cary", "fn=Bo,ln=Ek,em=bo@x.org", "fn=Cy,ln=Ek,em=cy@x.org,ci=Cary",
            "fn=Cy,ln=Ek,em=cy@x.org,ci=Apex")
        XCTAssertEqual(duplicates.agreeingLabel, "Merge 2 Exact Matches")
        let before = try self.contacts(contacts)
        duplicates.mergeAgreeingTapped()
        await duplicates.finished()
        XCTAssertEqual(try self.contacts(contacts).map(\.id), [1, 4, 6, 7])
        XCTAssertEqual(try self.contacts(contacts)[0].city, "Durham")
        XCTAssertEqual(contacts.toast?.text, "3 duplicates merged")
        XCTAssertEqual(duplicates.comparison?.lines.first { $0.kind == .choice }?.texts, ["Cary", "Apex"])
        XCTAssertEqual(duplicates.agreeingCount, 0)
        duplicates.undoTapped()
        await duplicates.finished()
        XCTAssertEqual(try self.contacts(contacts), before)
    }

    func testManyMergesShowProgressAndAreCanceledAsAWhole() async throws {
        // Given 250 pairs that agree, and another writer
        _ = try folder.store((0..<500).map { try Contact("fn=A\($0 / 2),ln=Li,em=a\($0 / 2)@x.org", key: $0 + 1) })
        let contacts = try await ScreenFixtures.opened(Contact.self, folder)
        let duplicates = try await find(in: contacts)
        XCTAssertEqual(duplicates.agreeingCount, 250)
        // When they are merged, and canceled before it is the program’s turn
        try await folder.whileLocked {
            duplicates.mergeAgreeingTapped()
            await eventually { contacts.work.progress?.canCancel == true }
            contacts.work.cancelTapped()
        }
        await duplicates.finished()
        // Then nothing is merged
        XCTAssertEqual(try self.contacts(contacts).count, 500)
        XCTAssertEqual(duplicates.agreeingCount, 250)
        XCTAssertEqual(duplicates.problem, "Canceled. No changes were made.")
        XCTAssertNil(contacts.toast)
        duplicates.mergeAgreeingTapped()
        await duplicates.finished()
        XCTAssertEqual(try self.contacts(contacts).count, 250)
        XCTAssertNil(duplicates.problem)
    }

    func testSameNameAloneIsRankedLast() async throws {
        let (contacts, duplicates) = try await open("fn=Ana,ln=Li,ci=Cary", "fn=Ana,ln=Li,ci=Apex", ana, ana)
        XCTAssertEqual(duplicates.heading, "Is This the Same Person?")
        XCTAssertTrue(duplicates.suggestsMerging)
        duplicates.defaultTapped()
        await duplicates.finished()
        while duplicates.page == .comparing, duplicates.heading == "Is This the Same Person?" {
            duplicates.skipTapped()
            await duplicates.finished()
        }
        XCTAssertEqual(duplicates.heading, "Same Name, Perhaps Different")
        // And Return skips them
        XCTAssertFalse(duplicates.suggestsMerging)
        let count = try self.contacts(contacts).count
        duplicates.defaultTapped()
        await duplicates.finished()
        XCTAssertEqual(try self.contacts(contacts).count, count)
    }

    func testPairsThatContradictEachOtherAreMarkedAsDifferentPeopleAtOnce() async throws {
        let (contacts, duplicates) = try await open(
            ana, moved, "fn=Bo,ln=Ek,ph=9195550144,em=a@x.org,st=1 Elm St",
            "fn=Bo,ln=Ek,ph=9195550111,em=b@x.org,st=2 Elm St",
            "fn=Cy,ln=Ek,ph=9195550122,em=c@x.org,st=3 Elm St", "fn=Cy,ln=Ek,ph=9195550133,em=d@x.org,st=4 Elm St")
        // Given a pair that may be the same person
        XCTAssertEqual(duplicates.progressText, "1 of 3")
        XCTAssertEqual(duplicates.contradictedCount, 0)
        duplicates.contradictedTapped()
        XCTAssertEqual(duplicates.page, .comparing)
        duplicates.skipTapped()
        // When the others are marked
        XCTAssertEqual(duplicates.heading, "Probably Different People")
        XCTAssertFalse(duplicates.suggestsMerging)
        XCTAssertEqual(duplicates.contradictedLabel, "Mark All as Not the Same (2)")
        duplicates.contradictedTapped()
        await duplicates.finished()
        XCTAssertEqual(duplicates.page, .done)
        XCTAssertEqual(contacts.toast?.text, "2 pairs marked as different people")
        duplicates.undoTapped()
        await duplicates.finished()
        XCTAssertEqual(duplicates.contradictedCount, 2)
        duplicates.skipTapped()
        XCTAssertEqual(duplicates.contradictedCount, 0, "One has a button already.")
    }

    func testAPersonOfAFileIsMergedAddedOrSkipped() async throws {
        for choice in LookalikeChoice.allCases {
            let folder = Folder()
            _ = try folder.store([try Contact(ana, key: 1)])
            let contacts = try await ScreenFixtures.opened(Contact.self, folder)
            let file = try folder.file(
                "c.csv", "First Name,Last Name,Email,Phone,City\nAna,Li,ana@x.org,9195550100,Cary\n"
            )
            await contacts.importChosen(file)
            let preview = try XCTUnwrap(contacts.importing)
            let line = try XCTUnwrap(preview.lines.first { !$0.choices.isEmpty })
            XCTAssertEqual(preview.lines.count, 1)
            XCTAssertEqual(line.choices, [.merge, .add, .skip])
            XCTAssertEqual(
                line.differences,
                [
                    "Looks like Ana Li: same email", "If merged: Phone: none → “(919) 555-0100”",
                    "Lost by merging: City: “Durham” → “Cary”",
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
    fileprivate func finished() async {
        await eventually { page != .finding && !isChanging }
    }
}
