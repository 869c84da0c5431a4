import DirectoryModel
import DirectoryScreens
import DirectoryStore
import ScreenFixtures
import TypedStore
import XCTest

/// The page about a record, and one's own record, without any window.
final class DetailPageTests: ScreenTestCase {
    private static let ana = DukePerson(
        DUID: 7, netid: "al7", fName: "Ana", lName: "Li", email: "al7@duke.edu", from: "Pittsboro, NC",
        gender: .Female, role: .Student, program: "MEng", plan: "ECE", team: "Owls", movie: "Up",
        hobby: "chess, \"go\"", languages: ["Swift", "C"])

    func testDetailsDoNotRepeatAndNumbersComeLast() async throws {
        let (_, people) = try await opened(DukePerson.self, with: [Self.ana])
        XCTAssertTrue(people.open(key: 7))
        let content = try XCTUnwrap(people.detail.content)
        XCTAssertEqual(content.pillParts.map(\.text), ["Student", "Owls"])
        XCTAssertEqual(
            content.lines.map(\.label),
            ["Hobbies", "Languages", "From", "Program", "Plan", "Gender", "Movie", "Email", "NetID", "DUID"])
        XCTAssertEqual(people.actions, [.email, .copyEmail, .showCode, .share])
        let hobbies = try XCTUnwrap(content.lines.first)
        XCTAssertEqual(hobbies.parts.map(\.target), [.search(#"hobby="chess""#), .search(#"hobby="""go""""#)])
        XCTAssertEqual(people.copyTapped(hobbies.parts[1]), "\"go\"")
        XCTAssertEqual(people.copyTapped(hobbies), "chess, \"go\"")
        // The details take the place of the sentence
        let detail = people.detail
        XCTAssertTrue(detail.canExpand && !detail.isExpanded)
        XCTAssertEqual(detail.shownSummary, content.summary)
        XCTAssertEqual(detail.shownLines, [])
        detail.detailsTapped()
        XCTAssertEqual(detail.shownSummary, "")
        XCTAssertEqual(detail.shownLines, content.lines)
        detail.detailsTapped()
        XCTAssertEqual(detail.shownLines, [])
    }

    func testEmptyFieldsHaveNoLinesAndAnEmptyOwnRecordSaysWhatToDo() async throws {
        let (_, people) = try await opened(
            DukePerson.self, with: [DukePerson(DUID: 8, fName: "Bo"), DukePerson(DUID: 9, netid: "demo", fName: "Di")])
        XCTAssertTrue(people.open(key: 8))
        XCTAssertEqual(people.detail.content?.lines.map(\.label), ["DUID"])
        XCTAssertEqual(people.detail.content?.pill, "")
        XCTAssertEqual(people.actions, [.showCode, .share])
        XCTAssertEqual(people.detail.shownSummary, "", "the name is above it")
        XCTAssertTrue(people.open(key: 9))
        XCTAssertEqual(people.detail.shownSummary.prefix(28), "Your record is still empty. ")
    }

    func testDetailsAreRememberedAndShownAtOnceWithoutASentence() async throws {
        let memory = InMemoryStateStore()
        try folder.store([Self.ana]).saveAll([Contact("fn=Jo, ph=(919) 555-0134", key: 1)])
        for isExpanded in [false, true] {
            let directory = try window(on: folder, memory: memory, appears: true)
            let people = directory.screen(of: .people)
            people.appeared()
            XCTAssertTrue(people.open(key: 7))
            XCTAssertEqual(people.detail.isExpanded, isExpanded)
            people.detail.detailsTapped()
            XCTAssertEqual(people.detail.isExpanded, !isExpanded)
            let contacts = directory.screen(of: .contacts)
            contacts.appeared()
            XCTAssertTrue(contacts.open(key: 1))
            XCTAssertFalse(contacts.detail.canExpand)
            XCTAssertEqual(contacts.detail.shownLines.map(\.label), ["Phone"])
        }
    }

    func testFacesFillTheWidthUntilSomeoneIsOpened() async throws {
        let (window, people) = try await opened(DukePerson.self, with: [Self.ana, DukePerson(DUID: 8, fName: "Bo")])
        XCTAssertFalse(window.isWallAlone)
        people.list.looks.facesTapped()
        XCTAssertTrue(window.isWallAlone)
        people.rowsSelected([try XCTUnwrap(people.list.entries.rows.last)])
        XCTAssertTrue(window.isWallAlone, "arrow keys only select")
        people.list.rowToReveal = nil
        XCTAssertTrue(people.open(key: 7))
        XCTAssertFalse(window.isWallAlone)
        XCTAssertEqual(people.list.rowToReveal, people.list.selectedRow, "the wall gets narrower")
        people.list.rowToReveal = nil
        window.leaveTapped()
        XCTAssertTrue(window.isWallAlone)
        XCTAssertEqual(people.list.rowToReveal, people.list.selectedRow)
        window.perform(.add)
        XCTAssertFalse(window.isWallAlone, "the form is beside the faces")
    }

    func testSharingWritesTheOpenRecordAndOnlyIt() async throws {
        let (_, people) = try await opened(DukePerson.self, with: [Self.ana, DukePerson(DUID: 8, fName: "Bo")])
        XCTAssertTrue(people.open(key: 7))
        people.shareTapped()
        guard case .shareFile(let card, let row) = people.sheet else { return XCTFail("a file is asked for") }
        XCTAssertEqual(card.fileName.suffix(4), ".vcf")
        let file = folder.url.appending(path: card.fileName)
        await people.shareChosen(file, row: row)
        let text = try String(contentsOf: file, encoding: .utf8)
        XCTAssertEqual(text.components(separatedBy: "BEGIN:VCARD").count, 2)
        XCTAssertTrue(text.contains(card.title))
        XCTAssertEqual(people.toast?.text, "“\(card.fileName)” saved")
        await people.shareChosen(folder.url.appending(path: "missing/a.vcf"), row: row)
        XCTAssertTrue(people.toast?.text.contains("a.vcf") == true)
    }

    func testALinkTypesTheSearchForEveryoneWithTheSame() async throws {
        let bo = DukePerson(DUID: 8, fName: "Bo", from: "Pittsboro, NC", hobby: "\"Go\"")
        let (_, people) = try await opened(
            DukePerson.self, with: [Self.ana, bo, DukePerson(DUID: 9, from: "NC", hobby: "go")])
        XCTAssertTrue(people.open(key: 7))
        let lines = try XCTUnwrap(people.detail.content?.lines)
        for (label, part) in [("From", 0), ("Hobbies", 1)] {
            let target = try XCTUnwrap(lines.first { $0.label == label }?.parts[part].target)
            people.follow(target)
            await eventually(people.list.searchText) {
                people.list.isSearching == false && people.list.entries.count == 2
            }
            XCTAssertEqual(Set(people.titles), ["Ana Li", "Bo"])
            XCTAssertFalse(people.isDetailOpen, "a narrow window shows who was found")
            XCTAssertEqual(people.detail.content?.header.key, 7)
        }
    }

    func testEmailOpensTheMailProgramOrIsCopied() async throws {
        let (window, people) = try await opened(DukePerson.self, with: [Self.ana])
        XCTAssertFalse(window.perform(.email), "no record is open")
        XCTAssertTrue(people.open(key: 7))
        XCTAssertTrue(window.perform(.email))
        await eventually { host.opened == ["mailto:al7@duke.edu"] }
        XCTAssertNil(people.toast)
        host.hasPrograms = false
        XCTAssertTrue(window.perform(.email))
        await eventually { people.toast?.text == "No email app was found." }
        let recovery = try XCTUnwrap(people.toast?.recovery)
        XCTAssertEqual(recovery.label, "Copy")
        people.recoveryTapped(recovery)
        XCTAssertEqual(host.copied, "al7@duke.edu")
    }

    func testAContactIsCalledAndFoundOnTheMap() async throws {
        let jo = try Contact(
            "fn=Jo, ln=Li, ph=(919) 555-0134, em=jo@x.org, st=12 Elm St., ap=4B, ci=Durham, sa=NC, zi=27701, ec=yes",
            key: 1)
        let (window, contacts) = try await opened(Contact.self, with: [jo])
        XCTAssertTrue(contacts.open(key: 1))
        XCTAssertTrue(window.open === contacts)
        let content = try XCTUnwrap(contacts.detail.content)
        let icon = "duke-directory-emergency-symbolic"
        XCTAssertEqual(content.header.mark?.iconName, icon)
        XCTAssertEqual(content.pillParts, [DetailValue(text: "Emergency contact", iconName: icon)])
        let lines = content.lines
        XCTAssertEqual(lines.map(\.label), ["Phone", "Email", "Address"])
        XCTAssertEqual(lines[2].value, .text("12 Elm St. 4B, Durham, NC 27701"))
        // The phone is shown as people write it, and dialed as it is
        XCTAssertEqual(lines[0].parts[0].text, "(919) 555-0134")
        XCTAssertEqual(try contacts.store.find(Contact.self, key: 1)?.phone, "9195550134")
        guard case .address(_, _, .phone)? = lines[0].parts[0].target else { return XCTFail("\(lines[0])") }
        for line in lines { if let target = line.parts[0].target { contacts.follow(target) } }
        await eventually { host.opened.count == 3 }
        XCTAssertEqual(
            host.opened,
            ["tel:9195550134", "mailto:jo@x.org", "geo:0,0?q=12%20Elm%20St.%204B%2C%20Durham%2C%20NC%2027701"])
    }

    func testEmptyFieldsAreNotShown() async throws {
        var player = Player(id: 3).with(\.name, "Ada")
        let (_, players) = try await opened(Player.self, with: [player])
        XCTAssertTrue(players.open(key: 3))
        XCTAssertEqual(players.detail.content?.lines, [])
        XCTAssertEqual([player.rowSubtitle, player.rowDetail], ["", ""])
        player.team = "ATL"
        XCTAssertEqual(player.rowSubtitle, "Team: ATL")
        player.team = ""
        player.rating = 98
        player.interceptions = 0
        XCTAssertEqual([player.rowSubtitle, player.rowDetail], ["Rating: 98.0", "0 interceptions"])
        XCTAssertEqual(TourReservation(id: 1).pill, "")
        XCTAssertEqual(Course(id: 1).rowSubtitle, "")
    }

    func testAPhoneIsShownAsPeopleWriteIt() async {
        var contact = Contact(id: 1).with(\.firstName, "Ana")
        for (stored, shown) in [
            ("+19195550112", "+1 (919) 555-0112"), ("5550112", "555-0112"), ("+495550112", "+495550112"),
            ("19195550112", "19195550112"), ("+15550112", "+15550112"),
        ] {
            contact.phone = stored
            XCTAssertEqual([contact.displayText("phone"), contact.rowSubtitle], [shown, shown])
        }
    }

    func testAToDoShowsNeitherItsNumberNorItsOrderNorItsAddress() async throws {
        let todo = ToDo(
            title: "Grade", user: "rt113", order: 4711, completed: true, url: "http://localhost/todos/8282")
        let (_, todos) = try await opened(ToDo.self, with: [todo])
        XCTAssertTrue(todos.open(key: 8282))
        let content = try XCTUnwrap(todos.detail.content)
        XCTAssertEqual(content.lines.map(\.label), ["User"])
        XCTAssertEqual(content.header.spoken, "Grade, rt113, completed")
        XCTAssertFalse("\(content)".contains("4711"))
        XCTAssertFalse("\(content.lines)".contains("8282"))
    }

    func testTheCodeOfATourIsShownLargeAndCopied() async throws {
        let tour = TourReservation(key: 3).with(\.customerName, "Ana").with(\.reservationCode, "K7XQ-2")
            .with(\.message, "Thank you.")
        let (_, tours) = try await opened(TourReservation.self, with: [tour])
        XCTAssertTrue(tours.open(key: 3))
        let content = try XCTUnwrap(tours.detail.content)
        let code = try XCTUnwrap(content.code)
        XCTAssertEqual([code.label, code.copied], ["Reservation", "K7XQ-2"])
        XCTAssertFalse(content.lines.contains { $0.label == "Reservation" }, "the code is not repeated")
        XCTAssertEqual(tours.copyTapped(code), "K7XQ-2")
        XCTAssertEqual(tours.toast?.text, "Copied Reservation")
        XCTAssertEqual(tours.home.deleteLabel, "Remove from List")
    }

    func testAValueThatAFormWouldRefuseIsMarked() async throws {
        let contact = Contact(id: 1).with(\.firstName, "B").with(\.phone, "9195550155").with(\.email, "nowhere")
        let (_, contacts) = try await opened(Contact.self, with: [contact])
        XCTAssertTrue(contacts.open(key: 1))
        let lines = try XCTUnwrap(contacts.detail.content).lines
        XCTAssertEqual(lines.filter { $0.problem != nil }.map(\.label), ["Email"])
        // The name has no line
        XCTAssertEqual(contacts.detail.shownProblems, ["First Name must have at least 2 characters."])
        // And where details are hidden, their problems are reported
        let person = DukePerson(DUID: 1, fName: "Ana", lName: "Li", email: "nowhere", role: .TA)
        let (_, people) = try await opened(DukePerson.self, with: [person])
        XCTAssertTrue(people.open(key: 1))
        let problem = "Email must be an email address such as abc12@duke.edu."
        XCTAssertEqual(people.detail.shownProblems, [problem])
        people.detail.detailsTapped()
        XCTAssertEqual(people.detail.shownProblems, [])
        XCTAssertTrue(people.detail.shownLines.contains { $0.problem == problem })
    }

    func testOnesOwnRecordIsFirstUnderYou() async throws {
        let others = (1...3).map { DukePerson(DUID: $0, netid: "n\($0)", lName: "A\($0)", role: .Professor) }
        let (window, people) = try await opened(
            DukePerson.self, with: others + [DukePerson(DUID: 9, netid: "demo", lName: "Z", role: .Student)])
        XCTAssertEqual(people.list.entries.headers.map(\.header.title), ["You", "Professor"])
        XCTAssertEqual(people.list.entries.headers.map(\.index), [0, 1])
        XCTAssertEqual(people.titles, ["Z", "A1", "A2", "A3"])
        let row = try XCTUnwrap(people.list.entries.first?.row)
        XCTAssertEqual(people.list.content(of: row)?.isOwn, true)
        XCTAssertEqual(people.list.content(of: row)?.spoken.hasPrefix("Z, You"), true)
        people.list.searchChanged("a1")
        await eventually("a search shows only what it found") { people.titles == ["A1"] }
        window.collectionChosen("contacts")
        XCTAssertTrue(window.perform(.myRecord))
        XCTAssertEqual(window.open.definition.collection, DukePerson.collection)
        XCTAssertTrue(people.isOwnOpen)
        // The others move up where one's own record was between them.
        people.list.searchChanged("")
        people.list.looks.groupingChosen("team")
        await finished(people)
        XCTAssertEqual(people.titles, ["Z", "A1", "A2", "A3"])
    }

    func testAnUnpublishedRecordOffersUpload() async throws {
        let (_, people) = try await opened(
            DukePerson.self, with: [DukePerson(DUID: 9, netid: "demo", lName: "Z"), Self.ana])
        XCTAssertTrue(people.openOwn())
        XCTAssertTrue(people.isOwnOpen)
        people.unpublishedTapped()
        let form = try XCTUnwrap(people.editing.form)
        XCTAssertTrue(form.isOwn && form.isUploadWanted)
        people.editing.cancelTapped()
        XCTAssertTrue(people.open(key: 7))
        XCTAssertFalse(people.isOwnOpen)
    }

    func testWithoutAnOwnRecordMyRecordOffersToMakeIt() async throws {
        let (window, people) = try await opened(DukePerson.self, with: [Self.ana], netid: "")
        XCTAssertEqual(people.list.entries.headers.map(\.header.title), ["Student"])
        window.perform(.myRecord)
        XCTAssertEqual(people.alert?.title, "Create Your Record?")
        people.alert?.answered(.confirm)
        await eventually { people.isOwnOpen && people.list.ownKey == 0 }
    }
}
