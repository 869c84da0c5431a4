import DirectoryModel
import DirectoryStore
import Foundation
import GRDB
import Hostile
import TypedStore

/// A sandbox of its own that goes away with the test.
final class Sandboxed: Sendable {
    let url = URL.temporaryDirectory.appending(path: "directory-\(UUID().uuidString)")

    deinit { try? FileManager.default.removeItem(at: url) }

    func store(offersUndo: Bool = false) throws -> Store { try Store(sandbox: url, offersUndo: offersUndo) }

    /// A store to which these records were added.
    func store(_ records: [some TypedRecord], offersUndo: Bool = false) throws -> Store {
        let store = try store(offersUndo: offersUndo)
        try store.saveAll(records)
        return store
    }

    /// The data model after the first launch of Dee Mo, whose login is root. Its changes can be undone.
    func firstLaunch() throws -> DataModel {
        let model = try DataModel(undoableIn: url)
        try model.makeOwnRecordIfFirstLaunch(SystemAccount(login: "root", fullName: "Dee Mo"))
        return model
    }

    /// The database, as another program opens it.
    func database() throws -> DatabaseQueue {
        try DatabaseQueue(path: url.appending(path: "directory.sqlite").path)
    }

    /// Changes the database behind the store's back.
    func execute(_ sql: String) throws { try database().write { try $0.execute(sql: sql) } }

    /// A file in it that holds these bytes.
    func file(_ name: String, _ content: Data) throws -> URL {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        let file = url.appending(path: name)
        try content.write(to: file)
        return file
    }
}

extension Sandboxed {
    /// A file with a list of people, to be imported.
    func list(_ people: [DukePerson], isStrict: Bool = true) throws -> ListFile {
        ListFile(try file("list.json", JSONEncoder().encode(people)), isStrict: isStrict)
    }

    /// A file of any kind with this text, to be imported.
    func list(_ name: String, _ text: String, isStrict: Bool = true) throws -> ListFile {
        ListFile(try file(name, Data(text.utf8)), isStrict: isStrict)
    }
}

extension Store {
    /// Merges `people` as a server's whole list for whoever is signed in as `owner`.
    @discardableResult
    func download(
        _ people: [DukePerson], _ strategy: MergeStrategy = .replace, as owner: String? = "demo",
        label: String = "Download", releasing: Set<Int> = [], preserving: Set<Int> = []
    ) throws -> ChangeSummary {
        let staging = try self[.people].beginStaging(owner: owner)
        try staging.add(people.map { .record($0.record) })
        let request = MergeRequest(
            strategy, label: label, owner: owner, releasing: releasing, preserving: preserving)
        return try self[.people].apply(staging, request)
    }
}

extension Definition {
    /// A record whose every field says something its rule takes as it is; other numbers say other things.
    func sample(_ number: Int) -> DirectoryModel.Record {
        var record = DirectoryModel.Record(self, key: number)
        for field in fields where !field.isKey { record[field] = .text(field.sampleText(number)) }
        guard home.isHosted else { return record }
        return record.hosted(as: number, at: "http://localhost:8080\(hostedPath)/\(number)")
    }
}

extension TypedRecord {
    static func sample(_ number: Int) -> Self { Self(definition.sample(number)) }

    /// A record whose fields are given as to the command line, such as "fn=Ana, ln=Li".
    init(_ fields: String, key: Int = 0) throws {
        self.init(key: key)
        try Tokens(fields, of: Self.definition).apply(to: &record)
    }

    /// The record with another value of a property.
    func with<Value>(_ property: WritableKeyPath<Self, Value>, _ value: Value) -> Self {
        var record = self
        record[keyPath: property] = value
        return record
    }
}

extension Field {
    /// Something this field takes as it is.
    fileprivate func sampleText(_ number: Int) -> String {
        if case .choice(let options) = editor { return options[options.count - 1 - number % 2].value }
        let letters = String(repeating: "xy", count: number)
        let texts = [
            "Zoë \(letters)", "Zoë\(number)", letters, "\(27701 + number)", "\(1 + number % 6)",
            "\(5_550_100 + number)",
            "zoe\(number)@duke.edu", "zoe\(number)", "2017-03-29T12:0\(number % 10)Z", "yes", "\(number).5",
            HeaderOnlyPicture.jpeg(filler: [UInt8(number)]).base64EncodedString(),
        ]
        return texts.first { rule.verdict($0) == .fine } ?? ""
    }
}
