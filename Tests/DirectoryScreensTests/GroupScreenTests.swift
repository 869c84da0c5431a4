import DirectoryModel
import DirectoryStore
import Foundation
import ScreenFixtures
import TypedStore
import XCTest

@testable import DirectoryScreens

/// Groups in the window, without a pane.
final class GroupScreenTests: ScreenTestCase {
    /// Ana and Ben are Owls, Cy has no team; "Band" is Ana and one who is not here.
    private func opened(memory: any WindowStateStore = InMemoryStateStore()) async throws -> DirectoryScreen {
        let directory = try window(on: folder, memory: memory)
        if try directory.store[.people].groups().isEmpty {
            try directory.store.saveAll(
                [("Ana", "Owls"), ("Ben", "Owls"), ("Cy", "")].enumerated().map { index, person in
                    DukePerson(
                        DUID: index + 1, netid: "n\(index)", fName: person.0, lName: "L\(index)", email: "a@b.org",
                        role: .Student, team: person.1)
                })
            try directory.store[.groups].makeFirstGroups()
            try directory.store[.people].makeGroup(RecordGroup("Band", of: .people, members: [1, 99]))
        }
        directory.appeared()
        directory.firstFrameDrawn()
        await finished(directory.open)
        return directory
    }

    private func item(_ name: String, _ directory: DirectoryScreen) throws -> GroupItem {
        try XCTUnwrap(directory.open.groups.items.first { $0.name == name })
    }

    private func open(_ name: String, _ directory: DirectoryScreen) async throws {
        await eventually { directory.open.groups.items.contains { $0.name == name } }
        directory.groupChosen(try item(name, directory).key)
        await finished(directory.open)
    }

    /// Waits until the sidebar has these groups, in order.
    private func expectGroups(_ names: [String], _ directory: DirectoryScreen) async {
        await eventually("\(directory.open.groups.items.map(\.name))") {
            directory.open.groups.items.map(\.name) == names
        }
    }

    /// Waits until the list shows these people, in order.
    private func expectShown(_ titles: [String], _ directory: DirectoryScreen) async {
        await eventually("\(directory.open.titles)") { directory.open.titles == titles && directory.open.isIdle }
    }

    func testSidebarCountsMembersAndAbsentOnes() async throws {
        let directory = try await opened()
        let items = directory.groups(of: DukePerson.collection)
        XCTAssertEqual(items.map(\.name), ["Without a Picture", "Band"], "the other one never had a member")
        XCTAssertEqual(directory.open.groups.items.count, 3)
        XCTAssertEqual(items.map(\.count), [3, 1])
        XCTAssertEqual(items.map(\.absentText), [nil, "1 not in this list"])
        XCTAssertEqual(items.map(\.isSmart), [true, false])
        XCTAssertEqual(directory.groups(of: Contact.collection), [])
        // And again after each change, by whoever it is
        try Store(sandbox: folder.url).save(DukePerson(DUID: 99, netid: "z", fName: "Zed", lName: "Last"))
        await eventually("\(directory.groups(of: DukePerson.collection))") {
            directory.groups(of: DukePerson.collection).map(\.count) == [4, 2]
        }
    }

    func testASmartGroupIsInTheSidebarOnceItHadAMember() async throws {
        let memory = InMemoryStateStore()
        let directory = try await opened(memory: memory)
        try directory.store[.people].makeGroup(RecordGroup("Bears", of: .people, search: "te=bears"))
        try directory.store[.people].makeGroup(RecordGroup("Nobody Yet", of: .people))
        await expectGroups(["Without a Picture", "New and Changed", "Band", "Bears", "Nobody Yet"], directory)
        await finished(directory.open)
        @MainActor func names() -> [String] { directory.groups(of: DukePerson.collection).map(\.name) }
        XCTAssertEqual(names(), ["Without a Picture", "Band", "Nobody Yet"])
        try await open("Bears", directory)
        XCTAssertEqual(names(), ["Without a Picture", "Band", "Bears", "Nobody Yet"], "what is open is there")
        directory.collectionChosen("people")
        let cy = DukePerson(DUID: 3, netid: "n2", fName: "Cy", lName: "L2", team: "Bears")
        try directory.store.save(cy)
        await eventually { names().contains("Bears") && directory.open.isIdle }
        // And it remains, also on the next launch
        try directory.store.save(DukePerson(DUID: 3, netid: "n2", fName: "Cy", lName: "L2"))
        await eventually {
            directory.open.groups.items.first { $0.name == "Bears" }?.count == nil && directory.open.isIdle
        }
        XCTAssertTrue(names().contains("Bears"))
        let again = try await opened(memory: memory)
        XCTAssertTrue(again.groups(of: DukePerson.collection).map(\.name).contains("Bears"))
    }

