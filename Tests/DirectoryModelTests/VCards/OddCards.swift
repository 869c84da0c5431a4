import DirectoryModel
import Foundation

/// An unusual card, and the result of reading it.
struct OddCard: CustomStringConvertible, Sendable {
    let description: String
    let bytes: Data
    let contacts: [Contact]
    let reasons: [String]

    private init(_ name: String, _ bytes: Data, _ contacts: [Contact], _ reasons: [String] = []) {
        description = name
        self.bytes = bytes
        self.contacts = contacts
        self.reasons = reasons
    }

    /// A card with these lines, by default in version 3.0.
    private init(
        _ name: String, _ lines: String, version: String = "3.0", _ contacts: [Contact], _ reasons: [String] = []
    ) {
        let text = "BEGIN:VCARD\nVERSION:\(version)\n\(lines)\nEND:VCARD\n".replacing("\n", with: "\r\n")
        self.init(name, Data(text.utf8), contacts, reasons)
    }

    /// A card with text and invalid bytes.
    private static func card(_ version: String, _ parts: any Sequence<UInt8>...) -> Data {
        let all: [any Sequence<UInt8>] = ["BEGIN:VCARD\nVERSION:\(version)\n".utf8] + parts + ["\nEND:VCARD\n".utf8]
        return all.reduce(into: Data()) { $0.append(contentsOf: Array($1)) }
    }

    private static let zoe = contact { ($0.firstName, $0.lastName) = ("Zoë", "Łuk") }
    private static let ana = contact { ($0.firstName, $0.lastName) = ("Ana", "Li") }
    private static let reachable = contact {
        ($0.firstName, $0.lastName, $0.email, $0.phone) = ("Ana", "Li", "ana@duke.edu", "9195550100")
    }
    private static let home = contact {
        ($0.firstName, $0.lastName, $0.street, $0.apartment) = ("Ana", "Li", "12 Elm St., #4", "Apt. 4-B")
        ($0.city, $0.state, $0.zipcode) = ("Winston-Salem", .northCarolina, "27701")
    }

    static let all: [OddCard] = old + new + broken + large

    /// Version 2.1.
    private static let old: [OddCard] = [
        OddCard(
            "2.1, quoted-printable", "N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C5=81uk;Zo=C3=AB;;;", version: "2.1",
            [zoe]),
        OddCard(
            "2.1, a soft break in the middle of a character",
            "N;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:=C5=\n=81uk;Zo=C3=\n=AB", version: "2.1", [zoe]),
        OddCard(
            "2.1, Latin 1 in quoted-printable", "N;CHARSET=ISO-8859-1;QUOTED-PRINTABLE:Li;Zo=EB", version: "2.1",
            [contact { ($0.firstName, $0.lastName) = ("Zoë", "Li") }]),
        OddCard(
            "2.1, a soft break before the space of a fold, in the middle of a character",
            "N;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:=C5=81uk;Zo=C3=\n =AB", version: "2.1", [zoe]),
        OddCard(
            "2.1, soft breaks that all have such a space",
            "N:Li;Ana\nADR;ENCODING=QUOTED-PRINTABLE:;;12 Elm S=\n t.;Dur=\n ham;;;", version: "2.1",
            [contact { ($0.firstName, $0.lastName, $0.street, $0.city) = ("Ana", "Li", "12 Elm St.", "Durham") }]),
        OddCard(
            "2.1, one soft break before a space of the text",
            "N:Li;Ana\nADR;ENCODING=QUOTED-PRINTABLE:;;12 Elm=\n St.;;;;", version: "2.1",
            [contact { ($0.firstName, $0.lastName, $0.street) = ("Ana", "Li", "12 Elm St.") }]),
        OddCard(
            "2.1, an agent in the line of its property",
            "AGENT:BEGIN:VCARD\nN:Other;Somebody\nEND:VCARD\nN:Li;Ana", version: "2.1", [ana]),
        OddCard(
            "2.1, bytes of a set it does not name",
            card("2.1", "N:Li;Zo".utf8, [0xEB]),
            [contact { ($0.firstName, $0.lastName) = ("Zoë", "Li") }]),
        OddCard(
            "2.1, bare types, of which one is preferred",
            "N:Li;Ana\nTEL;WORK;VOICE:111 1111\nTEL;PREF;CELL:(919) 555-0100\nEMAIL;INTERNET:ana@duke.edu",
            version: "2.1", [reachable]),
        OddCard(
            "2.1, a picture in lines that are not indented, after an agent with a card of its own",
            "AGENT:\nBEGIN:VCARD\nVERSION:2.1\nN:Other;Somebody\nTEL:1234567\nEND:VCARD\nN:Li;Ana\n"
                + "PHOTO;BASE64;JPEG:/9j/\n4AAQ\nSkZJ\n\nNOTE:x",
            version: "2.1", [ana]),
        OddCard(
            "2.1, a fold that keeps its space, and a backslash before n", "N:Li;Ana\nADR;HOME:;;12\n Elm;Dur\\nham",
            version: "2.1",
            [contact { ($0.firstName, $0.lastName, $0.street, $0.city) = ("Ana", "Li", "12 Elm", "Dur\\nham") }]),
    ]

