import DirectoryModel
import DirectoryStore
import Foundation
import GRDB
import Testing

/// What holds for the table of one collection holds for all of them.
struct EveryCollectionTests {
    private let sandbox = Sandboxed()

    @Test func itsTableHasItsColumns() throws {
        _ = try sandbox.store()
        let database = try DatabaseQueue(path: sandbox.url.appending(path: "directory.sqlite").path)
        for type in Collections.all {
            let columns = columns(of: type)
            let name = type.collection.name
            let expected = ["row", "picture"] + columns
            let found = try database.read { try $0.columns(in: name).map(\.name) }
            #expect(Set(found) == Set(expected) && found.count == expected.count, "\(name)")
            // In the journal are places for its row, its columns and its picture
            let places = try database.read { try $0.columns(in: "undo_row").map(\.name) }
            #expect(Set((0..<columns.count + 2).map { "c\($0)" }).isSubset(of: places), "\(name)")
        }
    }

    private func columns<R: DirectoryRecord>(of type: R.Type) -> [String] {
        R.fields.filter { !$0.isPicture }.map(\.key) + ["hash"]
            + R.definition.groupings.filter { $0.section != nil }.map { "section_\($0.id)" }
            + R.definition.orders.map { "sort_\($0.id)" }
    }

    @Test func everyFieldComesBack() async throws {
        for type in Collections.all { try await check(type) }
    }

    private func check<R: DirectoryRecord>(_ type: R.Type) async throws {
        let name = Comment(rawValue: R.collection.name)
        let store = try sandbox.store(keepsUndo: true)
        let (one, two, other) = (R.sample(1), R.sample(2), R.sample(3).keyed(1))
        for field in R.fields { #expect(!field.inputText(one).isEmpty, "\(name): \(field.key)") }
        // Save, find
        #expect(try !store.save(one) && !store.save(two), name)
        #expect(try store.find(type, key: 1) == one && store.find(type, key: 2) == two, name)
        #expect(try store.count(of: type) == 2, name)
        // Update
        #expect(try store.save(other), name)
        #expect(try store.find(type, key: 1) == other, name)
        // Search, by name and by every field that can be typed
        let row = try #require(try store.rows(of: type, keys: [1]).first)
        let index = SearchIndex<R>(store: store)
        let named = try await index.search(SearchQuery(other.displayName, in: R.definition))
        #expect(named.contains(row), name)
        for field in R.fields {
            guard let token = field.token else { continue }
            let typed = field.displayText(other).commaSeparated.first ?? ""
            let hits = try await index.search(SearchQuery("\(token)=\(field.isKey ? typed : field.inputText(other))", in: R.definition))
            #expect(hits.contains(row), "\(name): \(token)")
        }
        // Delete, undo
        #expect(try store.delete(type, keys: [1, 2]).count == 2, name)
        #expect(try store.count(of: type) == 0, name)
        guard R.home.keepsUndo else { return #expect(try store.undoLast(type) == nil, name) }
        for expected in [[other, two], [one, two], [one], []] {
            #expect(try store.undoLast(type) != nil, name)
            #expect(try store.whole(type) { _ in true } == expected, name)
        }
    }

    @Test func exportedAndImportedTwiceNothingChanges() throws {
        for type in Collections.all {
            for suffix in ["json", "csv"] { try checkFile(type, suffix) }
        }
    }

    private func checkFile<R: DirectoryRecord>(_ type: R.Type, _ suffix: String) throws {
        let name = Comment(rawValue: "\(R.collection.name).\(suffix)")
        let store = try sandbox.store()
        for number in 1...5 { try store.save(R.sample(number)) }
        let file = ListFile<R>(sandbox.url.appending(path: "list.\(suffix)"), isStrict: true)
        #expect(try file.write(from: store) == 5, name)
        let before = try store.whole(type) { _ in true }
        for how in [MergeStrategy.update, .replace, .update] {
            let summary = try store.load(file, how)
            #expect(!summary.isChange && summary.rejected == 0 && summary.arrived == 5, "\(name): \(summary.words)")
            #expect(try store.whole(type) { _ in true } == before, name)
        }
        // Elsewhere it becomes the same list; but for pictures, which comma separated values have not
        let elsewhere = Sandboxed()
        let other = try elsewhere.store()
        #expect(try other.load(file, .replace).new == 5, name)
        #expect(try !other.load(file, .replace).isChange, name)
        let picture = suffix == "csv" ? R.fields.first { $0.isPicture } : nil
        let expected = before.map { record in
            var record = record
            picture?.set(.text(""), in: &record)
            return record
        }
        #expect(try other.whole(type) { _ in true } == expected, name)
    }
}
