import DirectoryModel
import DirectoryStore
import Foundation
import SampleData
import Testing

@testable import DirectoryServer

/// The invented class.
@Suite struct SampleClassTests {
    private func people(_ sample: SampleClass) throws -> [DukePerson] {
        try (0..<sample.count).map { try JSONDecoder().decode(DukePerson.self, from: try sample.entry(at: $0).json) }
    }

    @Test func aSampleIsAlwaysTheSame() throws {
        let (one, other) = try (SampleClass(count: 40, pictureBytes: 9000), SampleClass(count: 40, pictureBytes: 9000))
        for index in 0..<40 { #expect(try one.entry(at: index) == other.entry(at: index)) }
    }

    @Test func aSampleHasTheRolesTeamsAndFacesOfAClass() throws {
        let people = try people(SampleClass())
        #expect(people.count == 150)
        #expect(people.filter { $0.role == .Professor }.count == 1)
        #expect(people.filter { $0.role == .TA }.count == 5)
        #expect(people.filter { $0.role == .Other }.count == 1)
        #expect(Set(people.map(\.team).filter { !$0.isEmpty }).count == 20)
        #expect(Set(people.map(\.DUID)).count == 150)
        #expect(people.filter { $0.owner == "demo" && $0.fName == "Demo" && $0.role == .Student }.count == 1)
        #expect(people.allSatisfy { $0.paddedDUID.count == 7 })
        #expect(people.map { $0.hobby.split(separator: " ").count }.max() == 40)
        // And everyone has a face of their own
        let pictures = people.map(\.picture)
        #expect(Set(pictures).count == 150 && !pictures.contains(""))
        let jpegs = pictures.compactMap { Data(base64Encoded: $0) }
        #expect(jpegs.count == 150)
        for jpeg in jpegs { #expect(Self.endsWhereAJPEGEnds(jpeg)) }
    }

    @Test(.sqlite) func aSampleHasToDosOfSeveralPeople() async throws {
        try await SampleClass(count: 10).fill(repository, withToDos: true)
        let items = try await repository.items(of: ListKey(ToDo.definition))
        let todos = try items.map { try JSONDecoder().decode(ToDo.self, from: $0.json) }
        #expect(Set(todos.compactMap(\.user)).count > 3)
        #expect(todos.allSatisfy { $0.user?.contains(" ") == true && $0.title?.isEmpty == false })
        #expect(Set(todos.map(\.completed)) == [true, false])
    }

    @Test(.eachDatabase) func aSampleIsOnlyForAnEmptyDatabase() async throws {
        try await SampleClass.refuseOther(repository)
        // Given an account that is not the sample's, or a person, it is refused
        let accounts = Accounts(repository: repository)
        _ = try await accounts.add("ab12", role: .student)
        await #expect(throws: ServerError.notASample) { try await SampleClass.refuseOther(repository) }
        try await accounts.remove("ab12", withEntries: false)
        try await repository.add(try Entry(DukePerson.sample().record))
        await #expect(throws: ServerError.notASample) { try await SampleClass.refuseOther(repository) }
        _ = try await repository.remove(entryOf: "ab12", in: "people") { _ in }
        // Given a database that is empty again, then it is added, and the server may start again
        try await SampleClass.refuseOther(repository)
        try await SampleClass(count: 3).fill(repository)
        _ = try await accounts.add("ab12", role: .student)
        try await SampleClass.refuseOther(repository)
    }

    /// Pages and cards show what the JSON says, so they must be found by it, also where it is in an older dialect.
    @Test func entriesAreFoundByTheirJSON() throws {
        let sample = try SampleClass()
        let entries = try (0..<sample.count).map { try sample.entry(at: $0) }
        for entry in entries { #expect(entry == Entry(try entry.record(of: .people), json: entry.json)) }
        let texts = entries.map { String(decoding: $0.json, as: UTF8.self) }
        #expect(texts.filter { $0.contains(#""role":"Wizard""#) }.count == 1)
        #expect(texts.filter { !$0.contains(#""email":"#) }.count == 1)
        #expect(texts.filter { $0.contains(#""languages":""#) }.count == 1)
        #expect(texts.filter { $0.contains(#""DUID":""#) }.count == 1)
    }

    @Test func namesAreOfManyScriptsAndDoNotRepeat() throws {
        let sample = try SampleClass(count: 20_000, pictures: nil)
        let netids = try stride(from: 0, to: 20_000, by: 1).map { try sample.entry(at: $0).owner }
        #expect(Set(netids).count == 20_000)
        let names = try self.people(SampleClass(count: 5000, pictures: nil)).map(\.name)
        #expect(Set(names).count == 5000)
        let scripts = Set(names.joined().unicodeScalars.map { $0.value >> 8 })
        #expect(scripts.count > 15)
    }

    @Test(arguments: [0, 1, 2, 6, 7])
    func aSmallClassHasDemoInIt(count: Int) throws {
        let people = try people(SampleClass(count: count))
        #expect(people.count == count)
        #expect(people.filter { $0.owner == "demo" }.count == min(count, 1))
    }

    @Test(arguments: [12_000, 200_001])
    func picturesHaveTheSizeAskedFor(size: Int) throws {
        let people = try people(SampleClass(count: 60, pictureBytes: size))
        let pictures = people.compactMap { Data(base64Encoded: $0.picture) }
        #expect(pictures.allSatisfy { $0.count == size })
        #expect(Set(pictures).count == 60)
        #expect(pictures.allSatisfy { PictureKind($0) == .jpeg })
    }

    @Test func aSampleWithoutPortraitsHasGreyPicturesOrNone() throws {
        #expect(try people(SampleClass(count: 10, pictures: nil)).allSatisfy { $0.picture.isEmpty })
        let grey = try people(SampleClass(count: 10, pictureBytes: 500, pictures: nil))
        #expect(grey.allSatisfy { Data(base64Encoded: $0.picture)?.count == 500 })
    }

    /// True where the segments follow each other up to the start of the scan, and the end marker is at the end.
    private static func endsWhereAJPEGEnds(_ data: Data) -> Bool {
        let bytes = [UInt8](data)
        var position = 2
        while position + 4 < bytes.count, bytes[position] == 0xFF, bytes[position + 1] != 0xDA {
            position += 2 + Int(bytes[position + 2]) << 8 + Int(bytes[position + 3])
        }
        return position + 4 < bytes.count && bytes[position] == 0xFF && bytes[position + 1] == 0xDA
            && bytes.suffix(2) == [0xFF, 0xD9]
    }
}
