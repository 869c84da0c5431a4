import DirectoryModel
import Foundation
import Testing

/// CSV as programs write it and people damage it.
struct CSVTests {
    private func rows(_ text: String, pieces: Int = 7) throws -> [CSVRow] {
        try csvRows(text.utf8, pieces: pieces)
    }

    @Test(
        arguments: [
            ("a,b\n1,2", [["a", "b"], ["1", "2"]], []), ("a,b\r\n1,2\r\n", [["a", "b"], ["1", "2"]], []),
            ("a;b\r1;2,3\r", [["a", "b"], ["1", "2,3"]], []), ("a\tb\n\n1\t\n", [["a", "b"], ["1", ""]], []),
            ("\u{FEFF}a,b\n1,2\n", [["a", "b"], ["1", "2"]], []),
            ("\"a,\";b;c\n\"1;\"\"x\"\"\";2;3", [["a,", "b", "c"], ["1;\"x\"", "2", "3"]], []),
            ("a,b\n\"1\r\n2\",3\n", [["a", "b"], ["1\r\n2", "3"]], []),
            ("\"a\nb\",c\n1,2", [["a\nb", "c"], ["1", "2"]], []),
            ("a,b\n5\" pipe,\"x\"y\n", [["a", "b"], ["5\" pipe", "xy"]], []), ("a\n \n", [["a"]], []), ("", [], []),
            ("\n\r\n", [], []), ("a,b\n,\n1,2\n\"\", ,,,\n", [["a", "b"], ["1", "2"]], []),
            // An open quote to the end of the file, after a line break in another cell, and before a quote in a later row
            ("a,b\n\"1,2\n3,4\n5,\"6\n7\"\n", [["a", "b"], nil, ["3", "4"], ["5", "6\n7"]], [2]),
            ("\r\na,\"b\r\n\"\r\n\"1\"\r\n2,\"3\r\n\r\n", [["a", "b\r\n"], ["1"], nil], [5]),
            ("a,b\n\"1\n\",\"2\n3,4\n", [["a", "b"], nil, ["3", "4"]], [3]),
            (
                "a,b\r1,\"2\r3,\"4, 5\"\r6,\"7\r8,9", [["a", "b"], nil, ["3", "4, 5"], nil, ["8", "9"]], [2, 4]
            ),
        ] as [(String, [[String]?], [Int])])
    func splitsAndAnOpenQuoteCostsItsLine(text: String, cells: [[String]?], broken lines: [Int]) throws {
        for pieces in [1, 2, 3, 1000] {
            let rows = try rows(text, pieces: pieces)
            #expect(rows.map(\.cells) == cells)
            #expect(rows.compactMap(\.fault) == lines.map { "its quotation mark in line \($0) is not closed" })
            #expect(rows.filter { $0.cells == nil }.allSatisfy { !$0.raw.hasSuffix("\n") && $0.raw.contains("\"") })
        }
    }

    @Test func anOpenQuoteInTheHeaderIsNoTable() {
        for (text, line) in [("\"a,b\n", 1), ("\r\r\"a\rb", 3)] {
            for pieces in [1, 1000] {
                #expect(throws: ListError.openQuote(line: line)) { try rows(text, pieces: pieces) }
            }
        }
    }

    private func records<R: TypedRecord>(_ text: String, as type: R.Type) throws -> [R] {
        try readTable(text, in: R.definition).compactMap(\.record).map(R.init)
    }

    private func reasons<R: TypedRecord>(_ text: String, as type: R.Type) throws -> [String] {
        try readTable(text, in: R.definition).compactMap(\.rejected?.reason)
    }

    @Test func columnsByLabelKeyTokenOrAliasInAnyCase() throws {
        for header in [
            "DUID,first name,LAST NAME", "duid,FNAME,lname", "ID,fn,Ln", "uid,firstname,lastname",
            "uid, fname ,x,lname",
        ] {
            let cells = header.contains("x") ? "7,Ana,?,Li" : "7,Ana,Li"
            #expect(try records("\(header)\n\(cells)", as: DukePerson.self).map(\.name) == ["Ana Li"])
        }
        #expect(throws: ListError.notAList) { try readTable("one,two\n1,2", in: .people) }
    }

