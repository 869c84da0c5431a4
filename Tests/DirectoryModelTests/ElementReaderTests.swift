import Foundation
import Hostile
import Testing

@testable import DirectoryModel

/// Our reader and `JSONDecoder` agree on every element: the same record, or the same rejection.
struct ElementReaderTests {
    /// The number of random elements of each collection.
    static let drawn = 17_000

    @Test(arguments: Collections.all.map { $0.collection.name })
    func drawnElementsAreReadAsJSONDecoderReadsThem(name: String) throws {
        let definition = try #require(Collections.all.first { $0.collection.name == name })
        var elements = DrawnElement(definition, usually: 564)
        var (records, walked) = (0, 0)
        for number in 0..<Self.drawn {
            let element = elements.next()
            let reader = ElementReader(definition, isStrict: number % 8 == 0, isNumbered: number % 3 == 0)
            guard try isRecord(element, by: reader) else { continue }
            records += 1
            if walk(element, in: definition) != nil { walked += 1 }
        }
        // Most elements must be records, and read without the decoder.
        #expect(records > Self.drawn / 5)
        #expect(walked > records / 2)
    }

    private func walk(_ element: Data, in definition: Definition) -> Record? {
        element.withUnsafeBytes { JSONObjectReader.record($0, ByteOutline($0), in: definition) }
    }

    @Test func elementsOfOtherTestsAreReadAsJSONDecoderReadsThem() throws {
        let reader = ElementReader(DukePerson.definition)
        for (_, value) in BrokenJSONTests.values {
            for key in ["fName", "DUID", "picture", "languages", "note"] {
                let start = Array("{\"DUID\": 7, \"\(key)\": ".utf8)
                _ = try isRecord(Data(start + value + Array("}".utf8)), by: reader)
                _ = try isRecord(Data(Array("{".utf8) + value + Array(":1, \"DUID\": 7}".utf8)), by: reader)
            }
        }
        for number in DrawnElement.numbers {
            let player = #"{"id": 1, "Player": "Li", "Rating": \#(number), "Rank": \#(number), "Team": [\#(number)]}"#
            _ = try isRecord(Data(player.utf8), by: ElementReader(Player.definition))
            _ = try isRecord(Data(#"{"DUID": \#(number), "gender": \#(number)}"#.utf8), by: reader)
        }
    }

    /// Bytes after a value are not read.
    @Test func everyBeginningOfAnElementIsReadAsJSONDecoderReadsIt() throws {
        let element =
            #" {"uid":12,"x":[{"a":null},-1.5e3],"fName":"Zo\u00eb \ud83d\ude00","hobby":["tea",1],"role":"TA"} "#
        let bytes = Data(element.utf8)
        #expect(walk(bytes, in: .people).map(DukePerson.init)?.fName == "Zoë 😀")
        for end in 0...bytes.count { _ = try isRecord(bytes[..<end], by: ElementReader(DukePerson.definition)) }
    }

    @Test(arguments: HostileText.all)
    func hostileTextsAreReadInOneWalk(text: HostileText) throws {
        let person = DukePerson(DUID: 1, fName: text.text, languages: [text.text], picture: text.text)
        let element = try JSONEncoder().encode(person)
        let decoded = try JSONDecoder().decode(DukePerson.self, from: element)
        #expect(text.text.utf8.count > 20_000 || walk(element, in: .people) == decoded.record)
        _ = try isRecord(element, by: ElementReader(DukePerson.definition))
    }

    /// The choice between keys that differ only in case is deterministic.
    @Test func oneOfTwoKeysThatDifferInCaseCounts() throws {
        let element = Data(#"{"DUID": 7, "fname": "Ana", "FNAME": "Bo", "fName": "Cy", "fName": "Di"}"#.utf8)
        guard case .record(let person) = ElementReader(DukePerson.definition).read(.whole(element)) else {
            Issue.record("It was not read")
            return
        }
        #expect(DukePerson(person).fName == "Bo")
    }

    @Test func anElementOfManyPiecesIsReadAsOneOfOne() throws {
        let list = Array("[{\"DUID\": 1, \"fName\": \"Zo\u{EB}\"}, 5, {\"DUID\":2,\"pic\":\"eHg=\"}]".utf8)
        for size in 1...list.count {
            var (splitter, reader) = (ElementSplitter(), ListReader(DukePerson.definition))
            var read: [ReadElement] = []
            for start in stride(from: 0, to: list.count, by: size) {
                try list[start..<min(start + size, list.count)].withUnsafeBytes {
                    try reader.read($0, by: &splitter, into: &read)
                }
            }
            try splitter.finish()
            guard read.count == 3, case .record(let first) = read[0], case .rejected(let rejected) = read[1],
                case .record(let last) = read[2]
            else {
                Issue.record("Pieces of \(size): \(read)")
                continue
            }
            #expect(first == DukePerson(DUID: 1, fName: "Zoë").record && rejected.raw == "5")
            #expect(last == DukePerson(DUID: 2, picture: "eHg=").record)
        }
    }

    /// - Returns: true if it is a record.
    private func isRecord(_ element: Data, by reader: ElementReader) throws -> Bool {
        let text = String(decoding: element, as: UTF8.self)
        switch (reader.read(.whole(element)), reader.decode(.whole(element))) {
        case (.record(let read), .record(let decoded)):
            try #require(read == decoded, "\(text)")
            return true
        case (.rejected(let read), .rejected(let decoded)):
            try #require(read == decoded, "\(text)")
        case (.partly(let read, let unread, let rejected), .partly(let decoded, let notDecoded, let reason)):
            try #require(read == decoded && unread == notDecoded && rejected == reason, "\(text)")
        case (let read, let decoded):
            Issue.record("\(text): \(read), \(decoded)")
        }
        return false
    }
}
