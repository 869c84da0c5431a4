import DirectoryModel
import DirectoryServer
import DirectoryStore
import Foundation
import Testing

/// The invented class.
@Suite struct SampleClassTests {
    private func people(_ sample: SampleClass) throws -> [DukePerson] {
        try (0..<sample.count).map { try JSONDecoder().decode(DukePerson.self, from: try sample.entry(at: $0).json) }
    }

    @Test func itIsTheSameEveryTime() throws {
        let (one, other) = (SampleClass(count: 40, pictureBytes: 9000), SampleClass(count: 40, pictureBytes: 9000))
        for index in 0..<40 { #expect(try one.entry(at: index) == other.entry(at: index)) }
    }

    @Test func itHasTheShapeOfAClass() throws {
        // Given the usual class
        let people = try people(SampleClass())
        // Then everybody is there, in their roles and teams
        #expect(people.count == 150)
        #expect(people.filter { $0.role == .Professor }.count == 1)
        #expect(people.filter { $0.role == .TA }.count == 5)
        #expect(people.filter { $0.role == .Other }.count == 1)
        #expect(Set(people.map(\.team).filter { !$0.isEmpty }).count == 20)
        #expect(Set(people.map(\.DUID)).count == 150)
        #expect(people.filter { $0.netid == "demo" && $0.fName == "Demo" && $0.role == .Student }.count == 1)
        #expect(people.allSatisfy { $0.paddedDUID.count == 7 })
    }

    @Test func aFewAreOddAndStillPeople() throws {
        let entries = try (0..<150).map { try SampleClass().entry(at: $0) }
        let texts = entries.map { String(decoding: $0.json, as: UTF8.self) }
        #expect(texts.filter { $0.contains(#""role":"Wizard""#) }.count == 1)
        #expect(texts.filter { !$0.contains(#""email":"#) }.count == 1)
        #expect(texts.filter { $0.contains(#""languages":""#) }.count == 1)
        #expect(texts.filter { $0.contains(#""DUID":""#) }.count == 1)
        let hobbies = try people(SampleClass()).map { $0.hobby.split(separator: " ").count }
        #expect(hobbies.max() == 40)
    }

    @Test func namesAreOfManyScriptsAndDoNotRepeat() throws {
        let sample = SampleClass(count: 20_000, portraits: [])
        let people = try stride(from: 0, to: 20_000, by: 1).map { try sample.entry(at: $0).netid }
        #expect(Set(people).count == 20_000)
        let names = try self.people(SampleClass(count: 5000, portraits: [])).map(\.name)
        #expect(Set(names).count == 5000)
        let scripts = Set(names.joined().unicodeScalars.map { $0.value >> 8 })
        #expect(scripts.count > 15)
    }

    @Test(arguments: [0, 1, 2, 6, 7])
    func aSmallClassHasDemoInIt(count: Int) throws {
        let people = try people(SampleClass(count: count))
        #expect(people.count == count)
        #expect(people.filter { $0.netid == "demo" }.count == min(count, 1))
    }

    @Test(arguments: [12_000, 20_000, 70_000, 200_001])
    func picturesHaveTheSizeAskedFor(size: Int) throws {
        // Given a class with pictures of a size
        let people = try people(SampleClass(count: 60, pictureBytes: size))
        let pictures = people.compactMap { Data(base64Encoded: $0.picture) }
        // Then each is a JPEG of that size, and no two are the same
        #expect(pictures.allSatisfy { $0.count == size })
        #expect(Set(pictures).count == 60)
        for picture in pictures { #expect(Self.endsWhereAJPEGEnds(picture)) }
    }

    @Test func withoutPortraitsThereStillIsAClass() throws {
        #expect(try people(SampleClass(count: 10, portraits: [])).allSatisfy { $0.picture.isEmpty })
        let grey = try people(SampleClass(count: 10, pictureBytes: 500, portraits: []))
        #expect(grey.allSatisfy { Data(base64Encoded: $0.picture)?.count == 500 })
    }

    /// True where the segments follow each other up to the start of the scan, and the end marker is at the end.
    private static func endsWhereAJPEGEnds(_ data: Data) -> Bool {
        let bytes = [UInt8](data)
        var place = 2
        while place + 4 < bytes.count, bytes[place] == 0xFF, bytes[place + 1] != 0xDA {
            place += 2 + Int(bytes[place + 2]) << 8 + Int(bytes[place + 3])
        }
        return place + 4 < bytes.count && bytes[place] == 0xFF && bytes[place + 1] == 0xDA
            && bytes.suffix(2) == [0xFF, 0xD9]
    }
}
