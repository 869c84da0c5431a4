import DirectoryModel
import Foundation
import Testing
import TypedStore

@testable import DirectoryStore

/// Lists of many pieces: their elements are decoded on every core, and stored in their order.
struct LongListTests {
    private let sandbox = Sandboxed()

    @Test(arguments: [0, 1, 2, 3, 1000])
    func convertedElementsKeepTheirOrder(count: Int) {
        let numbers = Array(0..<count)
        // Some take longer than those after them.
        let converted = numbers.concurrentMap { number in
            String(repeating: "x", count: number % 7 == 0 ? 20_000 : 1).isEmpty ? -1 : 2 * number
        }
        #expect(converted == numbers.map { 2 * $0 })
    }

    private static let numbers = 1...1500

    /// A list of people that is several pieces long; every tenth element is not a person.
    private func list(_ kind: String) throws -> (file: ListFile, bytes: Int) {
        let note = String(repeating: "long ", count: 20)
        let text: String
        switch kind {
        case "json":
            let elements = Self.numbers.map { number in
                number % 10 == 0 ? "\"no \(number)\"" : #"{"DUID": \#(number), "team": "Owls", "x": "\#(note)"}"#
            }
            text = "[\(elements.joined(separator: ", "))]"
        case "csv":
            let rows = Self.numbers.map { "\($0 % 10 == 0 ? "no " : "")\($0),Owls,\(note)\n" }
            text = "DUID,Team,Note\n\(rows.joined())"
        default:
            text = Self.numbers.map { number in
                let first = number % 10 == 0 ? "KIND:group\nNOTE:no \(number)" : "X-DUKE-DUID:\(number)\nN:;Ana"
                return "BEGIN:VCARD\n\(first)\nNOTE:\(note)\nEND:VCARD\n"
            }.joined()
        }
        return (ListFile(try sandbox.file("list.\(kind)", Data(text.utf8)), isStrict: true), text.utf8.count)
    }

    @Test(arguments: ["json", "csv", "vcf"])
    func longListPreservesOrderAndReportsProgress(kind: String) throws {
        let store = try sandbox.store()
        let (file, size) = try list(kind)
        var reported: [Int] = []
        let staging = try store[.people].read(file) { bytes in
            reported.append(bytes)
            return true
        }
        #expect(reported == reported.sorted() && reported.last == size && reported.count > 1)
        #expect(try staging.records.all.map(\.key) == Self.numbers.filter { $0 % 10 != 0 })
        let rejected = try staging.rejected
        #expect(rejected.count == 150)
        #expect(zip(rejected, 1...).allSatisfy { $0.raw.contains("no \($1 * 10)") })
    }

    @Test(arguments: ["json", "csv", "vcf"])
    func aListThatIsCanceledChangesNothing(kind: String) throws {
        let store = try sandbox.store()
        try store.saveAll([DukePerson(DUID: 7, fName: "Ana")])
        // The file people.json is written in the background, with a work file of its own.
        try store.flush()
        let before = try store.whole(DukePerson.self) { _ in true }
        let (file, _) = try list(kind)
        #expect(throws: StoreError.cancelled) { try store[.people].read(file) { $0 < 100_000 } }
        #expect(try store.whole(DukePerson.self) { _ in true } == before)
        let names = try FileManager.default.contentsOfDirectory(atPath: sandbox.url.path)
        #expect(!names.contains { $0.hasPrefix(".working-") })
    }
}
