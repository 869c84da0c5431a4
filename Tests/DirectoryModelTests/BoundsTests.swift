import DirectoryModel
import Foundation
import Testing

/// Small files that would be large in memory are refused.
struct BoundsTests {
    private func rows(_ table: String) throws -> [CSVRow] { try csvRows(table.utf8, pieces: .max) }

    @Test func aRowOfMoreCellsThanAnyTableHasIsNone() throws {
        let wide = String(repeating: ",", count: 100_000)
        let rows = try rows("First Name,Last Name\nAna,Li\nBo\(wide)\nCy,Mo\n")
        #expect(rows.map { $0.cells?.count } == [2, 2, nil, 2])
        #expect(rows.map(\.fault) == [nil, nil, "it has too many cells", nil])
        let reader = try CSVReader(Contact.definition, header: rows[0])
        let rejected = reader.decode(rows[2]).resolved { $0.record }.rejectedWhole
        #expect(rejected?.reason == "This is not a contact: it has too many cells.")
    }

    @Test func theWidestSpreadsheetIsReadAndATableOfTwoMillionColumnsIsNoList() throws {
        let widest = try rows("First Name" + String(repeating: ",", count: CSVSplitter.maxCells - 1) + "\nAna\n")
        _ = try CSVReader(Contact.definition, header: widest[0])
        #expect(widest[0].cells?.count == CSVSplitter.maxCells)
        let wider = try rows(String(repeating: ",", count: 2_000_000) + "\n1\n")
        #expect(throws: ListError.notAList) { try CSVReader(Contact.definition, header: wider[0]) }
    }

    @Test func anElementOfManyValuesIsSetAside() {
        let values = String(repeating: "\"\",", count: 100_000)
        for element in [
            #"{"DUID": 1, "languages": [\#(values)""]}"#,
            #"{"DUID": 1\#(String(repeating: #","":0"#, count: 100_000))}"#,
        ] {
            let reason = readJSON(element).rejectedWhole?.reason
            #expect(reason == "This is not a person: it is nested too deeply or too long.")
        }
    }

    @Test func hundredThousandAccentsAreCut() throws {
        let name = "e" + String(repeating: "\u{301}", count: 100_000) + "a"
        let person = try JSONDecoder().decode(
            DukePerson.self, from: Data(#"{"DUID": 1, "fName": "\#(name)"}"#.utf8))
        #expect(person.fName.unicodeScalars.count == 17)
        #expect(person.fName.hasSuffix("a"))
    }
}