    func testTheHeadingHidesGroupsAndTakesRecords() async throws {
        let memory = InMemoryStateStore()
        let directory = try await opened(memory: memory)
        XCTAssertTrue(directory.areGroupsExpanded)
        try await open("Band", directory)
        XCTAssertEqual(directory.sidebar.filter(\.isOpen).count, 0, "the group is marked instead")
        directory.groupsHeadingTapped()
        let again = try await opened(memory: memory)
        XCTAssertFalse(again.areGroupsExpanded)
        XCTAssertEqual(directory.sidebar.filter(\.isOpen).map(\.collection), [DukePerson.collection])
        // A new group is seen.
        directory.newGroupTapped()
        XCTAssertTrue(directory.areGroupsExpanded)
        let empty = try edited(directory.open)
        empty.nameTyped("Choir")
        await save(empty)
        XCTAssertEqual(directory.open.toast?.text, "Group “Choir” created")
        directory.open.sheet = nil
        directory.collectionChosen("people")
        await finished(directory.open)
        let rows = directory.open.list.entries.rows
        let card = try XCTUnwrap(directory.open.card(ofRow: rows[2])?.text)
        XCTAssertTrue(directory.droppedOnGroups(card))
        let form = try edited(directory.open)
        XCTAssertEqual(form.title, "New Group from 1 Person")
        form.nameTyped("Cys")
        form.saveTapped()
        await eventually { (try? directory.store[.people].group("Cys")?.members.count) == 1 }
        XCTAssertFalse(directory.droppedOnGroups("BEGIN:VCARD"))
    }

    func testAGroupIsAPlaceWithItsOwnSearchSelectionAndName() async throws {
        let directory = try await opened()
        XCTAssertEqual(directory.open.exportName, "people.vcf")
        try await open("Without a Picture", directory)
        let screen = directory.open
        XCTAssertEqual(screen.titles, ["Ana L0", "Ben L1", "Cy L2"])
        XCTAssertEqual(screen.listTitle, "Without a Picture")
        XCTAssertEqual(screen.exportName, "Without a Picture.vcf")
        screen.list.searchChanged("te=owl")
        await finished(screen)
        XCTAssertEqual(screen.titles, ["Ana L0", "Ben L1"])
        XCTAssertEqual(screen.list.shownName, "Without a Picture, Team: owl")
        screen.selectAllTapped()
        XCTAssertEqual(screen.selectedWords, "2 selected")
        try await open("Band", directory)
        XCTAssertFalse(screen.isSelecting)
        XCTAssertEqual(screen.list.selectedRows, [])
        XCTAssertEqual(screen.titles, ["Ana L0"])
        XCTAssertEqual(screen.list.searchText, "")
        let file = folder.url.appending(path: "band.vcf")
        await screen.exportChosen(file)
        XCTAssertEqual(try String(contentsOf: file, encoding: .utf8).components(separatedBy: "BEGIN:VCARD").count, 2)
        directory.collectionChosen("people")
        await finished(screen)
        XCTAssertEqual(screen.titles.count, 3)
        XCTAssertEqual(screen.listTitle, "People")
    }

    func testListIsCurrentAndPreservesOpenRecord() async throws {
        let directory = try await opened()
        try await open("Band", directory)
        try directory.store[.people].add([2], to: "Band")
        await eventually { directory.open.titles == ["Ana L0", "Ben L1"] }
        // A person outside of the group is shown in the whole list
        directory.linkChosen(RecordReference(collection: "people", key: 3))
        await finished(directory.open)
        XCTAssertNil(directory.open.list.group)
        XCTAssertEqual(directory.open.openKey, 3)
        // A group that others delete is left
        try await open("Band", directory)
        try directory.store[.people].deleteGroup("Band")
        await eventually { directory.open.list.group == nil }
    }

