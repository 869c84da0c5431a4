import DirectoryModel
import Foundation
import Hostile
import Testing

/// vCards as programs write them and people damage them.
struct CardTests {
    @Test(arguments: OddCard.all)
    func anOddCardIsReadAsItIsMeant(odd: OddCard) throws {
        let read = try readContacts(odd.bytes)
        #expect(read.contacts == odd.contacts)
        #expect(read.reasons == odd.reasons)
        if odd.bytes.count < 10_000 {
            let elements = cardElements(odd.bytes, pieces: 1 << 16)
            for pieces in [1, 3, 7, 64] { #expect(cardElements(odd.bytes, pieces: pieces) == elements) }
        }
    }

    @Test(arguments: [
        ("WINDOWS-1251", [0xC0, 0xED, 0xED, 0xE0], "Анна"), ("koi8-r", [0xE1, 0xCE, 0xCE, 0xC1], "Анна"),
        ("GB2312", [0xCD, 0xF5], "王"), ("BIG5", [0xA4, 0xFD], "王"), ("cp1252", [0x5A, 0x6F, 0xEB], "Zoë"),
        ("ISO-2022-JP", [0x1B, 0x24, 0x42, 0x45, 0x44, 0x1B, 0x28, 0x42], "田"), ("SHIFT_JIS", [0x93, 0x63], "田"),
        ("x-sjis", [0x93, 0x63], "田"), ("EUC-KR", [0xB1, 0xE8], "김"), ("macintosh", [0x5A, 0x6F, 0x8E], "Zoé"),
    ])
    func aValueInAnyCharacterSetIsRead(charset: String, bytes: [UInt8], name: String) throws {
        let quoted = bytes.map { "=" + String($0, radix: 16, uppercase: true) }.joined()
        let lines = [
            Data("N;CHARSET=\(charset):;".utf8) + bytes,
            Data("N;CHARSET=\(charset);ENCODING=QUOTED-PRINTABLE:;\(quoted)".utf8),
        ]
        for line in lines {
            let read = try readContacts(Data("BEGIN:VCARD\nVERSION:2.1\n".utf8) + line + Data("\nEND:VCARD\n".utf8))
            #expect(read.contacts.map(\.firstName) == [name] && read.reasons.isEmpty)
        }
    }

    @Test(arguments: [
        ("N:Hughes;Pauline\nFN:Aunt Polly", ["Full Name"]), ("N:王;小明\nFN:王小明", []),
        ("N:Li;Ana;Q.;Dr.;PhD\nFN:Dr. Ana Q. Li\\, PhD", ["Middle Name", "Title", "Suffix"]),
        ("N:Li;Ana\nitem1.TEL:5550100\nitem1.X-ABLabel:Boat", ["Label"]),
        ("N:Li;Ana\nitem1.TEL:5550100\nitem1.X-ABLabel:_$!<Home>!$_", []),
        ("N:Li;Ana\nLABEL:12 Elm St.\\nDurham\\, NC", ["Address"]),
        ("N:Li;Ana\nADR:;;12 Elm St.;Durham;NC;;\nLABEL:12 Elm St.\\nDurham\\, NC", []),
        ("N:Li;Ana\nADR;LABEL=\"12 Elm St.\":;;;;;;", ["Address"]),
        ("N:Li;Ana\nAGENT:\nBEGIN:VCARD\nN:Ek;Bo\nEND:VCARD", ["Agent"]),
        ("N:Li;Ana\nAGENT:BEGIN:VCARD\\nN:Ek\\;Bo\\nEND:VCARD", ["Agent"]),
        ("N:Li;Ana\nDur\nham and more", ["“Dur”", "“ham and more”"]),
        ("N:Li;Ana\nPHOTO:https://example.org/a.jpg", ["Picture"]),
        ("N:Li;Ana\nPHOTO;ENCODING=b:no base64;", ["Picture"]),
        ("N:Li;Ana\nNOTE:\(String(repeating: "x", count: 4_200_000))\nTEL:5550100", ["Notes"]),
    ])
    func unreadPropertiesAreNamed(lines: String, names: [String]) throws {
        let reader = try #require(CardReader(Contact.definition))
        let elements = cardElements(Data("BEGIN:VCARD\nVERSION:3.0\n\(lines)\nEND:VCARD\n".utf8), pieces: 1 << 16)
        #expect(elements.map { reader.decode($0).unread.map(\.name) } == [names])
    }

    @Test func aPictureThatIsTooLargeIsNamed() throws {
        let reader = try #require(CardReader(DukePerson.definition))
        let picture = String(repeating: "\r\n " + String(repeating: "x", count: 74), count: 60_000)
        let text = "BEGIN:VCARD\r\nX-DUKE-DUID:7\r\nPHOTO;ENCODING=b:\(picture)\r\nROLE:TA\r\nEND:VCARD\r\n"
        let elements = cardElements(Data(text.utf8), pieces: 5000).map(reader.decode)
        #expect(elements.map { $0.unread.map(\.name) } == [["Picture"]])
        #expect(
            elements.compactMap { $0.resolved { $0.record }.record } == [
                DukePerson(DUID: 7, fName: "", lName: "", email: "", from: "", role: .TA).record
            ])
    }