    @Test(arguments: [("f", Gender.Female), ("M", .Male), ("O", .Other), ("u", .Unknown), ("Unspecified", .Unknown)])
    func tableReadsLikeJSON(gender: String, meant: Gender) throws {
        let table = "id,ge,la,ho\n7,\(gender),C; Swift,go;tea\n"
        let json = #"{"DUID": 7, "gender": "\#(gender)", "languages": "C; Swift", "hobby": "go;tea"}"#
        let other = try ElementReader(.people, isStrict: true).read(.whole(Data(json.utf8))).whole()
        for person in try records(table, as: DukePerson.self) + [DukePerson(other)] {
            #expect(person.gender == meant && person.languages == ["C", "Swift"] && person.hobby == "go, tea")
        }
        let rule = try Tokens("ge=\(gender)", of: .people).tokens[0].field.rule
        #expect(try rule.checked(gender).get() == meant.rawValue)
    }

    /// Placeholders are not used for missing cells, or written.
    @Test(arguments: [
        "id,fn,ln\n7,Cher,\n", "id,fn,ln,em\n7,Cher,  , \n", "id;fn\n7;Cher\n",
        CSVWriter(.people).header + CSVWriter(.people).line(DukePerson(DUID: 7, fName: "Cher").record),
    ])
    func missingColumnsAreEmptyInNewRows(text: String) throws {
        let cher = DukePerson(DUID: 7, fName: "Cher", lName: "", email: "", from: "")
        #expect(try records(text, as: DukePerson.self) == [cher])
        #expect(cher.displayName == "Cher")
    }

    @Test func valuesThatBreakARuleArePreserved() throws {
        let text = """
            fn,ln,zi,st,ci,sa
            Ana,Li,27701,②Elm St.,①Town,NC
            Bo,Ek,277,#12 Elm St.,Ulm,NC
            Cy,Oz,27701,,,Atlantis
            ,,,,,Atlantis

            """
        let contacts = try records(text, as: Contact.self)
        #expect(contacts.map(\.displayName) == ["Ana Li", "Bo Ek", "Cy Oz", "Atlantis"])
        #expect(contacts.map { $0.displayText("state") } == ["NC", "NC", "Atlantis", "Atlantis"])
        #expect(contacts.map(\.street) == ["②Elm St.", "#12 Elm St.", "", ""])
        #expect(contacts.map(\.city) == ["①Town", "Ulm", "", ""])
        #expect(throws: FieldBroken.self) { try contacts[0].record.normalized() }
        #expect(contacts[2].state == .none)
        #expect(contacts[2].reasonsAgainst == ["State must be one of the values in the list."])
        #expect(try reasons(text, as: Contact.self).isEmpty)
        #expect(try reasons("id,fn\nx,Ana\n,Bo\n-3,Cy", as: DukePerson.self).count == 3)
        // So is an invalid number
        #expect(try reasons("na,yd\nA,many\nB,1.5", as: Player.self).isEmpty)
        let players = try records("na,yd\nA,many\nB,7", as: Player.self)
        #expect(players.map(\.yards) == [nil, 7] && players[0].displayText("Yards") == "many")
        #expect(players[0].reasonsAgainst == ["Yards must be a whole number."])
    }

