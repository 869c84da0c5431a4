import DirectoryModel
import DirectoryStore
import Foundation
import Testing
import TypedStore

@testable import DirectoryScreens

/// What a row says, and why it was found.
struct RowTests {
    private let folder = Folder()
    private let ana = DukePerson(
        DUID: 7, netid: "al7", fName: "Ana", lName: "Li", email: "al7@duke.edu", role: .Student,
        hobby: "long walks along rivers, chess")

    private func stored(_ record: some TypedRecord) throws -> StoredRecord {
        try withStored(record) { try #require(try $0.stored(row: $1)) }
    }

    private func withStored<T>(
        _ record: some TypedRecord, _ body: (StoredCollection, Int64) throws -> T
    ) throws -> T {
        let collection = try folder.store([record])[record.definition]
        return try body(collection, try #require(try collection.rows(keys: [record.key]).first))
    }

    private func content(_ person: DukePerson, searched: String) throws -> RowContent {
        let query = SearchQuery(searched, in: DukePerson.definition)
        return RowContent(try stored(person))
            .found(by: TextMarker(needles: query.marked, fields: query.markedInFields), in: person.record)
    }

    private func text(_ pieces: [TextMarker.Piece]?) -> String? {
        pieces?.map { $0.isMatch ? "<\($0.text)>" : $0.text }.joined()
    }

    @Test func rowDescribesNameEmailAndDimLine() throws {
        let row = try content(ana, searched: "")
        #expect(row.title == "Ana Li")
        #expect(row.subtitle == "al7@duke.edu")
        #expect(row.detail == "0000007 · al7")
        #expect(row.spoken == "Ana Li, al7@duke.edu, 0000007 · al7")
        #expect(row.initials == "AL")
    }

    @Test(arguments: [
        ("CHESS", "Hobbies: …along rivers, <chess>"),
        ("ho=long", "Hobbies: <long> walks a<long> rivers, chess"),
        ("ro=student", "Role: <Student>"),
        // Each term is a reason that the row does not show.
        ("ho=chess, ro=student", "Role: <Student> · Hobbies: …<chess>"),
        ("ro=student, ln=li", "Role: <Student>"),
        ("ho=long, ho=chess", "Hobbies: <long> walks a<long> rivers, <chess>"),
        ("ana chess", "Hobbies: …along rivers, <chess>"), ("li ana", nil),
        // Of one or two letters, the beginnings of words come first, also where the row shows them within a word.
        ("a", nil), ("ch", "Hobbies: …along rivers, <ch>ess"), ("ke", nil),
        ("iv", "Hobbies: …walks along r<iv>ers, chess"),
        ("ho=ng", "Hobbies: lo<ng> walks alo<ng> rivers, chess"),
        // The words of sentences are not the person's.
        ("can reach", nil), ("reach", nil),
        // What the row shows anyway needs no reason.
        ("netid=al", nil), ("0000007", "DUID: <0000007>"), ("ana", nil), ("ln=li", nil), ("al7@", nil), ("", nil),
        ("nobody", nil),
    ])
    func matchReasonIsAddedIfRowDoesNotShowIt(searched: String, reason: String?) throws {
        let row = try content(ana, searched: searched)
        #expect(text(row.found) == reason)
        #expect(row.spoken.contains("Ana Li"))
    }

    /// One or two letters are marked at the starts of words.
    @Test(arguments: [
        ("9195550112", "(919) 555-0112", "(<919) 555-0112>"), ("555-01", "(919) 555-0112", "(919) <555-01>12"),
        ("919 555", "(919) 555-0112", "(<919) 555>-0112"), ("555", "(919) 555-0112", "(919) <555>-0112"),
        ("9999", "(919) 555-0112", "(919) 555-0112"), ("ch", "Chad Michaels-Church", "<Ch>ad Michaels-<Ch>urch"),
        ("zoe", "Zoë and ZOE", "<Zoë> and <ZOE>"), ("zoe", "nobody", "nobody"),
    ])
    func matchesAreMarkedIgnoringAccentsAndHoweverANumberIsShown(typed: String, shown: String, marked: String) {
        let marker = TextMarker(needles: SearchQuery(typed, in: Contact.definition).marked)
        #expect(text(marker.pieces(of: shown)) == marked)
        if typed == "ch" { #expect(text(marker.anywhere.pieces(of: "Michael")) == "Mi<ch>ael") }
    }

    @Test(arguments: [
        ("Ana Li", "AL"), ("Cher", "C"), ("María de la Cruz", "MC"), ("李 小龍", "李小"), ("", ""), ("7 up", "U"),
    ])
    func initials(name: String, expected: String) {
        #expect(RowContent.initials(of: name) == expected)
    }

    @Test func theFirstPlayersThatShipDifferInColor() {
        let names = [
            "Amadi Fairweather", "Ambrose Teakwood", "Anselm Thackerly", "Bartholomew Greyling",
            "Beauregard Tolliver-Nash", "Bertrand Nightingill", "Caspian Holloweye", "Cornelius Yarrowby",
            "Crispin Vandervoort-Hale", "Dashiell Brambury",
        ]
        let colors = names.map { RowContent.color(of: Player(id: 1).with(\.name, $0).record) }
        #expect(Set(colors).count == names.count)
    }

    @Test func coursesOfOneProgramAndToursHaveOneColor() {
        func course(_ name: String, _ program: String) -> Int {
            RowContent.color(of: Course(id: 1).with(\.name, name).with(\.program, program).record)
        }
        #expect(course("Sound as Numbers", "CPA") == course("Many Tables", "CPA"))
        #expect(course("Sound as Numbers", "CPA") != course("Sound as Numbers", "BSD"))
        let tours = (1...9).map { number in
            RowContent.color(of: TourReservation(id: number).with(\.customerName, "Family \(number)").record)
        }
        #expect(Set(tours).count == 1)
    }

    @Test(arguments: [
        ("ra", "Bert<ra>nd Nightingill", "Team: T - Rating: 95.5"),
        ("be", "<Be>rtrand Nightingill", "Team: T - Rating: 95.5"),
        ("ag", "Bertrand Nightingill", "Team: T - Rating: 95.5"),
        ("95", "Bertrand Nightingill", "Team: T - Rating: <95>.5"),
        ("t", "Bertrand Nightingill", "Team: <T> - Rating: 95.5"),
        ("tea", "Bertrand Nightingill", "Team: T - Rating: 95.5"),
    ])
    func aMatchIsMarkedInValuesAndNotInLabels(typed: String, title: String, subtitle: String) throws {
        let player = Player(id: 1).with(\.name, "Bertrand Nightingill").with(\.team, "T").with(\.rating, 95.5)
        let row = RowContent(try stored(player))
        let marker = TextMarker(SearchQuery(typed, in: Player.definition))
        #expect(row.found(by: marker, in: player.record).lines(marker).prefix(2).map { text($0) } == [title, subtitle])
        let label = TextMarker(needles: [Folding.bytes("team: t")])
        #expect(text(row.lines(label)[1]) == "Team: <T> - Rating: 95.5")
    }

    @Test(arguments: [
        (DukePerson(DUID: 7, fName: "Ana", lName: "Li"), "last", "Li", 4),
        (DukePerson(DUID: 7, fName: "Ana", lName: "Li"), "first", "Ana", 0),
        (DukePerson(DUID: 7, fName: "Ana", lName: "Li"), "none", nil, nil),
        // The first name begins like the last one
        (DukePerson(DUID: 8, fName: "Rosemary", lName: "Rose"), "last", "Rose", 9),
        (DukePerson(DUID: 8, fName: "Rosemary", lName: "Rose"), "first", "Rosemary", 0),
        // Only the NetID was given
        (DukePerson(DUID: 8, netid: "n8"), "last", nil, nil),
    ])
    func theNameThatTheListIsSortedByStandsOut(
        person: DukePerson, order: String, part: String?, start: Int?
    ) throws {
        let row = RowContent(try stored(person), sortedBy: DukePerson.definition.orders.first { $0.id == order })
        #expect(row.sortedPart.map { String(row.title[$0]) } == part)
        #expect(row.sortedPart.map { row.title.distance(from: row.title.startIndex, to: $0.lowerBound) } == start)
    }

    @Test(arguments: [
        ("", nil), ("counting clouds", "other"), ("chess", "game"), ("counting clouds, chess, rowing", "game"),
        ("knitting, rowing", "water"), ("knitting", "other"),
    ])
    func theFirstHobbyWithASceneDecides(hobby: String, family: String?) throws {
        let emojis = HobbyEmojis(table: "♟️\tgame\tchess\n🚣\twater\trowing\n🧶\tother\tknitting")
        try withStored(DukePerson(DUID: 1, fName: "Ana", role: .Student, hobby: hobby)) { people, row in
            #expect(people.detail(of: row, emojis)?.family == family)
        }
    }
}
