import DirectoryModel
import DirectoryStore
import Foundation
import GRDB
import Testing
import TypedStore

/// The collections of files in the sandbox, whose tables follow their definitions.
struct CollectionFolderTests {
    private let sandbox = Folder()

    /// A file whose books have these fields besides the title.
    private func file(_ fields: String = "", _ more: String = "", name: String = "books") -> String {
        """
        {"name": "\(name)", "title": "Books", "one": "book", "many": "books", "rowTitle": "title",
         "fields": [{"key": "title", "label": "Title", "token": "ti", "kind": "name"}\(fields)]\(more)}
        """
    }

    private let author = #", {"key": "author", "label": "Author", "token": "au"}"#

    private func books(_ store: Store) throws -> StoredCollection {
        store[try #require(store.collections.first { $0.collection.name == "books" })]
    }

    @discardableResult
    private func add(_ tokens: String, to books: StoredCollection) throws -> Int {
        var record = Record(books.definition, key: try books.freeKey())
        try Tokens(tokens, of: books.definition).apply(to: &record)
        _ = try books.save(record)
        return record.key
    }

    private func texts(_ books: StoredCollection) throws -> [String] {
        try books.whole { _ in true }.map { $0.text(style: .whole) }
    }

    @Test func fieldsAreAddedAndRemovedWithoutLoss() async throws {
        // Given a book that was published
        try sandbox.addBooks(file())
        let first = try books(sandbox.store())
        try add("ti=Emma", to: first)
        try first.recordPublished(try #require(try first.find(key: 1)), tag: "\"a\"")
        let published = try #require(try first.publishedVersion(key: 1))
        // When fields are added, then it has no values in them, and its hash is the same
        try sandbox.addBooks(file(author + #", {"key": "read", "label": "Read", "kind": "flag"}"#))
        let changed = try books(sandbox.store(offersUndo: true))
        var emma = try #require(try changed.find(key: 1))
        #expect(emma["author"].text == "" && emma["read"].isOn == false && emma.contentHash == published.hash)
        #expect(try changed.publishedVersion(key: 1) == published)
        try changed.verify()
        emma["author"] = .text("Austen")
        try changed.save(emma)
        #expect(try changed.undoLast() != nil)
        #expect(try changed.find(key: 1)?.contentHash == published.hash)
        try add("ti=Middlemarch, au=Eliot", to: changed)
        #expect(try await changed.found("au=elio") == [2])
        // They are removed, and one comes back with its values
        try sandbox.addBooks(file())
        let without = try books(sandbox.store())
        #expect(try texts(without) == ["Number: 1; Title: Emma", "Number: 2; Title: Middlemarch"])
        #expect(try without.publishedVersion(key: 1) == published)
        try without.verify()
        try add("ti=Dune", to: without)
        try sandbox.addBooks(file(author))
        let last = try books(sandbox.store())
        let later = ["Number: 2; Title: Middlemarch; Author: Eliot", "Number: 3; Title: Dune"]
        #expect(try texts(last).dropFirst() == later[...])
        try last.verify()
        // The key is written in other letters
        try sandbox.addBooks(file(author.replacing("author", with: "AUTHOR")))
        #expect(try texts(try books(sandbox.store()))[1] == "Number: 2; Title: Middlemarch; Author: Eliot")
    }

    @Test func sectionsFollowTheFileAndNothingElseIsRecomputed() throws {
        func titles() throws -> [String] { try books(sandbox.store()).listing(ListArrangement()).sections.map(\.title) }
        try sandbox.addBooks(file(author))
        for tokens in ["ti=Emma, au=Austen", "ti=Dune, au=Herbert"] { try add(tokens, to: books(sandbox.store())) }
        // Sections are added, and then made by another rule of the same name
        try sandbox.addBooks(file(author, #", "groupings": ["author"]"#))
        #expect(try titles() == ["Austen", "Herbert"])
        try sandbox.addBooks(file(author.replacing("}", with: #", "kind": "name"}"#), #", "groupings": ["author"]"#))
        #expect(try titles() == ["A", "H"])
        // An unchanged file
        try sandbox.execute("UPDATE books SET sort_title = 'marked'")
        #expect(try titles() == ["A", "H"])
        let names = try sandbox.database().read { try String.fetchSet($0, sql: "SELECT sort_title FROM books") }
        #expect(names == ["marked"])
    }

    /// A field that must be filled in, or has names, may contain what otherwise is a placeholder.
    @Test func placeholdersAreFoundIfTheFileMakesThemValues() async throws {
        func isFound(_ text: String) async throws -> Bool {
            try await books(sandbox.store()).found(text) == [1]
        }
        for (value, property) in [("None", #""required": true"#), ("Na", #""kind": "name""#)] {
            try sandbox.addBooks(file(author))
            let books = try books(sandbox.store())
            var emma = Record(books.definition, key: 1)
            emma["author"] = .text(value)
            try books.save(emma)
            #expect(try await !isFound(value))
            try sandbox.addBooks(file(author.replacing("}", with: ", \(property)}")))
            #expect(try await isFound(value), "\(property)")
        }
    }

    @Test func aFieldOfAnotherKindLosesNothing() throws {
        try sandbox.addBooks(file(author))
        let first = try books(sandbox.store())
        try add("ti=Emma, au=twelve", to: first)
        try add("ti=Middlemarch, au=12", to: first)
        // It becomes a number, which one of the texts is not
        for kind in ["number", "flag"] {
            try sandbox.addBooks(file(author.replacing("}", with: #", "kind": "\#(kind)"}"#)))
            let changed = try books(sandbox.store())
            #expect(try texts(changed).first == "Number: 1; Title: Emma; Author: twelve")
            try changed.verify()
        }
        // And a text again
        try sandbox.addBooks(file(author))
        let last = try books(sandbox.store())
        #expect(try texts(last).first == "Number: 1; Title: Emma; Author: twelve")
        try last.verify()
    }

    @Test func recordsComeBackWithTheFile() throws {
        try sandbox.addBooks(file(author))
        let books = try books(sandbox.store())
        let key = try add("ti=Emma, au=Austen", to: books)
        _ = try books.makeGroup(RecordGroup("To Read", of: books.definition, members: [key]))
        let folder = sandbox.url.appending(path: "collections")
        try FileManager.default.removeItem(at: folder)
        let without = try sandbox.store()
        #expect(without.collections.map { $0.collection.name } == Collections.all.map { $0.collection.name })
        #expect(without.collectionProblems.isEmpty)
        try without[.contacts].verify()
        try sandbox.addBooks(file(author))
        let again = try self.books(sandbox.store())
        #expect(try texts(again) == ["Number: 1; Title: Emma; Author: Austen"])
        #expect(try again.groups().map(\.memberKeys) == [[1]])
        #expect(try again.history(limit: 9).count == 2)
        // Also if a damaged database was restored without the file
        try FileManager.default.removeItem(at: folder)
        try sandbox.execute("INSERT INTO people (DUID, hash) VALUES (7, 1)")
        #expect(try Store.restore(in: sandbox.url) != nil)
        try sandbox.addBooks(file(author))
        #expect(try texts(try self.books(sandbox.store())) == ["Number: 1; Title: Emma; Author: Austen"])
    }

    /// Fields may be called as columns of other tables and words of SQL are, and there may be 63 of them.
    @Test func fieldsHaveAnyNames() async throws {
        let keys = [
            "order", "select", "from", "group", "name", "label", "time", "source", "change", "count", "rowid", "p",
        ]
        let named = keys + (keys.count..<62).map { "f\($0)" }
        try sandbox.addBooks(file(named.map { #", {"key": "\#($0)", "label": "L\#($0)"}"# }.joined()))
        let books = try books(sandbox.store(offersUndo: true))
        let key = try add("ti=Emma, " + named.map { "\($0)=x" }.joined(separator: ", "), to: books)
        for field in named {
            #expect(try books.fetch(RecordQuery(.equals(field, .text("x")), sort: [.field(field)])).count == 1)
        }
        let before = try texts(books)
        #expect(try books.delete(key: key))
        _ = try books.undoLast()
        #expect(try texts(books) == before)
        try sandbox.addBooks(file(named.dropLast().map { #", {"key": "\#($0)", "label": "L\#($0)"}"# }.joined()))
        #expect(try texts(try self.books(sandbox.store())) == before.map { $0.replacing("; Lf61: x", with: "") })
    }

    @Test func identifiersFindDuplicates() throws {
        let isbn = #", {"key": "isbn", "label": "ISBN", "token": "sb"}"#
        try sandbox.addBooks(file(author + isbn, #", "identifiers": ["isbn"]"#))
        let books = try books(sandbox.store())
        for tokens in ["ti=Emma, sb=9780141439587", "ti=Emma, au=Austen, sb=9780141439587", "ti=Dune"] {
            try add(tokens, to: books)
        }
        let found = try books.duplicates()
        #expect(found.map(\.keys) == [[1, 2]] && found.first?.reasons == [.owner(label: "ISBN")])
    }

    @Test func aBrokenFileIsReportedAndTheOthersOpen() throws {
        try sandbox.addBooks(file())
        try sandbox.addBooks("{", "albums.json")
        try sandbox.addBooks(file(name: "books"), "more.json")
        try sandbox.addBooks("not read", "notes.txt")
        // A pipe would be waited for.
        #expect(mkfifo(sandbox.url.appending(path: "collections/pipe.json").path, 0o600) == 0)
        let store = try sandbox.store()
        #expect(store.collections.count == Collections.all.count + 1)
        #expect(
            store.collectionProblems.map(\.message) == [
                "“albums.json”, line 1, column 2: this is not valid JSON.",
                "“more.json” was not read, because “books.json” defines a collection with the same name “books”.",
                "“pipe.json” could not be read: it is not a file.",
            ])
        #expect(try texts(try books(store)).isEmpty)
    }

    @Test func noCollectionHasTheNameOfATableOrAWordOfSQL() throws {
        _ = try sandbox.store()
        let tables = try sandbox.database().read {
            try String.fetchAll($0, sql: "SELECT name FROM sqlite_schema WHERE type = 'table'")
        }
        let names = tables.filter { !$0.contains("_") } + ["select", "order", "index", "list", "help"]
        #expect(names.count > 15)
        for name in names { try sandbox.addBooks(file(name: name), "\(name).json") }
        let folder = CollectionFolder(in: sandbox.url)
        #expect(folder.definitions.map { $0.collection.name } == [] && folder.problems.count == names.count)
    }
}
