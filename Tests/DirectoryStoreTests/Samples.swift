import DirectoryModel
import DirectoryStore
import Foundation
import Hostile
import TypedStore

extension Folder {
    /// Loads a list of people, whose rejected elements are kept.
    @discardableResult
    func load(_ json: String, _ name: String = "list.json", into store: Store) throws -> ChangeSummary {
        try store[.people].load(list(name, json, isStrict: false), .update)
    }
}

extension StoredCollection {
    /// The keys of the records that a search finds, in the order of the list.
    func found(_ text: String, in group: String? = nil, _ index: SearchIndex? = nil) async throws -> [Int] {
        var query = SearchQuery(text, in: definition)
        if let group { query = query.inGroup(group) }
        let rows = try await (index ?? SearchIndex(self)).search(query, in: listing(ListArrangement())).rows
        return try keys(rows: rows)
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
