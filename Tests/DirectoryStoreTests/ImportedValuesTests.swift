import DirectoryModel
import DirectoryStore
import Foundation
import Hostile
import Synchronization
import Testing
import TypedStore

/// Values of files that a record cannot hold, and records that a file has again.
struct ImportedValuesTests {
    private let sandbox = Folder()

    private func load<R: TypedRecord>(
        _ text: String, _ name: String, as type: R.Type, into store: Store
    ) throws -> ChangeSummary {
        try store[R.definition].load(sandbox.list(name, text), .update)
    }

    @Test func anOddRatingIsSortedAsAMissingOne() throws {
        let store = try sandbox.store()
        let text = "Player,Rating\nAda,unrated\nBo,80\nCy,100\n"
        _ = try load(text, "a.csv", as: Player.self, into: store)
        let best = try #require(Player.queries.first { $0.id == "top5" })
        #expect(try store[.players].fetch(best.request).map(\.displayName) == ["Cy", "Bo", "Ada"])
        #expect(Player(try #require(try store[.players].find(key: 1))).displayText("Rating") == "unrated")
    }

    private static let whole = DukePerson(
        DUID: 7, netid: "al1", fName: "Ana", lName: "Li", role: .Professor, team: "Owls", hobby: "chess",
        languages: ["C"], picture: HeaderOnlyPicture.jpeg(filler: [1]).base64EncodedString())