    @Test(arguments: [
        ("NA", "", ""), ("Li", "NA", "Li NA"), ("None", "Baker", "None Baker"), ("none", "N/A", ""),
        ("null", "lastname", ""), ("Na", "Null", "Na Null"),
    ])
    func aWordForNoneIsANameBesideAName(first: String, last: String, shown: String) throws {
        let read = readJSON(#"{"DUID":8,"fName":"\#(first)","lName":"\#(last)"}"#).normalized
        let table = try records("DUID,First Name,Last Name\n7,\(first),\(last)\n", as: DukePerson.self)
        #expect(try [DukePerson(read.whole()).name] + table.map(\.name) == [shown, shown])
    }

    /// The bytes of `text` in UTF-16 with a byte order mark.
    private func utf16(_ text: String, isBig: Bool) -> [UInt8] {
        "\u{FEFF}\(text)".utf16.flatMap { unit in
            let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
            return isBig ? bytes : bytes.reversed()
        }
    }

    @Test(arguments: [true, false], [1, 2, 3, 1000])
    func aMarkedTableOfUTF16IsRead(isBig: Bool, pieces: Int) throws {
        let text = "fn\tln\r\nJosé\t\"Ł\t日\"\r\n🦆ĊČ\tLi"
        let read = try csvRows(utf16(text, isBig: isBig), pieces: pieces)
        #expect(read.map(\.cells) == [["fn", "ln"], ["José", "Ł\t日"], ["🦆ĊČ", "Li"]])
        #expect(read.last?.raw == "🦆ĊČ\tLi")
    }

    @Test func aTableOfUTF16ThatEndsWithinACharacterIsNotWhole() throws {
        for cut in [1, 2, 3] {
            let bytes = utf16("fn,ln\nAna,🦆", isBig: false).dropLast(cut)
            #expect(throws: ListError.unfinished) { try csvRows(Array(bytes)) }
        }
        // Half a byte order mark, and that of another encoding.
        for (start, raw): ([UInt8], String) in [
            ([0xFF], "ÿ"), ([0xFE], "þ"), ([0xFF, 0x2C], "ÿ,"), ([0xFE, 0x61], "þa"),
        ] {
            for pieces in [1, 2] { #expect(try csvRows(start, pieces: pieces).map(\.raw) == [raw]) }
        }
    }

    @Test func tablesThatAreNoUTF8AreWindows1252() throws {
        let other = Array("Jos".utf8) + [0xE9, 0x2C, 0x80, 0x8A, 0x92, 0x9F]
        let read = try csvRows(Array("fn,ln\n".utf8) + other)
        #expect(read.map(\.cells) == [["fn", "ln"], ["José", "€Š’Ÿ"]])
        #expect(read[1].raw == "José,€Š’Ÿ")
        let mixed = try csvRows(Array("fn,ln\nZoë,Ł\n".utf8) + other + Array("\nAna,Łi".utf8))
        #expect(mixed.map(\.isDamaged) == [false, false, true, false])
        #expect(try csvRows([0x6E, 0xFA, 0x6D]).map(\.cells) == [["núm"]])
    }

    /// Bytes that are undefined in both encodings.
    @Test(arguments: [0x81, 0x8D, 0x8F, 0x90, 0x9D] as [UInt8])
    func aCellThatIsNoTextIsDamaged(byte: UInt8) throws {
        let read = try csvRows(Array("fn,ln\nJos".utf8) + [byte] + Array(",Li\nAna,Li".utf8))
        #expect(read.map(\.isDamaged) == [false, true, false])
        #expect(read[1].raw == "Jos\u{FFFD},Li")
    }

    @Test func aRowLargerThanAnyRecordIsSetAside() throws {
        let large = "fn,ln\n" + String(repeating: "x", count: CSVSplitter.largestRow + 10) + ",Li\nAna,Li\n"
        let read = try readTable(large, in: .contacts, pieces: 1 << 18)
        #expect(
            read.map { $0.rejectedWhole?.reason } == ["This is not a contact: it is larger than 4 MB.", nil])
    }

    /// Formulas get an apostrophe. Signed numbers get none, because other programs would keep it. Pictures stay.
    @Test(
        arguments: [
            "=1+1", "+A1", "-A1", "+1*A1", "@SUM", "\tx", "\rx", "'=1", "'+1", "''+", "=\u{301}",
        ].map { ($0, true) }
            + [
                "+5", "-5", "+19195550100", "+1 (919) 555-0100", "'", "'quoted'", "plain", "a,\"b\"\nc", "ü;",
                "\"\u{301},x", "a\"\u{200D}", "'\u{301}=",
            ].map { ($0, false) })
    func aValueComesBackAsItWas(value: String, isGuarded: Bool) throws {
        let person = DukePerson(DUID: 7, fName: "Ana", movie: value, languages: ["C, C++", "Swift"], picture: "/9j/")
        let (header, line) = (CSVWriter(.people).header, CSVWriter(.people).line(person.record))
        #expect(!header.contains("Picture") && !line.contains("/9j/") && line.contains("'\(value)") == isGuarded)
        let rows = try rows(header + line, pieces: 5)
        let movie = try #require(DukePerson.fields.firstIndex { $0.key == "movie" })
        let cell = try #require(rows.last?.cells?[movie])
        #expect(cell == value || !"+-".contains(cell.first ?? " "))
        // Local values are kept to the letter.
        let read = try CSVReader(.people, header: rows[0]).decode(rows[1]).resolved { _ in person.record }
        #expect(try read.whole() == person.record)
    }

    /// Invisible characters are removed, even if a placeholder remains.
    @Test(arguments: [
        "La\0st\0Name", "last\u{200B}name", "N\0A", "no\u{FEFF}ne", "\0-\0", "\0\0e", "-\u{202E}", "NA\0, no\0ne", "\0",
        "a\0 ::: b", "x\u{1F}y", "\u{2028}null\u{2028}",
        "|\u{E0041}xy", "1|(\u{E0041}", "none;\u{E0041} ", "ana@x.org\u{1}bo@x.org", "27701\u{1}-1234",
    ])
    func rowRoundTrips(value: String) throws {
        for definition in [Definition.people, .contacts, .players, .toDos, .courses] {
            let (writer, fields) = (CSVWriter(definition), definition.fields)
            for field in fields where !field.isKey && !field.isPicture {
                let table = "\(fields[0].key),\(field.key),\"x\"\n7,\"\(value)\",\n"
                let sent = try readTable(table, in: definition, stored: { $0.record })[0]
                guard case .record(let first) = sent, first.isGiven else { continue }
                let written = writer.header + writer.line(first)
                let second = try readTable(written, in: definition, stored: { $0.record })[0].whole()
                for other in fields where !other.isKey {
                    #expect(other.inputText(second) == other.inputText(first), "\(other.key) of \(table)")
                }
            }
        }
    }

    // MARK: Small tables that would be large in memory

    @Test func aRowOfMoreCellsThanAnyTableHasIsRejected() throws {
        let wide = String(repeating: ",", count: 100_000)
        let rows = try rows("First Name,Last Name\nAna,Li\nBo\(wide)\nCy,Mo\n", pieces: .max)
        #expect(rows.map { $0.cells?.count } == [2, 2, nil, 2])
        #expect(rows.map(\.fault) == [nil, nil, "it has too many cells", nil])
        let reader = try CSVReader(Contact.definition, header: rows[0])
        let rejected = reader.decode(rows[2]).resolved { $0.record }.rejectedWhole
        #expect(rejected?.reason == "This is not a contact: it has too many cells.")
    }

    @Test func theWidestSpreadsheetIsReadAndATableOfTwoMillionColumnsIsNoList() throws {
        let separators = String(repeating: ",", count: CSVSplitter.maxCells - 1)
        let widest = try rows("First Name\(separators)\nAna\n", pieces: .max)
        _ = try CSVReader(Contact.definition, header: widest[0])
        #expect(widest[0].cells?.count == CSVSplitter.maxCells)
        let wider = try rows(String(repeating: ",", count: 2_000_000) + "\n1\n", pieces: .max)
        #expect(throws: ListError.notAList) { try CSVReader(Contact.definition, header: wider[0]) }
    }
}