    /// Rejected cards can be read.
    @Test func rejectedElementsAreStored() throws {
        let text = "BEGIN:VCARD\r\nNOTE:Somebody\r\nEND:VCARD\r\n"
        let read = try readCards(Data(text.utf8), in: .contacts) { $0.record }
        let rejected = try #require(read.first?.rejectedWhole)
        #expect(rejected.raw.trimmingCharacters(in: .newlines) == text.trimmingCharacters(in: .newlines))
    }

    private let picture = HeaderOnlyPicture.jpeg(filler: (0..<500).map { UInt8($0 % 256) }).base64EncodedString()

    private var person: DukePerson {
        DukePerson(
            DUID: 664_541, netid: "rt113", fName: "Ric; Jr.", lName: "Tel,ford\\n", email: "ric.telford@duke.edu",
            from: "Pittsboro, NC", gender: .Other, role: .Professor, program: "ECE", plan: "PhD, 2nd", team: "A;B",
            movie: "ÅÄÖ " + String(repeating: "日本語", count: 40), hobby: "chess, swimming",
            languages: ["C, C++", "Swift", "ß;\\"], picture: picture)
    }

    /// Placeholders are not used for missing properties.
    @Test func missingPropertiesAreEmptyInNewCards() throws {
        let nothing = DukePerson(DUID: 7, fName: "", lName: "", email: "", from: "")
        for bare in [DukePerson(DUID: 7), nothing] { #expect(try people(card(bare)) == [nothing]) }
        for lName in ["", "lastname"] {
            let cher = DukePerson(DUID: 7, netid: "a1", fName: "Cher", lName: lName)
            let read = try people(card(cher))
            #expect(read == [DukePerson(DUID: 7, netid: "a1", fName: "Cher", lName: "", email: "", from: "")])
            #expect(read.map(\.displayName) == ["Cher"])
            // Placeholders that are stored stay
            let stored = try readCards(Data(card(cher).utf8), in: .people) { _ in cher.record }[0]
            #expect(try stored.whole() == cher.record)
        }
        // And those of a card replace no empty name
        let cher = DukePerson(DUID: 7, netid: "a1", fName: "Cher", lName: "")
        let odd = try card(cher).replacing("N:;Cher", with: "N:lastname;Cher")
        #expect(try odd != card(cher))
        #expect(try readCards(Data(odd.utf8), in: .people) { _ in cher.record }[0].whole() == cher.record)
    }

    /// “Na” may be a last name; alone it means that no name is given.
    @Test func aPlaceholderIsANameOnlyBesideAnotherName() throws {
        func names(_ name: String) throws -> [String] {
            let text = "BEGIN:VCARD\nVERSION:4.0\nN:\(name)\nTEL:9195550112\nEND:VCARD\n"
            let record = try readCards(Data(text.utf8), in: .contacts) { $0.record }[0].whole()
            return ["lastName", "firstName"].map { record[record.definition.field($0)].text }
        }
        #expect(try names("n/a") == ["", ""])
        #expect(try names("n/a;Ana") == ["n/a", "Ana"])
    }

    private func card(_ person: DukePerson) throws -> String { try #require(CardWriter(.people)).card(person.record) }

    private func people(_ text: String) throws -> [DukePerson] {
        try readCards(Data(text.utf8), in: .people).compactMap(\.record).map { DukePerson($0) }
    }

    @Test func everyFieldOfAContactComesBack() throws {
        let writer = try #require(CardWriter(Contact.definition))
        let whole = contact {
            ($0.firstName, $0.lastName, $0.street, $0.apartment) = ("Ana, B", "Li;", "12 Elm Street", "4B")
            ($0.city, $0.state, $0.zipcode, $0.phone) = ("San José", .districtOfColumbia, "27701", "+19195550100")
            ($0.email, $0.isEmergencyContact) = ("ana@x", true)
        }
        let taro = contact { ($0.firstName, $0.lastName) = ("太郎", "山田") }
        #expect(writer.card(taro.record).contains("\r\nFN:山田太郎\r\n"))
        // The title of a contact without a name is not its name
        let nameless = ["5550100", "(919) Def555-01   00"].map { phone in contact { $0.phone = phone }.keyed(3)
        }
        for contact in [whole.keyed(12)] + nameless {
            #expect(try readContacts(Data(writer.card(contact.record).utf8)).contacts == [contact])
        }
    }

    @Test func everyFieldOfAPersonComesBackFromShortLines() throws {
        let text = try card(person)
        #expect(try people(text) == [person])
        let lines = text.components(separatedBy: "\r\n")
        #expect(lines.last == "" && lines.allSatisfy { $0.utf8.count <= 75 && !$0.contains("\n") })
        #expect(lines.first == "BEGIN:VCARD" && lines.dropLast().last == "END:VCARD" && lines.contains("VERSION:3.0"))
        #expect(text.contains("N:Tel\\,ford\\\\n;Ric\\; Jr.;;;\r\n"))
        #expect(text.contains("UID:duke-directory-people-0664541\r\n"))
        #expect(try card(DukePerson(DUID: 7, netid: "ab12", fName: "Ana")).contains("\r\nFN:Ana\r\n"))
        #expect(!(try #require(CardWriter(.people))).card(person.record, withPicture: false).contains("PHOTO"))
    }

    @Test(arguments: [
        ("X-DUKE-DUID:7", 7), ("UID:0664541", 664_541), ("UID:duke-directory-people-0664541", 664_541), ("UID:42", nil),
        ("UID:duke-directory-contacts-0664541", nil), ("UID:urn:uuid:4fbe8971", nil), ("X-DUKE-DUID:-1", nil),
        ("X-DUKE-DUID:99999999999999999999", nil), ("NOTE:x", nil),
    ])
    func peopleAreKnownByTheirNumber(line: String, duid: Int?) throws {
        let read = try people("BEGIN:VCARD\nFN:Ana Li\n\(line)\nEND:VCARD\n")
        #expect(read.map(\.DUID) == [duid].compactMap(\.self))
    }

    @Test(arguments: [
        ("GENDER:M", Gender.Male), ("GENDER:F;she", .Female), ("X-GENDER:Male", .Male), ("GENDER:O;x", .Other),
        ("GENDER:;x", .Unknown), ("GENDER:N", .Unknown), ("GENDER:whatever", .Other),
    ])
    func genders(line: String, gender: Gender) throws {
        #expect(try people("BEGIN:VCARD\nX-DUKE-DUID:1\n\(line)\nROLE:Engineer\nEND:VCARD").map(\.gender) == [gender])
        #expect(try people("BEGIN:VCARD\nX-DUKE-DUID:1\nROLE:Engineer\nEND:VCARD").map(\.role) == [.Other])
    }

    @Test(arguments: [
        "PHOTO;ENCODING=b;TYPE=JPEG:*", "PHOTO:data:image/jpeg;base64,*", "PHOTO;JPEG;BASE64:*",
        "PHOTO;VALUE=uri:https://x.org/a.png\nPHOTO;ENCODING=b:R0lGODlh\nPHOTO;ENCODING=BASE64:*",
        "PHOTO;ENCODING=b:/9j/\nPHOTO;PREF=1;ENCODING=b:*", "PHOTO;VALUE=uri:data:image/jpeg\\;base64\\,*",
    ])
    func pictures(lines: String) throws {
        let text = "BEGIN:VCARD\nX-DUKE-DUID:1\n\(lines.replacing("*", with: picture))\nEND:VCARD\n"
        #expect(try people(text).map(\.picture) == [picture])
    }

    @Test(arguments: [("R0lGODlh", "R0lGODlh"), ("R0lGODlhAQ", "R0lGODlhAQ==")])
    func aPictureOfAnotherKindIsReadAndWrittenAsItIsButPadded(sent: String, picture: String) throws {
        let text = "BEGIN:VCARD\nX-DUKE-DUID:1\nPHOTO;ENCODING=b:\(sent)\nEND:VCARD\n"
        let written = try card(DukePerson(DUID: 1, picture: sent))
        #expect(try people(text + written).map(\.picture) == [picture, picture])
    }

    @Test func propertiesMissingInCardAreUnchanged() throws {
        let text = "BEGIN:VCARD\nX-DUKE-DUID:664541\nX-DUKE-MOVIE:Up\nEND:VCARD\n"
        let read = try readCards(Data(text.utf8), in: .people) { _ in person.record }[0].whole()
        #expect(DukePerson(read).compareUpdate(person).map(\.key) == ["movie"] && DukePerson(read).movie == "Up")
    }

    @Test func aSpoiledCardIsReadTheSameHoweverItArrives() throws {
        var spoiler = Spoiler(
            indices: 1...40, doubled: 90, signs: Array(";:,=\\\n\r \"".utf8)
        ) { $0 / 50 }
        let writer = try #require(CardWriter(Contact.definition))
        let whole =
            Data(OddCard.all.filter { $0.bytes.count < 10_000 }.flatMap(\.bytes))
            + Data(writer.card(contact { $0.email = "ana@x" }.record).utf8) + Data(try card(person).utf8)
        for _ in 0..<80 {
            let spoiled = spoiler.spoiled(whole)
            let read = try readContacts(spoiled)
            let again = try readContacts(spoiled, pieces: 97)
            #expect(again.contacts == read.contacts && again.reasons == read.reasons)
            for contact in read.contacts {
                #expect(try ReadElement.record(contact.record).normalized.whole() == contact.record)
            }
            _ = try readCards(spoiled, in: .people)
        }
    }

    /// Contacts that fuzzing once changed when they were written and read again.
    @Test func inputsFoundByFuzzingRoundTrip() throws {
        let folder = URL(filePath: #filePath).appending(path: "../../../Fuzz/Seeds/FuzzCards").standardized
        let seeds = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        #expect(seeds.count >= 7)
        let writer = try #require(CardWriter(Contact.definition))
        for seed in seeds {
            for contact in try readContacts(Data(contentsOf: seed)).contacts {
                let again = try readContacts(Data(writer.card(contact.record).utf8)).contacts
                #expect(again.map { $0.keyed(0) } == [contact.keyed(0)], "\(seed.lastPathComponent)")
            }
        }
    }
}