    @Test(
        arguments: [
            ("a.json", #"[{"DUID":7,"netid":"AL1","TEAM":"Elks","lName":null,"hobbies":""}]"#),
            // A number that only JSONDecoder reads
            ("a.json", #"[{"DUID":7,"netid":"AL1","team":"Elks","lName":null,"hobby":"","x":1e400}]"#),
            (
                "a.plist",
                """
                <plist version="1.0"><array><dict><key>DUID</key><integer>7</integer><key>team</key><string>Elks</string>
                <key>lName</key><string>lastname</string><key>hobby</key><string></string>
                <key>netid</key><string>AL1</string></dict></array></plist>
                """
            ), ("a.csv", "DUID,Team,Last Name,Hobbies\n7,Elks,,\n"),
        ], MergeStrategy.allCases)
    func aFileChangesOnlyTheFieldsItHas(file: (name: String, text: String), strategy: MergeStrategy) throws {
        // Given a person, when a file has their number, another team, and no surname or hobby
        let store = try sandbox.store()
        try store.save(Self.whole)
        let list = try sandbox.list(file.name, file.text)
        let staging = try store[.people].read(list)
        let preview = try store[.people].preview(staging, MergeRequest(strategy))
        let summary = try store[.people].load(list, strategy)
        // Then other fields stay, and what was cleared is reported
        let expected = Self.whole.with(\.team, "Elks").with(\.lName, "lastname").with(\.hobby, "")
        #expect(try store.find(DukePerson.self, key: 7) == expected)
        #expect(summary.text == "1 changed, 2 values cleared")
        #expect(summary.cleared.lines == ["Ana Li: Last Name, Hobbies"])
        #expect(preview.summary.cleared == summary.cleared && preview.items.map(\.clearedCount) == [2])
    }

    @Test func loadFromDiskChangesOnlyTheFieldsInTheFile() throws {
        // Given a person, and a people.json that somebody wrote with a few keys
        let store = try sandbox.store()
        try store.save(Self.whole)
        try store.flush()
        _ = try sandbox.file("people.json", Data(#"[{"DUID":7,"fName":"Anna"}]"#.utf8))
        _ = try store[.people].loadFromDisk()
        #expect(try store.find(DukePerson.self, key: 7) == Self.whole.with(\.fName, "Anna"))
    }

    @Test func aDownloadReplacesWholeRecords() throws {
        let store = try sandbox.store()
        try store.save(Self.whole)
        let staging = try store[.people].beginStaging()
        try staging.add([ElementReader(DukePerson.definition).read(.whole(Data(#"{"DUID":7,"fName":"Ana"}"#.utf8)))])
        #expect(try store[.people].apply(staging, MergeRequest(.update)).text == "1 changed")
        #expect(try store.find(DukePerson.self, key: 7) == DukePerson(DUID: 7, fName: "Ana"))
    }

    @Test func manyPeopleOfOneNameAreMatchedOneByOne() throws {
        // Given thousands who share a name and a phone, when their file is imported again
        let store = try sandbox.store()
        let rows = (0..<10_000).map { "Ana,Li,5550100,\($0) Elm St." }
        let text = "First Name,Last Name,Phone,Street\n" + rows.joined(separator: "\n")
        #expect(try load(text, "a.csv", as: Contact.self, into: store).new == 10_000)
        // Then it finds each of them
        #expect(try load(text, "a.csv", as: Contact.self, into: store).text == "no changes")
    }

    @Test func aDamagedByteCostsOneCellOfAUTF8Table() throws {
        // Given a person, when a table in UTF-8 has their row with a damaged byte, before or after a good one
        let store = try sandbox.store()
        try store.save(Self.whole)
        let bytes = Data("DUID,First Name,Team\n7,Zo".utf8) + [0xEB] + Data(",Elks\n8,Zoë,Elks\n".utf8)
        let file = try sandbox.file("a.csv", bytes)
        let summary = try store[.people].load(ListFile(file, isStrict: true), .update)
        // Then that cell is reported and does not change, and the rest is read
        #expect(summary.leftOut.map(\.reason) == ["Ana Li: First Name “Zo\u{FFFD}” was not imported."])
        #expect(try store.find(DukePerson.self, key: 7)?.team == "Elks")
        #expect(try store.find(DukePerson.self, key: 7)?.fName == "Ana")
        #expect(try store.find(DukePerson.self, key: 8)?.fName == "Zoë")
    }

    @Test func equalRowsAreCountedAndMayStayApart() throws {
        let text = "First Name,Phone\nAna,5550100\nAna,5550100\n"
        let file = try sandbox.list("a.csv", text)
        let store = try sandbox.store()
        #expect(try store[.contacts].load(file, .update).text == "1 new, 1 repeated")
        let elsewhere = Folder()
        let other = try elsewhere.store()
        #expect(try other[.contacts].load(file, .update, lookalikes: .add).text == "2 new")
        #expect(try other[.contacts].load(file, .update, lookalikes: .add).text == "no changes")
    }

    @Test(
        arguments: [
            ("a.csv", "firstName,lastName,phone,state,zipcode\nAna,Li,5550100,N.C.,27701-1234\nBo,Ek,,Dur ham,27702\n"),
            (
                "a.vcf",
                "BEGIN:VCARD\nVERSION:3.0\nN:Li;Ana\nTEL:5550100\nADR:;;;;N. C.;27701-1234;\nEND:VCARD\n"
                    + "BEGIN:VCARD\nVERSION:3.0\nN:Ek;Bo\nADR:;;;;Dur ham;27702;\nEND:VCARD\n"
            ),
        ])
    func truncationIsReported(name: String, text: String) throws {
        // Given somebody here with a ZIP code
        let store = try sandbox.store()
        _ = try store.addCounted(Contact("fn=Ana, ln=Li, ph=5550100, zi=10001"))
        // When a file has a longer one of one of that name and phone, who may be another person, then its five digits are
        // kept and the others named
        let summary = try load(text, name, as: Contact.self, into: store)
        #expect(summary.leftOut.map(\.reason) == ["Ana Li: ZIP Code “-1234” was not imported."])
        let people = try store.whole(Contact.self) { _ in true }
        #expect(people.map(\.zipcode) == ["10001", "27701", "27702"])
        #expect(people.map { $0.record["state"].text } == ["", "North Carolina", "Dur ham"])
    }

    @Test func unreadPartsOfAnObjectAreNamed() throws {
        // When a list has values that no field can hold, and keys that no field has
        let store = try sandbox.store()
        let text = #"""
            [{"DUID":7,"fName":"Ana","picture":"notbase64!!","Shoe":"9","PROGRAM":"MEng"},
            {"DUID":8,"fName":"Bo","hobby":{"a":1},"role":"TA","a":"","b":[ ],"c":{},"d":null,"h\u0061t":[1]}]
            """#
        let summary = try load(text, "a.json", as: DukePerson.self, into: store)
        // Then each is said, and one that can be held is kept as it came
        #expect(
            summary.leftOut.map(\.reason) == [
                "Bo: Hobbies does not contain text or a number, so it was not imported."
            ])
        #expect(summary.unread.map(\.name) == ["Shoe", "hat"] && summary.rejected == 0)
        #expect(
            try store.find(DukePerson.self, key: 7)
                == DukePerson(DUID: 7, fName: "Ana", program: "MEng", picture: "notbase64!!"))
    }

    @Test func noMoreIsNamedThanPeopleRead() throws {
        let elements = (0..<3000).map {
            #"{"DUID":\#($0),"\#(String(repeating: "x", count: 500))\#($0)":1,"y\#($0)":1}"#
        }
        let text = "[" + elements.joined(separator: ",") + "]"
        let unread = try load(text, "a.json", as: DukePerson.self, into: try sandbox.store()).unread
        #expect(unread.count <= 1000 && unread.allSatisfy { $0.name.count <= 101 })
    }

    private static let picture = HeaderOnlyPicture.jpeg(filler: [1]).base64EncodedString()

    @Test func aPictureThatIsTooLargeIsScaled() throws {
        // Given a picture of 366 KB in base64, and a program that cannot scale pictures
        let large = HeaderOnlyPicture.jpeg(filler: [UInt8](repeating: 7, count: 274_500)).base64EncodedString()
        let store = try sandbox.store()
        // When it is imported, then it remains, and breaks the rule
        _ = try load(#"[{"DUID":7,"picture":"\#(large)"}]"#, "a.json", as: DukePerson.self, into: store)
        let ana = try #require(try store.find(DukePerson.self, key: 7))
        #expect(ana.picture == large && ana.reasonsAgainst.contains("Picture is larger than 100 KB."))
        // When the program can, then it is scaled, and one that fits is not
        store.pictureScaler.withLock { $0 = { _ in Data(base64Encoded: Self.picture) } }
        for picture in [large, HeaderOnlyPicture.jpeg(filler: [2]).base64EncodedString()] {
            _ = try load(#"[{"DUID":7,"picture":"\#(picture)"}]"#, "a.json", as: DukePerson.self, into: store)
            let stored = try store.find(DukePerson.self, key: 7)?.picture
            #expect(stored == (picture == large ? Self.picture : picture))
        }
    }

    /// Of other programs' files, only a part of these values is read.
    @Test(arguments: ["csv", "vcf"])
    func valuesOfOurOwnFilesAreReadAsTheyWere(suffix: String) throws {
        let store = try sandbox.store()
        let ana = try Contact("fn=Ana, ln=Li", key: 1).with(\.email, "a@b.de,c@d.de").with(\.zipcode, "27701-1234")
            .with(\.phone, "9195550101;ext=55")
        try store.save(ana)
        let file = ListFile(sandbox.url.appending(path: "a.\(suffix)"))
        #expect(try file.write(from: store[.contacts]) == 1)
        let other = Folder()
        for (target, text) in try [(store, "no changes"), (other.store(), "1 new")] {
            let summary = try target[.contacts].load(file, .update)
            #expect(summary.text == text && summary.leftOut.isEmpty)
            #expect(try target.whole(Contact.self) { _ in true } == [ana])
        }
    }

    @Test func textAfterSemicolonIsReported() throws {
        let store = try sandbox.store()
        let contacts = "BEGIN:VCARD\nVERSION:4.0\nN:Li;Ana\nTEL: 919-555-0100\\;ext=7\nEND:VCARD\n"
        let phone = try load(contacts, "a.vcf", as: Contact.self, into: store)
        #expect(phone.leftOut.map(\.reason) == ["Ana Li: Phone “;ext=7” was not imported."])
        let people = "BEGIN:VCARD\nVERSION:4.0\nX-DUKE-DUID:7\nN:Li;Ana\nGENDER:;it's complicated\nEND:VCARD\n"
        let gender = try load(people, "b.vcf", as: DukePerson.self, into: store)
        #expect(gender.leftOut.map(\.reason) == ["Ana Li: Gender “;it's complicated” was not imported."])
    }

    @Test func twoRecordsOfOneOwnerReplaceRejectedOnes() throws {
        // Given two owners, and a list that claims their names under two new numbers
        let store = try sandbox.store()
        try store.saveAll([
            DukePerson(DUID: 1, netid: "al1", fName: "Ana"), DukePerson(DUID: 2, netid: "bo2", fName: "Bo"),
        ])
        let rows = ["20,al1,Eve", "21,bo2,Eve", "20,new1,Cy", "21,NEW1,Di", "21,di4,Di"]
        // When both are refused, and the ones after them have one owner
        let summary = try load(
            "DUID,NetID,First Name\n" + rows.joined(separator: "\n"), "a.csv", as: DukePerson.self, into: store)
        // Then the first is taken in and the second refused for its sake, and the third takes its place
        #expect(summary.new == 2)
        #expect(try store.find(DukePerson.self, key: 20)?.fName == "Cy")
        #expect(try store.find(DukePerson.self, key: 21)?.netid == "di4")
        #expect(try store[.people].rejected().map(\.reason).contains("The NetID new1 already belongs to Cy."))
    }

    @Test func aMillionThatAreNoneAreNotReadToTheEnd() throws {
        let store = try sandbox.store()
        let text = "[" + String(repeating: "null,", count: 1_000_000) + "null]"
        #expect(throws: StoreError.notAList(file: "a.json", many: "contacts")) {
            try load(text, "a.json", as: Contact.self, into: store)
        }
        let folds = "BEGIN:VCARD\nN:Li;Ana\nNOTE:" + String(repeating: "\n x", count: 1_000_000) + "\nEND:VCARD\n"
        #expect(throws: StoreError.self) { try load(folds, "a.vcf", as: Contact.self, into: store) }
    }
}