    func testLastOpenedListIsRestored() async throws {
        let memory = InMemoryStateStore()
        try await open("Band", opened(memory: memory))
        // Given more people than are read at once, then the group is no first launch
        let again = try window(on: folder, memory: memory)
        again.open.list.maxReadAtOnce = 2
        again.appeared()
        XCTAssertEqual(again.open.list.group, "Band")
        XCTAssertEqual(again.open.list.total, 3)
        XCTAssertFalse(again.isWelcoming)
        await expectShown(["Ana L0"], again)
        again.collectionChosen("people")
        let whole = try await opened(memory: memory)
        XCTAssertNil(whole.open.list.group)
    }

    func testAGroupIsMadeFromASelectionAndFromASearch() async throws {
        let directory = try await opened()
        let screen = directory.open
        screen.rowsSelected(Array(screen.list.entries.rows.prefix(2)))
        XCTAssertEqual(screen.groups.newLabel, "New Group from 2 People")
        directory.perform(.newGroup)
        let form = try edited(screen)
        XCTAssertFalse(form.canSave)
        XCTAssertNil(form.color)
        form.nameTyped("band")
        await save(form)
        XCTAssertEqual(form.problem, "There is already a group called “band”. Choose another name.")
        form.nameTyped("Tutored")
        await save(form)
        XCTAssertEqual(screen.toast?.text, "Group “Tutored” created with 2 people")
        XCTAssertTrue(form.isSaved)
        XCTAssertEqual(try directory.store[.people].group("Tutored")?.memberKeys, [1, 2])
        screen.sheet = nil
        screen.stopSelectingTapped()
        // From the search entry
        XCTAssertFalse(screen.groups.canSaveSearch)
        screen.list.searchChanged("xx=1")
        XCTAssertFalse(screen.groups.canSaveSearch)
        screen.list.searchChanged("-te=owls")
        await finished(screen)
        directory.perform(.saveSearch)
        let search = try edited(screen)
        XCTAssertEqual(search.search, "-te=owls")
        XCTAssertEqual(search.name, "not Team: owls")
        search.searchTyped("is=odd")
        await save(search)
        XCTAssertEqual(search.problem, "“is=odd” is not known. Use one of favorite, edited, new.")
        search.searchTyped("-te=owls")
        search.nameTyped("Others")
        await save(search)
        await finished(screen)
        XCTAssertEqual(screen.list.group, "Others")
        XCTAssertEqual(screen.titles, ["Cy L2"])
    }

    private func edited(_ screen: CollectionScreen) throws -> GroupEditScreen {
        let shown: GroupEditScreen? = if case .group(let shown) = screen.sheet { shown } else { nil }
        return try XCTUnwrap(shown)
    }

    private func save(_ form: GroupEditScreen) async {
        form.saveTapped()
        await eventually { form.isSaved || form.problem != nil }
    }

    func testRecordsAreAddedDroppedAndRemovedAndThatIsUndone() async throws {
        let directory = try await opened()
        let (screen, band) = (directory.open, try item("Band", directory))
        func members() throws -> [Int]? { try directory.store[.people].group("Band")?.memberKeys }
        screen.rowsSelected([screen.list.entries.rows[1]])
        directory.perform(.addToGroup, "\(band.key)")
        await finished(screen)
        XCTAssertEqual(screen.toast?.text, "1 person added to “Band”")
        XCTAssertEqual(try members(), [1, 99, 2])
        XCTAssertEqual(screen.toast?.offersUndo, true)
        screen.undoTapped()
        await finished(screen)
        XCTAssertEqual(try members(), [1, 99])
        // A face that is dragged takes the others of its selection with it
        screen.rowsSelected(Array(screen.list.entries.rows.suffix(2)))
        let card = try XCTUnwrap(screen.card(ofRow: screen.list.entries.rows[2])?.text)
        XCTAssertTrue(directory.dropped(card, onGroup: band.key))
        XCTAssertFalse(screen.isIdle, "another change may hold the store, and the window goes on")
        await finished(screen)
        XCTAssertEqual(try members(), [1, 99, 2, 3])
        XCTAssertFalse(directory.dropped("BEGIN:VCARD\r\nUID:other\r\nEND:VCARD\r\n", onGroup: band.key))
        screen.stopSelectingTapped()
        try await open("Band", directory)
        XCTAssertFalse(screen.groups.canRemove)
        screen.rowsSelected([screen.list.entries.rows[0]])
        directory.perform(.removeFromGroup)
        await expectShown(["Ben L1", "Cy L2"], directory)
        screen.selectAllTapped()
        directory.perform(.removeFromGroup)
        await expectShown([], directory)
        XCTAssertFalse(screen.isSelecting, "Delete would delete records that are not shown")
    }

