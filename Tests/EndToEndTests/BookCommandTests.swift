import DirectoryModel
import DirectoryStore
import Foundation
import Testing

/// `dukedir books`, which a file in the sandbox defines.
struct BookCommandTests {
    private let folder = Folder()

    private func run(_ arguments: String...) async throws -> RealProgram.Ran {
        try await RealProgram("dukedir", ["--sandbox", folder.url.path] + arguments).run()
    }

    @Test func booksHaveTheCommandsOfAnyCollection() async throws {
        try folder.addBooks()
        let help = try await run("books", "--help").output
        for command in ["list", "find", "add", "update", "delete", "import", "export", "history", "groups", "merge"] {
            #expect(help.contains("\n  \(command)"), "\(command)")
        }
        #expect(help.contains("  ti     Title\n") && help.contains("USAGE: dukedir books "))
        let added = try await run("books", "add", "ti=The Hobbit, au=Tolkien, ye=1937, ge=novel")
        #expect(added.output == "Number: 1; Title: The Hobbit; Author: Tolkien; Year: 1937; Genre: Novel\n")
        let wrong = try await run("books", "add", "ti=Dune, ye=3000")
        #expect(wrong.status == 2)
        #expect(wrong.complaint == "Year “3000” cannot be used: it must be a whole number from 1450 to 2100.\n")
        #expect(try await run("books", "update", "1", "re=yes").output.hasSuffix("Read: yes\n"))
        #expect(try await run("books", "find", "ge=nov").output.hasPrefix("Number: 1; Title: The Hobbit;"))
        #expect(try await run("books").output == "1. The Hobbit, Tolkien, 1937 – 1\n")

        for (key, name) in ["books.csv", "books.json"].enumerated() {
            let file = folder.url.appending(path: name).path
            #expect(try await run("books", "export", file).complaint == "1 book exported.\n")
            #expect(try await run("books", "delete", "\(key + 1)").status == 0)
            #expect(try await run("books", "import", file).output == "1 book imported: 1 new.\n")
        }

        #expect(try await run("books", "groups", "make", "To Read", "3").output == "To Read: 1 book\n")
        #expect(try await run("groups", "--list", "books").output == "To Read: 1 book\n")
        #expect(try await run("books", "find", "gr=\"To Read\"").output.hasPrefix("Number: 3;"))
        let history = try await run("books", "history").output
        #expect(history.contains("Adding The Hobbit: 1 book, dukedir books add\n"), "\(history)")
    }

    @Test func aBrokenFileIsReportedByEveryCommandThatReadsIt() async throws {
        try folder.addBooks("{\n\"name\": books}")
        let problem = "“books.json”, line 2, column 14: this is not valid JSON. Correct the file and start again.\n"
        let books = try await run("books", "list")
        #expect(books.status == 4 && books.complaint == problem)
        let contacts = try await run("contacts", "add", "fn=Ana")
        #expect(contacts.status == 0 && contacts.complaint == problem)
        let unknown = try await run("dance")
        #expect(unknown.status == 2 && unknown.complaint.hasPrefix(problem + "Error: "))
    }

    @Test func withoutTheFileThereIsNoSuchCommand() async throws {
        let before = try await run("dance")
        let books = try await run("books")
        #expect(books.status == 2 && books.complaint == before.complaint)
    }

    /// A file cannot take the name of a command.
    @Test func everyCommandIsReserved() async throws {
        let help = try await run("--help").output
        let list = try #require(help.components(separatedBy: "SUBCOMMANDS:\n").last)
        let names = list.matches(of: /(?m)^  ([a-z]+)\s/).map { String($0.1) }
        #expect(names.count > 20)
        for name in names {
            try folder.addBooks(
                """
                {"name": "\(name)", "title": "T", "one": "o", "many": "m", "rowTitle": "t",
                 "fields": [{"key": "t", "label": "T"}]}
                """, "\(name).json")
        }
        #expect(CollectionFolder(in: folder.url).definitions.map { $0.collection.name } == [])
    }
}

extension Folder {
    /// Writes a definition of books into the folder's collections.
    /// - Parameter text: nil for the example of the documentation.
    func addBooks(_ text: String? = nil, _ name: String = "books.json") throws {
        let collections = url.appending(path: "collections")
        try FileManager.default.createDirectory(at: collections, withIntermediateDirectories: true)
        let example = URL(filePath: #filePath).appending(path: "../../../data/collections/books.json").standardized
        let data = try text.map { Data($0.utf8) } ?? Data(contentsOf: example)
        try data.write(to: collections.appending(path: name))
    }
}
