import Foundation
import Hostile
import Testing

@testable import DirectoryModel

/// Our reader and `JSONDecoder` agree on every element: the same record, or the same rejection.
struct ElementReaderTests {
    /// The number of random elements of each collection.
    static let drawn = 5000

    @Test(arguments: Collections.all.map { $0.collection.name })
    func drawnElementsAreReadAsJSONDecoderReadsThem(name: String) throws {
        let definition = try #require(Collections.all.first { $0.collection.name == name })
        var elements = DrawnElement(definition)
        var records = 0
        for number in 0..<Self.drawn {
            let element = elements.next()
            let reader = ElementReader(definition, isStrict: number % 8 == 0, isNumbered: number % 3 == 0)
            if try isRecord(element, by: reader) { records += 1 }
        }
        // Many elements must be records.
        #expect(records > Self.drawn / 5)
    }

    @Test func brokenValuesAreReadAsJSONDecoderReadsThem() throws {
        let reader = ElementReader(DukePerson.definition)
        for (_, value) in BrokenJSONTests.values {
            for key in ["fName", "DUID", "picture", "languages", "note"] {
                let start = Array("{\"DUID\": 7, \"\(key)\": ".utf8)
                _ = try isRecord(Data(start + value + Array("}".utf8)), by: reader)
                _ = try isRecord(Data(Array("{".utf8) + value + Array(":1, \"DUID\": 7}".utf8)), by: reader)
            }
        }
    }

    /// Bytes after a value are not read.
    @Test func everyBeginningOfAnElementIsReadAsJSONDecoderReadsIt() throws {
        let element =
            #" {"uid":12,"x":[{"a":null},-1.5e3],"fName":"Zo\u00eb \ud83d\ude00","hobby":["tea",1],"role":"TA"} "#
        let bytes = Data(element.utf8)
        #expect(ElementReader(.people).read(.whole(bytes)).record.map(DukePerson.init)?.fName == "Zoë 😀")
        for end in 0...bytes.count { _ = try isRecord(bytes[..<end], by: ElementReader(DukePerson.definition)) }
    }

    @Test(arguments: HostileText.all)
    func hostileTextsAreReadAsJSONDecoderReadsThem(text: HostileText) throws {
        let person = DukePerson(DUID: 1, fName: text.text, languages: [text.text], picture: text.text)
        let element = try JSONEncoder().encode(person)
        #expect(try isRecord(element, by: ElementReader(DukePerson.definition)))
    }

    /// The choice between keys that differ only in case is deterministic.
    @Test func oneOfTwoKeysThatDifferInCaseCounts() throws {
        let json = #"{"DUID": 7, "fname": "Ana", "FNAME": "Bo", "fName": "Cy", "fName": "Di"}"#
        #expect(DukePerson(try readJSON(json).whole()).fName == "Bo")
    }

    @Test func anElementOfManyValuesIsRejected() {
        let values = String(repeating: "\"\",", count: 100_000)
        for element in [
            #"{"DUID": 1, "languages": [\#(values)""]}"#,
            #"{"DUID": 1\#(String(repeating: #","":0"#, count: 100_000))}"#,
        ] {
            let reason = readJSON(element).rejectedWhole?.reason
            #expect(reason == "This is not a person: it is nested too deeply or too long.")
        }
    }

    @Test func hundredThousandAccentsAreCut() throws {
        let name = "e" + String(repeating: "\u{301}", count: 100_000) + "a"
        let person = DukePerson(try readJSON(#"{"DUID": 1, "fName": "\#(name)"}"#).whole())
        #expect(person.fName.unicodeScalars.count == 17)
        #expect(person.fName.hasSuffix("a"))
    }

    @Test func anElementOfManyPiecesIsReadAsOneOfOne() throws {
        let list = Array("[{\"DUID\": 1, \"fName\": \"Zo\u{EB}\"}, 5, {\"DUID\":2,\"pic\":\"eHg=\"}]".utf8)
        for size in 1...list.count {
            var (splitter, read) = (ElementSplitter(), [ReadElement]())
            let reader = ElementReader(.people)
            try inPieces(list, of: size) { try splitter.push($0, readBy: reader) { read.append($0) } }
            try splitter.finish { read.append(reader.read($0)) }
            let people = [DukePerson(DUID: 1, fName: "Zoë"), DukePerson(DUID: 2, picture: "eHg=")]
            #expect(read.compactMap(\.record) == people.map(\.record), "Pieces of \(size)")
            #expect(read.map { $0.rejectedWhole?.raw } == [nil, "5", nil])
        }
    }

    /// - Returns: true if it is a record.
    private func isRecord(_ element: Data, by reader: ElementReader) throws -> Bool {
        let text = String(decoding: element, as: UTF8.self)
        // `JSONDecoder` refuses the whole element for an escape that is cut off, and reads the first of equal keys.
        let keys = (try? element.withUnsafeBytes { try JSONCursor.members(of: $0) })?.map(\.key) ?? []
        let isCutOff = text.contains("\\u") && text.contains(/\\u[^"]{0,3}\\?"/)
        guard !isCutOff, Set(keys).count == keys.count else { return false }
        let read = reader.read(.whole(element))
        let decoded = reader.read(raw: element.rejectedText) {
            try JSONDecoder().decode(WireObject.self, from: element, configuration: reader.definition)
        }
        // To `JSONDecoder`, an object with a broken key is not an object.
        let isNoObject = decoded.rejectedWhole?.reason.hasSuffix("it is not an object.") == true
        let isSame =
            isNoObject
            ? read.rejectedWhole?.raw == decoded.rejectedWhole?.raw
            : read.record == decoded.record && read.unread == decoded.unread && read.rejected == decoded.rejected
        try #require(isSame, "\(text): \(read), \(decoded)")
        return read.rejected == nil
    }
}