    func testRenamingTheOpenSmartGroupPreservesTheSearch() async throws {
        let directory = try await opened()
        let screen = directory.open
        try await open("Without a Picture", directory)
        screen.list.searchChanged("ben")
        await expectShown(["Ben L1"], directory)
        directory.perform(.editGroup, "\(try item("Without a Picture", directory).key)")
        let form = try edited(screen)
        form.nameTyped("No Picture")
        await save(form)
        await eventually { screen.list.group == "No Picture" && screen.isIdle }
        XCTAssertEqual(screen.list.searchText, "ben")
        await expectShown(["Ben L1"], directory)
    }

    func testGroupsAreRenamedMovedAndDeleted() async throws {
        let directory = try await opened()
        let (screen, band) = (directory.open, try item("Band", directory))
        try await open("Band", directory)
        directory.perform(.editGroup, "\(band.key)")
        let form = try edited(screen)
        XCTAssertNil(form.search)
        form.nameTyped("Orchestra")
        XCTAssertEqual(form.color, band.color)
        form.colorChosen(7)
        await save(form)
        screen.sheet = nil
        await expectGroups(["Without a Picture", "New and Changed", "Orchestra"], directory)
        await expectShown(["Ana L0"], directory)
        XCTAssertEqual(screen.listTitle, "Orchestra")
        XCTAssertEqual(try item("Orchestra", directory).color, 7)
        // Past the one that the sidebar does not show
        directory.perform(.groupUp, "\(band.key)")
        await expectGroups(["Orchestra", "Without a Picture", "New and Changed"], directory)
        directory.perform(.groupDown, "\(band.key)")
        await expectGroups(["Without a Picture", "Orchestra", "New and Changed"], directory)
        for _ in 1...2 { directory.perform(.groupUp, "\(band.key)") }
        await expectGroups(["Orchestra", "Without a Picture", "New and Changed"], directory)
        directory.perform(.deleteGroup, "\(band.key)")
        await expectShown(["Ana L0", "Ben L1", "Cy L2"], directory)
        XCTAssertNil(screen.list.group)
        screen.undoTapped()
        await expectGroups(["Orchestra", "Without a Picture", "New and Changed"], directory)
    }

    func testTheCollectionAndEscLeaveAGroup() async throws {
        let directory = try await opened()
        directory.host = host
        try await open("Band", directory)
        directory.perform(.collection, "people")
        XCTAssertNil(directory.open.list.group)
        try await open("Band", directory)
        directory.open.list.searchChanged("te=owls")
        await finished(directory.open)
        directory.perform(.leave)
        XCTAssertEqual(directory.open.list.searchText, "")
        XCTAssertEqual(directory.open.list.group, "Band")
        XCTAssertTrue(directory.open.open(key: 1))
        host.showsDetailAlone = true
        directory.perform(.leave)
        XCTAssertEqual(directory.open.list.group, "Band", "a narrow window goes back to the list first")
        host.showsDetailAlone = false
        directory.perform(.leave)
        XCTAssertNil(directory.open.list.group)
    }

    func testAGroupIsChangedInItsCollection() async throws {
        let directory = try await opened()
        let family = try directory.store[.contacts].makeGroup(RecordGroup("Family", of: .contacts))
        await eventually { directory.groups(of: Contact.collection).map(\.name) == ["Family"] }
        directory.perform(.editGroup, "\(family.key)")
        XCTAssertEqual(directory.open.definition.collection, Contact.collection)
        XCTAssertEqual(try edited(directory.open).name, "Family")
        directory.open.sheet = nil
        directory.collectionChosen("people")
        directory.perform(.deleteGroup, "\(family.key)")
        let message = await directory.open.finished()
        XCTAssertEqual(message, "Group “Family” deleted")
        directory.open.undoTapped()
        await eventually { directory.groups(of: Contact.collection).map(\.name) == ["Family"] }
    }

