import DirectoryModel
import Foundation
import Testing

/// A collection that a JSON file defines, and what is wrong in files that define none.
struct DefinitionFileTests {
    /// The example of the documentation.
    private func books() throws -> Definition {
        let file = URL(filePath: #filePath).appending(path: "../../../data/collections/books.json").standardized
        // Windows writes a byte order mark.
        let json = try Data("\u{FEFF}".utf8) + Data(contentsOf: file)
        return try Definition(json: json, file: "books.json") { _ in false }
    }

    private func made(_ tokens: String, _ definition: Definition) throws -> Record {
        var record = Record(definition, key: 1)
        try Tokens(tokens, of: definition).apply(to: &record)
        return record
    }

    /// A file with one field, in one line.
    private func file(_ field: String, _ more: String = "", name: String = "books") -> String {
        """
        {"name": "\(name)", "title": "Books", "one": "book", "many": "books",
         "fields": [\(field)], "rowTitle": "t"\(more)}
        """
    }

    private func problem(_ json: String) -> DefinitionFileError? {
        do throws(DefinitionFileError) {
            _ = try Definition(json: Data(json.utf8), file: "books.json") { $0 == "people" }
            return nil
        } catch { return error }
    }

    @Test func theExampleIsRead() throws {
        let books = try books()
        #expect(books.collection.name == "books" && books.collection.title == "Books")
        #expect(books.collection.counted(1) == "1 book" && books.collection.counted(2) == "2 books")
        #expect(books.fields.map(\.index) == Array(books.fields.indices))
        #expect(books.fields.first?.isKey == true && books.home == .local && books.hasGroups && books.canHaveDuplicates)
        #expect(books.groupings.map(\.id) == ["genre", "author", "title", "none"])
        #expect(books.tableFields.map(\.key) == ["title", "author", "year", "genre", "isbn", "read"])
        let tokens = "title=Émile, author=J.-J. Rousseau, ye=1762, ge=textbook, re=yes"
        let book = try made(tokens, books)
        #expect(book.displayName == "Émile" && book.rowSubtitle == "J.-J. Rousseau, 1762")
        #expect(book.rowDetail == "Textbook")
        #expect(books.groupings.map { $0.section?(book).title } == ["Textbook", "J.-J. Rousseau", "E", ""])
        #expect(book.text(style: .whole).hasSuffix("Year: 1762; Genre: Textbook; Read: yes"))
    }

    @Test func rulesAreThoseOfTheFile() throws {
        let books = try books()
        for tokens in [
            "ye=1449", "ye=2101", "ye=abc", "ge=Romance", "sb=123", "sb=123456789012345678", "sb=12345678901*", "pr=-1",
            "pr=10000.5", "bo=2023-02-29", "bo=1 May",
            "re=maybe", "le=a@b@c",
        ] {
            #expect(throws: TokenError.self, "\(tokens)") { try made(tokens, books) }
        }
        let book = try made("ti=x, ye=1450, ge=NOVEL, sb=0-261-10221-4, pr=9.5, bo=2024-02-29, le=ric", books)
        #expect(book.displayText("genre") == "Novel" && book.displayText("lender") == "ric@duke.edu")
        #expect(book.reasonsAgainst.isEmpty)
        // A choice that is no longer in the file is not lost
        var odd = Record(books, key: 1)
        odd["genre"] = .text("Romance")
        #expect(odd.displayText("genre") == "Romance")
        #expect(odd.reasonsAgainst == ["Title must be filled in.", "Genre must be one of Novel, Poetry, Textbook."])
    }

    @Test func numbersSortBySizeAndChoicesAsListed() throws {
        let books = try books()
        let year = try #require(books.orders.first { $0.id == "year" })
        let years = try ["", "ye=1450", "ye=1999", "ye=2100"].map { year.text(try made("ti=x, \($0)", books)) }
        #expect(years == years.sorted())
        let genre = try #require(books.groupings[0].section)
        let sections = try ["ge=Novel", "ge=Poetry", "ge=Textbook", "re=no"].map {
            genre(try made("ti=x, \($0)", books)).stored
        }
        #expect(sections == sections.sorted() && SectionKey(stored: sections[3]).title == "Not Set")
    }

    @Test func jsonAndCSVAreReadAndWritten() throws {
        let books = try books()
        for specimen in books.specimens {
            #expect(try ElementReader(books).read(.whole(try JSONEncoder().encode(specimen))).whole() == specimen)
        }
        #expect(CSVWriter(books).header.hasPrefix("Number,Title,Author,Year,Genre,ISBN"))
        let book = try made("ti=Emma, au=Austen, ye=1815, ge=novel", books)
        #expect(CSVWriter(books).line(book).contains("Emma,Austen,1815,Novel"))
    }

    @Test(arguments: [
        ("", 1, 1, "this is not valid JSON"), ("{\"name\": \"é\",\n \"title\" 1}", 2, 10, "this is not valid JSON"),
        ("{}, ", 1, 3, "this is not valid JSON"), ("{\"a\": tru}", 1, 10, "this is not valid JSON"),
        ("[]", 1, 1, "the file must be an object"), ("{}", 1, 1, "the file has no “name”"),
        ("{\"nam\": 1}", 1, 9, "“nam” is not known; the keys are name, title, one, many, fields"),
        ("{\"name\": 1, \"name\": 2}", 1, 21, "“name” appears twice"),
    ])
    func invalidDefinitionIsLocated(_ json: String, _ line: Int, _ column: Int, _ reason: String) {
        let found = problem(json)
        #expect(found?.line == line && found?.column == column, "\(found?.description ?? "")")
        #expect(found?.reason.hasPrefix(reason) == true, "\(found?.reason ?? "")")
    }

    @Test(arguments: [
        (#"{"key": "t", "label": "T", "kind": "shape"}"#, "“fields[0].kind” is “shape”, not one of text, name"),
        (#"{"key": "t", "label": "T"}, {"key": "T", "label": "U"}"#, "“fields[1].key” is “T”, which another field has"),
        (#"{"key": "t", "label": "T"}, {"key": "u", "label": "t"}"#, "“fields[1].label” is “t”, which another"),
        (#"{"key": "t", "label": "T"}, {"key": "u", "label": "U", "token": "t"}"#, "“fields[1].token” is “t”, which a"),
        (#"{"key": "t", "label": "T", "token": "gr"}"#, "“fields[0].token” is “gr”, which the program uses itself"),
        (#"{"key": "changed", "label": "T"}"#, "“fields[0].key” is “changed”, which the program uses itself"),
        (#"{"key": "Hash", "label": "T"}"#, "“fields[0].key” is “Hash”, which the program uses itself"),
        (#"{"key": "id", "label": "T"}"#, "“fields[0].key” is “id”, which another field has"),
        (#"{"key": "a b", "label": "T"}"#, "“fields[0].key” must consist of letters"),
        (#"{"key": "t"}"#, "“fields[0]” has no “label”"),
        (#"{"key": "t", "label": " "}"#, "“fields[0].label” must be text"),
        (#""t""#, "“fields[0]” must be an object"),
        (#"{"key": "t", "label": "T", "kind": "choice"}"#, "“fields[0].kind” requires “choices”"),
        (
            #"{"key": "t", "label": "T", "kind": "choice", "choices": ["A", "a"]}"#,
            "“fields[0].choices[1]” appears twice"
        ),
        (#"{"key": "t", "label": "T", "choices": ["A"]}"#, "“fields[0].choices” cannot be used with the kind “text”"),
        (
            #"{"key": "t", "label": "T", "kind": "flag", "min": 1}"#,
            "“fields[0].min” cannot be used with the kind “flag”"
        ),
        (#"{"key": "t", "label": "T", "kind": "number", "min": 1}"#, "“fields[0].min” requires “min” and “max”"),
        (#"{"key": "t", "label": "T", "min": 2, "max": 1}"#, "“fields[0].max” is less than “min”"),
        (#"{"key": "t", "label": "T", "max": 1001}"#, "“fields[0].max” must be a range within 0 to 1000"),
        (#"{"key": "t", "label": "T", "rule": "odd"}"#, "“fields[0].rule” is “odd”, not one of letters"),
        (#"{"key": "t", "label": "T", "required": 1}"#, "“fields[0].required” must be true or false"),
        (#"{"key": "t", "label": "T", "kind": "picture"}"#, "“rowTitle” is “t”, which is no field"),
        (#"{"key": "u", "label": "T"}"#, "“rowTitle” is “t”, which is no field"),
        ("", "“rowTitle” is “t”, which is no"),
    ])
    func aWrongFieldIsNamed(_ field: String, _ reason: String) {
        let found = problem(file(field))
        #expect(found?.line == 2 && found?.reason.hasPrefix(reason) == true, "\(found?.description ?? "")")
    }

    @Test func otherMistakesAreNamed() {
        let field = #"{"key": "t", "label": "T"}"#
        #expect(problem(file(field)) == nil)
        for (json, reason) in [
            (file(field, name: "people"), "“name” is “people”, which is taken; choose another name"),
            (file(field, name: "Books"), "“name” must consist of lowercase letters a to z and digits"),
            (file(field, name: "my_books"), "“name” must consist of lowercase"),
            (file(field, #", "rowSubtitle": ["x"]"#), "“rowSubtitle[0]” is “x”, which is no field"),
            (file(field, #", "orders": ["t", "t"]"#), "“orders[1]” appears twice"),
            (file(field, #", "groupings": "t""#), "“groupings” must be a list"),
            (file(field, #", "identifiers": ["t"]"#), "“identifiers” requires a field of the kind “name”"),
            (
                file(field + (0..<63).map { #", {"key": "f\#($0)", "label": "F\#($0)"}"# }.joined()),
                "“fields[63]” is one too many; a record has at most 63 fields"
            ),
            (
                file(
                    field
                        + #", {"key": "a", "label": "A", "kind": "picture"}, {"key": "b", "label": "B", "kind": "picture"}"#
                ),
                "“fields[2]” is a second picture; a record has one"
            ),
        ] {
            let found = problem(json)
            #expect(found?.reason.hasPrefix(reason) == true, "\(found?.description ?? "")")
        }
        let message = "“books.json”, line 1, column 3: this is not valid JSON. Correct the file and start again."
        #expect(problem("{ x")?.description == message)
    }
}
