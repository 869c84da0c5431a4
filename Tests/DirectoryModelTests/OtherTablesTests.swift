import DirectoryModel
import Foundation
import Testing

/// Tables of other programs, and values as people write them in tables.
struct OtherTablesTests {
    private func contacts(_ text: String) throws -> [Contact] {
        try readTable(text, in: .contacts).compactMap(\.record).map(Contact.init)
    }

    private let ana = contact {
        ($0.firstName, $0.lastName, $0.email, $0.phone) = ("Ana", "Li", "ana@x.org", "+19195550100")
        ($0.street, $0.apartment, $0.city) = ("12 Elm St.", "#4B", "Winston-Salem")
        ($0.state, $0.zipcode) = (.northCarolina, "27701")
    }

    @Test(
        arguments: [
            ("Yards", ",", "\"4,944\"", 4944), ("Yards", ",", "\"1,234,567\"", 1_234_567),
            ("Yards", ";", "4.944", 4944),
            ("Yards", ";", "4 944", 4944), ("Yards", ",", "4\u{202F}944", 4944), ("Yards", ";", "4'944", 4944),
            ("Yards", ";", "4,944", 4944), ("Yards", ",", "4944.0", 4944), ("Yards", ";", "4944,00", 4944),
            ("Yards", ",", "\u{2212}12", -12), ("Yards", ",", "4.944", nil), ("Yards", ",", "49 44", nil),
            ("Yards", ",", "many", nil), ("Rating", ";", "98,5", 98.5), ("Rating", ",", "\"98,5\"", 98.5),
            ("Rating", "\t", "98,5", 98.5), ("Rating", ";", "98.5", 98.5), ("Rating", ",", "98.125", 98.125),
            ("Rating", ";", "98.125", 98.125), ("Rating", ";", "98,125", 98.125), ("Rating", ";", "1.098,5", 1098.5),
            ("Rating", ",", "\"1,098.5\"", 1098.5), ("Rating", "\t", "1 098,5", 1098.5),
            ("Rating", ";", "69,9 %", 69.9), ("Rating", ";", "98,5,1", nil),
        ] as [(String, String, String, Double?)])
    func numbersAreReadAsPeopleWriteThem(column: String, separator: String, text: String, number: Double?) throws {
        let table = "Player\(separator)\(column)\nAda\(separator)\(text)\n"
        let player = Player(try #require(try readTable(table, in: .players).first?.record))
        #expect((column == "Yards" ? player.yards.map(Double.init) : player.rating) == number)
    }

    @Test(arguments: [
        ("ana@x.org; bo@x.org", "; bo@x.org"), ("ana@x.org, bo@x.org", ", bo@x.org"),
        ("ana@x.org bo@x.org", "bo@x.org"), ("ana@x.org\u{1}bo@x.org", "bo@x.org"),
        ("ana@x.org;bo@x.org;cy@x.org", ";bo@x.org;cy@x.org"),
    ])
    func ofSeveralAddressesInACellTheFirstIsReadAndTheOthersAreNamed(cell: String, rest: String) throws {
        for header in ["Email", "E-mail Address"] {
            let read = try readTable("Name|\(header)\nAna Li|\(cell)\n", in: .contacts)
            #expect(read.map { $0.record.map { Contact($0).email } } == ["ana@x.org"])
            #expect(read.map { $0.rejected?.leftOut } == ["Ana Li: Email “\(rest)” was not imported."])
        }
    }

    @Test(arguments: ["Ana Li <ana@x.org>", "\"Li; a@b\"@x.org", "ana @ x.org"])
    func oneAddressInACellStaysWhole(cell: String) throws {
        let quoted = "\"\(cell.replacing("\"", with: "\"\""))\""
        let read = try readTable("First Name\tE-mail Address\nAna\t\(quoted)\n", in: .contacts)
        #expect(read.compactMap(\.rejected).isEmpty)
        #expect(read.compactMap(\.record).map { Contact($0).email.filter { $0 != " " } } == [cell.filter { $0 != " " }])
    }

    @Test(arguments: ["sep=;\r\n", "\u{FEFF}\"sep=;\"\n", "SEP=;\r"])
    func excelsLineWithTheSeparatorIsNoHeader(line: String) throws {
        let read = try contacts("\(line)First Name;Last Name,\nAna;Li\n")
        #expect(read.map(\.firstName) == ["Ana"])
    }

    @Test func aTableOfOutlookIsRead() throws {
        let text = """
            "Title","First Name","Middle Name","Last Name","Company","Department","Job Title","Business Street",\
            "Home Street","Home Street 2","Home City","Home State","Home Postal Code","Home Phone","Mobile Phone",\
            "E-mail Address","E-mail Type","Gender","Web Page"
            "Dr.","Ana","","Li","","","","","12 Elm St.","#4B","Winston-Salem","north carolina","27701","",\
            "+1 (919) 555-0100","ana@x.org","SMTP","Unspecified",""
            """
        #expect(try contacts(text) == [ana])
    }

    /// Empty columns of another program change nothing, and the address identifies the person.
    @Test func emptyOutlookColumnsAreIgnored() throws {
        let text = """
            First Name,Last Name,E-mail Address,Company,Department,Job Title,Gender
            Ana,Li,ANA@duke.edu,ECE,,MEng,M
            """
        let stored = DukePerson(DUID: 7, netid: "al1", email: "ana@duke.edu", team: "A", movie: "Up")
        var requested: [Bool] = []
        let read = try readTable(text, in: .people) { imported in
            requested.append(imported.isNumbered)
            return DukePerson(imported.record).email == stored.email ? stored.record : nil
        }
        #expect(requested == [false])
        #expect(
            DukePerson(try read[0].whole())
                == DukePerson(
                    DUID: 7, netid: "al1", fName: "Ana", lName: "Li", email: "ana@duke.edu", gender: .Male,
                    program: "ECE", plan: "MEng", team: "A", movie: "Up"))
    }

    /// JSON is not read by column names.
    @Test func jsonIsReadNoWider() throws {
        let contact = try readJSON(#"{"id":1,"Given Name":"Ana","lastName":"Li"}"#, as: .contacts).whole()
        #expect(contact.displayName == "Li")
    }

    /// If one column is no token, "ST" is not the street.
    @Test func tokensAreColumnsOnlyTogether() throws {
        let li = contact { ($0.firstName, $0.lastName, $0.state) = ("Ana", "Li", .northCarolina) }
        #expect(try contacts("First Name,Last Name,ST\nAna,Li,NC\n") == [li])
        #expect(try contacts("fn,ln,sa\nAna,Li,NC\n") == [li])
    }

    /// Parts of an address may be named in two ways, but two addresses are not mixed.
    @Test func addressesAreNotMixed() throws {
        let ana = contact { ($0.firstName, $0.street, $0.city) = ("Ana", "12 Elm St.", "Durham") }
        #expect(try contacts("First Name,Home Address,City\nAna,12 Elm St.,Durham\n") == [ana])
        let header = "First Name,Home Street,Home City,Business Street,Business City"
        #expect(try contacts("\(header)\nAna,12 Elm St.,Durham,1 Main St,Raleigh\n") == [ana])
        let bo = contact { ($0.firstName, $0.city) = ("Bo", "Durham") }
        #expect(try contacts("\(header)\nBo,,Durham,1 Main St,\n") == [bo])
    }

    @Test func aPersonAssignsColumns() throws {
        let rows = try csvRows("Vorname,Nachname,Ort\nAna,Li,Ulm".utf8)
        let (header, row) = (rows[0], rows[1])
        #expect(throws: ListError.notAList) { try CSVReader(Contact.definition, header: header) }
        let reader = try CSVReader(Contact.definition, header: header, assigned: [0: "firstName", 1: "lastName"])
        let element = reader.decode(row)
        #expect(element.unread == [UnreadColumn(name: "Ort", index: 2)])
        let read = element.resolved { $0.record }
        #expect(Contact(try read.whole()) == contact { ($0.firstName, $0.lastName) = ("Ana", "Li") })
    }
}