    /// Versions 3.0 and 4.0.
    private static let new: [OddCard] = [
        OddCard(
            "a ZIP code from elsewhere, kept as it came", "N:Li;Ana\nADR:;;Am Ring 1;Ulm;;D-89073;",
            [
                contact {
                    ($0.firstName, $0.lastName, $0.street, $0.city) = ("Ana", "Li", "Am Ring 1", "Ulm")
                    $0.zipcode = "D-89073"
                }
            ]),
        OddCard(
            "folded in the middle of a character",
            card("3.0", "N:".utf8, [0xC5], "\r\n ".utf8, [0x81], "uk;Zo".utf8, [0xC3], "\n\t".utf8, [0xAB]), [zoe]),
        OddCard("no FN", "N:Li;Ana;;;", [ana]),
        OddCard("no N", "FN:Ana Li", version: "4.0", [ana]),
        OddCard("an N that says nothing", "FN:Ana Li\nN:;;;;", [ana]),
        OddCard(
            "one word for a name", "FN:Madonna\nTEL:5550100",
            [contact { ($0.firstName, $0.phone) = ("Madonna", "5550100") }]),
        OddCard(
            "groups, many addresses and numbers, one of each preferred",
            "item1.N:Li;Ana\nitem1.EMAIL;type=HOME:other@x.org\nitem2.EMAIL;TYPE=\"WORK,pref\":ana@duke.edu\n"
                + "item2.X-ABLabel:_$!<Home>!$_\nTEL;TYPE=CELL:919.555.0100\nTEL:1111111", [reachable]),
        OddCard(
            "4.0 with URIs and ranks",
            "N:Li;Ana;;;\nTEL;VALUE=uri;PREF=2:tel:+1-111\nTEL;VALUE=uri;PREF=1:tel:919-555-0100;ext=7\n"
                + "EMAIL;PREF=1:mailto:ana@duke.edu\nPHOTO:https://duke.edu/ana.jpg\nKIND:individual",
            version: "4.0", [reachable], ["The Phone can be only “919-555-0100”."]),
        OddCard(
            "a scheme that somebody wrote twice", "N:Li;Ana;;;\nTEL;VALUE=uri:tel:TEL:919-555-0100\nEMAIL:ana@duke.edu",
            version: "4.0", [reachable]),
        OddCard(
            "a scheme behind what cannot be seen",
            "N:Li;Ana;;;\nTEL;VALUE=uri:\u{0}\u{0} t\u{0}el:919-555-0100\nEMAIL:ana@duke.edu", version: "4.0",
            [reachable]),
        OddCard(
            "an address as people write it",
            "N:Li;Ana\nADR;TYPE=home:;Apt. 4-B;12 Elm St.\\, #4;Winston-Salem;nc;27701-1234;USA", [home],
            ["The ZIP Code can be only “27701”."]),
        OddCard(
            "escapes", #"N:Li\;x\, y\\z;A\:na\nB;;;"#,
            [contact { ($0.firstName, $0.lastName) = ("A:na B", #"Li;x, y\z"#) }]),
        OddCard(
            "a category", "N:Li;Ana\nCATEGORIES:friends,EMERGENCY CONTACT",
            [contact { ($0.firstName, $0.lastName, $0.isEmergencyContact) = ("Ana", "Li", true) }]),
        OddCard("lines that end in CR alone", Data("BEGIN:VCARD\rVERSION:3.0\rN:Li;Ana\rEND:VCARD\r".utf8), [ana]),
        OddCard(
            "two cards in lines that end in CR alone, and no break between them",
            Data("BEGIN:VCARD\rVERSION:3.0\rN:Li;Ana\rEND:VCARDBEGIN:VCARD\rN:Li;Ana\rEND:VCARD\r".utf8), [ana, ana]),
        OddCard(
            "lines that end in two returns and a line feed",
            Data("BEGIN:VCARD\r\r\nVERSION:3.0\r\r\nN:Li;A\r\r\n na\r\r\nEND:VCARD\r\r\n".utf8), [ana]),
        OddCard("a byte order mark and small letters", Data("\u{FEFF}begin:vcard\nn:Li;Ana\nend:vcard".utf8), [ana]),
        OddCard(
            "lines that are none, and what nobody knows",
            "no colon here\n:\n;;;:x\nX-\u{1F600}:😀\nSOUND;VALUE=uri:cid:1\nN:Li;Ana\n\n\nREV:2020", [ana]),
    ]

    /// Cards that are no contacts.
    private static let broken: [OddCard] = [
        OddCard("nothing in it", "FN:\nN:;;;;", [], ["This is not a contact: it has no key or name."]),
        OddCard(
            "a state from elsewhere, preserved", "N:Li;Ana\nADR:;;Am Ring 1;Ulm;BW;;",
            [
                contact {
                    ($0.firstName, $0.lastName, $0.street, $0.city) = ("Ana", "Li", "Am Ring 1", "Ulm")
                    $0.record[$0.record.definition.field("state")] = .text("BW")
                }
            ]),
        OddCard(
            "a group", "FN:Friends\nKIND:group\nMEMBER:urn:uuid:1", version: "4.0", [],
            ["This is not a contact: it is a group."]),
        OddCard("an unknown character set", "N;CHARSET=KLINGON-1:Li;Ana", [ana]),
        OddCard(
            "letters in an unknown character set",
            card("3.0", "N;CHARSET=KLINGON-1:Li;Zo".utf8, [0xEB], "\nTEL:5550100".utf8),
            [contact { ($0.firstName, $0.lastName, $0.phone) = ("Zoë", "Li", "5550100") }],
            ["The First Name is not text in the character set “KLINGON-1”."]),
        OddCard(
            "bytes that are no UTF-8",
            card("3.0", "N:Li;Zo".utf8, [0xEB]), [contact { ($0.firstName, $0.lastName) = ("Zoë", "Li") }]),
        OddCard(
            "a damaged byte among UTF-8",
            card("3.0", "N:Łuk;Zo".utf8, [0xEB], "\nTEL:5550100".utf8),
            [contact { ($0.firstName, $0.lastName, $0.phone) = ("Zo\u{FFFD}", "Łuk", "5550100") }],
            ["The First Name has characters that could not be read."]),
        OddCard(
            "one without an end before a whole one, text around them",
            Data("Hello\nBEGIN:VCARD\nN:Luk;Bo\nBEGIN:VCARD\nN:Li;Ana\nEND:VCARD\nEND:VCARD\nBye".utf8),
            [contact { ($0.firstName, $0.lastName) = ("Bo", "Luk") }, ana],
            ["This line is not part of a vCard.", "This line is not part of a vCard."]),
        OddCard(
            "an end and a beginning in one line",
            Data(
                "BEGIN:VCARD\r\nN:Luk;Bo\r\nEND:VCARDBEGIN:VCARD\r\nN:Li;Ana\r\nend:vcard Begin:vCard\r\nN:Ek;Cy\r\nEND:VCARD!"
                    .utf8),
            [
                contact { ($0.firstName, $0.lastName) = ("Bo", "Luk") }, ana,
                contact { ($0.firstName, $0.lastName) = ("Cy", "Ek") },
            ],
            ["This line is not part of a vCard."]),
        OddCard(
            "a long line after its end",
            Data("BEGIN:VCARD\nVERSION:3.0\nN:Li;Ana\nEND:VCARD\(String(repeating: "x", count: 80)):y\n".utf8), [ana],
            ["This line is not part of a vCard."]),
        OddCard(
            "the end of the file within it", Data("BEGIN:VCARD\nVERSION:3.0\nN:Li;An".utf8), [],
            ["The vCard has no end."]),
    ]

    private static let large: [OddCard] = [
        OddCard("a note of a million characters", "N:Li;Ana\nNOTE:\(String(repeating: "é\\n", count: 500_000))", [ana]),
        OddCard(
            "a name of a million characters", "N:Li;\(String(repeating: "x", count: 1_000_000))",
            [contact { $0.lastName = "Li" }],
            ["The First Name must have at most 100 characters."]),
        OddCard(
            "five million bytes",
            "N:Li;Ana\nNOTE:\(String(repeating: "x", count: 5_000_000))\nTEL:919 555 0100\nEMAIL:ana@duke.edu",
            [reachable]),
        OddCard(
            "a folded picture of five million bytes",
            "N:Li;Ana\nPHOTO;ENCODING=b:/9j\(String(repeating: "\n \(String(repeating: "x", count: 74))", count: 70_000))"
                + "\nTEL:9195550100\nEMAIL:ana@duke.edu", [reachable]),
        OddCard(
            "a picture of five million bytes in lines that are not indented",
            "N:Li;Ana\nPHOTO;BASE64:/9j\(String(repeating: "\n\(String(repeating: "x", count: 74))", count: 70_000))\n\n"
                + "TEL:9195550100\nEMAIL:ana@duke.edu", version: "2.1", [reachable]),
        OddCard(
            "five million bytes in short lines",
            "N:Li;Ana\nTEL:9195550100\nEMAIL:ana@duke.edu\n"
                + String(repeating: "X-A:\(String(repeating: "x", count: 40))\nb\n", count: 110_000),
            [reachable]),
        OddCard(
            "a hundred thousand numbers",
            "N:Li;Ana\n" + String(repeating: "TEL:9195550100\n", count: 100_000) + "EMAIL:ana@duke.edu", [reachable]),
        OddCard(
            "a hundred thousand cards within", String(repeating: "AGENT:\nBEGIN:VCARD\n", count: 100_000), [],
            ["The vCard has no end."]),
        OddCard("semicolons without an end", "N:Li;Ana" + String(repeating: ";", count: 1_000_000), [ana]),
    ]
}