    func testGroupsStayAsTheyAreWhileAnEarlierListIsShown() async throws {
        let directory = try await opened()
        let band = try item("Band", directory)
        let card = try XCTUnwrap(directory.open.card(ofRow: directory.open.list.entries.rows[2])?.text)
        try await open("Band", directory)
        directory.pastChosen(Date())
        await eventually { directory.open.isPast }
        for action in [ActionID.editGroup, .deleteGroup, .groupUp] {
            XCTAssertFalse(directory.perform(action, "\(band.key)"))
        }
        XCTAssertFalse(directory.dropped(card, onGroup: band.key))
        directory.undoKeysPressed(.undo)
        let text = directory.open.toast?.text ?? ""
        XCTAssertTrue(text.hasSuffix("which cannot be changed. Return to the present to make changes."), text)
        await finished(directory.screen(of: .people))
        let names = try directory.store[.people].groups().map(\.name)
        XCTAssertEqual(names, ["Without a Picture", "New and Changed", "Band"])
        XCTAssertEqual(try directory.store[.people].group("Band")?.memberKeys, [1, 99])
        // And the group is open again in the present
        directory.presentTapped()
        await expectShown(["Ana L0"], directory)
        XCTAssertEqual(directory.open.list.group, "Band")
        XCTAssertTrue(directory.perform(.groupUp, "\(band.key)"))
    }

    func testAReviewWaitsForAFormOfAnotherCollection() async throws {
        let directory = try await opened()
        let people = directory.open
        directory.collectionChosen("contacts")
        let contacts = directory.open
        contacts.editing.addTapped()
        await eventually { contacts.editing.isOpen }
        XCTAssertFalse(people.presenter.waitForForm(.exportFile))
        XCTAssertNil(people.sheet)
        contacts.editing.cancelTapped()
        await eventually { people.sheet != nil }
    }

    func testSaveSearchSavesWhatItNames() async throws {
        let directory = try await opened()
        let screen = directory.open
        try await open("Band", directory)
        screen.list.searchChanged("ana")
        XCTAssertFalse(screen.groups.canSaveSearch, "a text cannot be joined with a group")
        screen.list.searchChanged("te=owls")
        directory.perform(.saveSearch)
        let form = try edited(screen)
        XCTAssertEqual(form.name, "Band, Team: owls")
        XCTAssertEqual(form.search, "te=owls, group=\"Band\"")
        await save(form)
        await expectShown(["Ana L0"], directory)
        XCTAssertEqual(screen.list.group, "Band, Team: owls")
        directory.collectionChosen("contacts")
        directory.open.list.searchChanged("durham")
        XCTAssertTrue(directory.open.groups.canSaveSearch)
        directory.open.list.looks.queryChosen(1)
        XCTAssertFalse(directory.open.groups.canSaveSearch, "no search finds what the button shows")
    }

    func testThePageShowsTheGroupsAsChipsThatOpenThem() async throws {
        let directory = try await opened()
        let screen = directory.open
        XCTAssertTrue(screen.open(key: 1))
        let line = try XCTUnwrap(screen.detail.content?.lines.first { $0.label == "Groups" })
        XCTAssertEqual(line.parts.map(\.text), ["Band"])
        screen.follow(try XCTUnwrap(line.parts[0].target))
        await finished(screen)
        XCTAssertEqual(screen.list.group, "Band")
        try directory.store[.people].remove([1], from: "Band")
        await eventually { screen.detail.content?.lines.contains { $0.label == "Groups" } == false }
    }

    func testEmptyOrInvalidGroupGivesReason() async throws {
        let directory = try await opened()
        try await open("New and Changed", directory)
        XCTAssertEqual(directory.open.list.emptyState?.title, "“New and Changed” Is Empty")
        XCTAssertEqual(directory.open.list.total, 3)
        XCTAssertFalse(directory.isWelcoming)
        XCTAssertTrue(WindowAction.of(.duplicates).isEnabled(directory.open))
        XCTAssertFalse(WindowAction.of(.export).isEnabled(directory.open))
        try directory.store[.people].makeGroup(RecordGroup("Nowhere", of: .people))
        try directory.store[.people].makeGroup(RecordGroup("Wrong", of: .people, search: "gr=Nowhere"))
        try directory.store[.people].deleteGroup("Nowhere")
        try await open("Wrong", directory)
        XCTAssertEqual(
            directory.open.list.emptyState?.body.hasPrefix("The group “Nowhere” does not exist. The groups are"), true)
        directory.open.emptyStepTapped(.leaveGroup)
        await finished(directory.open)
        XCTAssertEqual(directory.open.titles.count, 3)
        XCTAssertTrue(WindowAction.of(.export).isEnabled(directory.open))
    }
}
