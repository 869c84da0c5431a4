import DirectoryModel
import DirectoryStore
import Foundation
import Hostile
import Testing
import TypedStore

/// What holds for the table of one collection holds for all of them.
struct EveryCollectionTests {
    private let sandbox = Folder()

    @Test func everyFieldIsStoredFoundAndRestored() async throws {
        for definition in Collections.all { try await check(definition) }
    }

    private func check(_ definition: Definition) async throws {
        let name = Comment(rawValue: definition.collection.name)
        let store = try sandbox.store(offersUndo: true)
        let (one, two, other) = (definition.sample(1), definition.sample(2), definition.sample(3).keyed(1))
        for field in definition.fields { #expect(!field.inputText(one).isEmpty, "\(name): \(field.key)") }
        // Save, find
        #expect(try !store[definition].save(one) && !store[definition].save(two), name)
        #expect(try store[definition].find(key: 1) == one && store[definition].find(key: 2) == two, name)
        #expect(try store[definition].count() == 2, name)
        // Update
        #expect(try store[definition].save(other), name)
        #expect(try store[definition].find(key: 1) == other, name)
        // Search, by name and by every field that can be typed
        let row = try #require(try store[definition].rows(keys: [1]).first)
        let index = SearchIndex(store[definition])
        let named = try await index.search(SearchQuery(other.displayName, in: definition))
        #expect(named.contains(row), name)
        for field in definition.fields {
            guard let token = field.token else { continue }
            let typed = field.displayText(other).commaSeparated.first ?? ""
            let query = SearchQuery("\(token)=\(field.isKey ? typed : field.inputText(other))", in: definition)
            let hits = try await index.search(query)
            #expect(hits.contains(row), "\(name): \(token)")
        }
        // Delete, undo
        #expect(try store[definition].delete(keys: [1, 2]).count == 2, name)
        #expect(try store[definition].count() == 0, name)
        guard definition.home.offersUndo else { return #expect(try store[definition].undoLast() == nil, name) }
        for expected in [[other, two], [one, two], [one], []] {
            #expect(try store[definition].undoLast() != nil, name)
            #expect(try store[definition].whole { _ in true } == expected, name)
        }
    }

    @Test func exportedAndImportedTwiceNothingChanges() throws {
        #expect(Self.people.count == 400)
        for definition in Collections.all {
            let suffixes = ["json", "csv"] + (CardWriter(definition) == nil ? [] : ["vcf"])
            for suffix in suffixes { try checkFile(definition, suffix) }
        }
        // Nothing that was written is taken for damage
        #expect(try sandbox.store().restore() == nil)
        #expect(try Store.restore(in: sandbox.url) == nil)
    }

    /// People each field of whom says something, among it every hostile text that a form accepts.
    private static let people: [Record] = (1...400).compactMap { number in
        let texts = HostileText.all.compactMap(\.saved).filter { !$0.isEmpty }
        func text(_ index: Int) -> String { texts[(number * 7 + index) % texts.count] }
        let filler = (0..<number * 13 % 5000).map { UInt8(($0 * number) % 256) }
        let picture = number % 2 == 0 ? HeaderOnlyPicture.jpeg(filler: filler) : HeaderOnlyPicture.png(filler: filler)
        let person = DukePerson(
            DUID: number, netid: "n\(number)", fName: text(0), lName: text(1), email: "n\(number)@duke.edu",
            from: text(2), gender: Gender.allCases[number % 4], role: Role.allCases[number % 5], program: text(3),
            plan: text(4), team: text(5), movie: text(6), hobby: "chess, \(text(7))",
            languages: ["Swift", text(8).replacing(",", with: " ").trimmed], picture: picture.base64EncodedString())
        return try? person.record.normalized()
    }

    private func checkFile(_ definition: Definition, _ suffix: String) throws {
        let name = Comment(rawValue: "\(definition.collection.name).\(suffix)")
        let store = try sandbox.store()
        let before = definition === Definition.people ? Self.people : (1...5).map { definition.sample($0) }
        try store[definition].saveAll(before)
        let file = ListFile(sandbox.url.appending(path: "list.\(suffix)"), isStrict: true)
        #expect(try file.write(from: store[definition]) == before.count, name)
        for strategy in [MergeStrategy.update, .replace, .update] {
            let summary = try store[definition].load(file, strategy)
            #expect(!summary.isChange && summary.rejected == 0, "\(name): \(summary.text)")
            #expect(summary.arrived == before.count, name)
            #expect(try store[definition].whole { _ in true } == before, name)
            try store[definition].verify()
        }
        // In another store it becomes the same list, but without pictures if the file is a table
        let elsewhere = Folder()
        let other = try elsewhere.store()
        #expect(try other[definition].load(file, .replace).new == before.count, name)
        #expect(try !other[definition].load(file, .replace).isChange, name)
        let picture = suffix == "csv" ? definition.fields.first { $0.isPicture } : nil
        let expected = before.map { record in
            var record = record
            if let picture { record[picture] = .text("") }
            return record
        }
        #expect(try other[definition].whole { _ in true } == expected, name)
    }
}
