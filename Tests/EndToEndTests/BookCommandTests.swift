import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import Testing
import TypedStore

/// `dukedir books`, which a file in the sandbox defines.
struct BookCommandTests: CommandSuite {
    let folder = Folder()

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

        #expect(try await run("books", "groups", "make", "To Read", "1").output == "To Read: 1 book\n")
        #expect(try await run("groups", "--list", "books").output == "To Read: 1 book\n")
        #expect(try await run("books", "find", "gr=\"To Read\"").output.hasPrefix("Number: 1;"))
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
        #expect(unknown.status == 2 && unknown.complaint.hasPrefix(problem + "“dance” is neither "))
    }

    @Test func withoutTheFileThereIsNoSuchCollection() async throws {
        let collections = "The collections are people, contacts, todos, tours, players, courses"
        for arguments in [["books"], ["books", "list"], ["books", "add", "ti=Emma"]] {
            let books = try await RealProgram("dukedir", arguments + ["--sandbox", folder.url.path]).run()
            let message = "“books” is neither a command nor a collection. \(collections). See “dukedir help”.\n"
            #expect(books.status == 2 && books.complaint == message)
        }
        try folder.addBooks()
        #expect(try await run("dance").complaint.contains("\(collections), books."))
    }

    @Test func oddValuesArePreservedShownAndReported() async throws {
        try folder.addBooks()
        let table = """
            Title,Year,Price,Read,ISBN
            Emma,twelve,cheap,maybe,978-0-14-143958-7
            Dune,3000,n/a,yes,0-8044-2957-X
            """
        let csv = try folder.file("list.csv", table)
        let read = try await run("books", "import", csv.path)
        #expect(read.output == "2 books imported.\n")
        #expect(
            read.complaint == """
                Imported as is: Emma: Year must be a whole number from 1450 to 2100.
                Imported as is: Emma: Price must be a number from 0 to 10000.
                Imported as is: Emma: Read must be yes or no.
                Imported as is: Dune: Year must be a whole number from 1450 to 2100.

                """)
        let shown = try await run("books", "find", "1").output
        #expect(shown == "Number: 1; Title: Emma; Year: twelve; ISBN: 978-0-14-143958-7; Price: cheap; Read: maybe\n")
        // They come back from a file
        let copy = folder.url.appending(path: "copy.json").path
        #expect(try await run("books", "export", copy).complaint == "2 books exported.\n")
        #expect(try await run("books", "import", copy, "--replace").output == "2 books imported: no changes.\n")
        // A number is found with and without its hyphens
        for (text, key) in [("9780141439587", 1), ("978-0141439587", 1), ("080442957x", 2), ("0-8044-2957-X", 2)] {
            for search in [text, "sb=\(text)"] {
                #expect(try await run("books", "find", search).output.hasPrefix("Number: \(key); "), "\(search)")
            }
        }
    }

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

/// A second published collection, on a real server and a real command line, from its definition alone.
struct PublishedCollectionTests {
    private let folder = Folder()

    /// Runs a command of `netid`, who has a sandbox of their own.
    private func run(
        _ netid: String, _ arguments: String..., at server: ServerAddress
    ) async throws -> RealProgram.Ran {
        let password = try String(contentsOf: folder.url.appending(path: "server/\(netid)"), encoding: .utf8)
        let common = ["--sandbox", folder.url.appending(path: netid).path, "--server", "\(server)", "--netid", netid]
        return try await RealProgram(
            "boat-club", ["boats"] + arguments.prefix(1) + common + arguments.dropFirst(),
            environment: ["DUKE_DIRECTORY_PASSWORD": password]
        ).run()
    }

    @Test func publishedRecordIsDownloadedByOthers() async throws {
        let program = try RealProgram("boat-club", ["serve", folder.url.appending(path: "server").path])
        try await program.whileItServes { server in
            // Given a boat that Ana published
            let added = try await run("ana", "add", "7", "na=Möwe, sk=ana, ha=Kiel", at: server)
            #expect(added.output == "Number: 007; Name: Möwe; Skipper: ana; Harbor: Kiel\n")
            let published = try await run("ana", "upload", "--initial", at: server)
            #expect(published.output == "Your record was published for the first time.\n")

            // When Bo downloads and looks for it
            let arrived = try await run("bo", "download", "--replace", at: server)
            #expect(arrived.output == "1 boat downloaded.\n")
            let found = try await run("bo", "find", "ha=kie", at: server)

            // Then it is there
            #expect(found.output == "Number: 007; Name: Möwe; Skipper: ana; Harbor: Kiel\n")
            #expect(try await run("bo", "download", "--update", at: server).output == "Already up to date.\n")
        }
    }
}
