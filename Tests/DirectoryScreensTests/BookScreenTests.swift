import DirectoryModel
import DirectoryStore
import ScreenFixtures
import TypedStore
import XCTest
@testable import DirectoryScreens

/// The screens of a collection that a file in the sandbox defines.
final class BookScreenTests: ScreenTestCase {
    /// Adds a book by its form.
    private func add(_ texts: [String: String], to screen: CollectionScreen) async throws {
        let form = try screen.newForm()
        for (key, text) in texts { form.typed(text, in: key) }
        await screen.save()
        await finished(screen)
    }

    func testBooksAreACollectionLikeAnyOther() async throws {
        try folder.addBooks()
        let directory = try window(on: folder, collection: "books", appears: true)
        directory.firstFrameDrawn()
        let books = directory.open
        await finished(books)
        XCTAssertEqual(directory.sidebar.map(\.collection.title).suffix(2), ["Courses", "Books"])
        XCTAssertEqual(books.list.emptyState?.title, "No Books Yet")
        let action = WindowAction.withKeys(in: books).first { $0.name == "win.collection::books" }
        XCTAssertEqual(action?.keys, ["<Control>7"])
        // The form checks by the rules of the file
        let form = try books.newForm()
        form.entered("3000", in: "year")
        XCTAssertEqual(form.entry("year")?.note, .wrong("Enter a whole number from 1450 to 2100."))
        XCTAssertEqual(form.entry("genre")?.options.map(\.label), ["Not Set", "Novel", "Poetry", "Textbook"])
        XCTAssertFalse(form.canSave)
        form.typed("", in: "year")
        XCTAssertFalse(form.canSave, "A book has a title.")
        books.editing.cancelTapped()
        // The list has sections
        try await add(["title": "The Hobbit", "author": "Tolkien", "year": "1937", "genre": "Novel"], to: books)
        try await add(["title": "Leaves of Grass", "author": "Whitman", "genre": "Poetry"], to: books)
        try await add(["title": "Emma", "author": "Austen", "year": "1815", "genre": "Novel"], to: books)
        await eventually("\(books.titles)") { books.titles == ["Emma", "The Hobbit", "Leaves of Grass"] }
        XCTAssertEqual(books.list.listing.sections.map(\.title), ["Novel", "Poetry"])
        // The page
        XCTAssertTrue(books.open(key: 1))
        await eventually { books.detail.content?.header.title == "The Hobbit" }
        // Favorites and groups
        directory.perform(.favorite)
        XCTAssertEqual(directory.favoriteLinks.map(\.title), ["The Hobbit"])
        _ = try books.collection.makeGroup(RecordGroup("To Read", of: books.definition, members: [1, 2]))
        await eventually { directory.groups(of: books.definition.collection).map(\.name) == ["To Read"] }
        // A table, sorted by a column
        books.list.looks.lookChosen("table")
        XCTAssertEqual(books.list.columns.map(\.label), ["Title", "Author", "Year", "Genre", "ISBN", "Read"])
        books.list.looks.columnTapped("year")
        await eventually("\(books.titles)") { books.titles == ["The Hobbit", "Emma", "Leaves of Grass"] }
    }

    func testABrokenFileIsReportedAtTheStart() async throws {
        try folder.addBooks("{\"name\": 1}")
        let directory = try window(on: folder, appears: true)
        XCTAssertEqual(directory.sidebar.count, Collections.all.count)
        XCTAssertEqual(
            directory.open.toast?.text,
            "“books.json”, line 1, column 1: the file has no “title”. Correct the file and start again.")
        await finished(directory.open)
    }
}
