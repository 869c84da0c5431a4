import DirectoryModel
import Foundation
import Hostile
import Testing
import TypedStore

@testable import DirectoryStore

/// Lists in files of every kind: numbers that the store counts, what is kept, what is refused, and long ones, whose
/// elements are decoded on every core and stored in their order.
struct ListFileTests {
    private let sandbox = Folder()

    private func contacts(_ store: Store) throws -> [String] {
        try store.whole(Contact.self) { _ in true }.map { "\($0.id) \($0.displayName)" }
    }

    @Test func aNumberIsGivenOnce() throws {
        var store = try sandbox.store(offersUndo: true)
        for name in ["Ana", "Bo"] { _ = try store.addCounted(Contact("fn=\(name)")) }
        #expect(try store[.contacts].delete(key: 2))
        #expect(try store.addCounted(Contact("fn=Cy")).id == 3)
        #expect(try store[.contacts].delete(keys: [1, 3]).count == 2)
        store = try sandbox.store()
        #expect(try store.addCounted(Contact("fn=Di")).id == 4)
        #expect(
            try store[.contacts].load(
                sandbox.list("a.json", #"[{"firstName":"Ed"},{"firstName":"Fay","id":900}]"#), .replace
            ).new == 2)
        #expect(try contacts(store) == ["5 Ed", "6 Fay"])
        #expect(try store[.contacts].load(sandbox.list("a.json", "[]"), .replace).removed == 2)
        #expect(try store.addCounted(Contact("fn=Gus")).id == 7)
    }

    @Test(arguments: [Int.max, 1 << 53, (1 << 53) - 1, (1 << 52) + 1])
    func bookingsGoOnAfterAnEnormousNumber(number: Int) throws {
        let store = try sandbox.store()
        // Given a booking here, and one that a server gave an enormous number, when others follow
        for (id, code) in [(3, "A"), (number, "B"), (1, "C"), (2, "D"), (3, "E")] {
            let text = #"{"Id": \#(id), "CustomerName": "Ana", "ReservationCode": "\#(code)"}"#
            _ = try store.saveBooked(JSONDecoder().decode(TourReservation.self, from: Data(text.utf8)))
        }
        // Then all of them are here
        let codes = try store.whole(TourReservation.self) { _ in true }.map(\.reservationCode)
        #expect(Set(codes) == ["A", "B", "C", "D", "E"])
    }

    @Test func aStoreThatHoldsAnEnormousNumberAlreadyCountsOn() throws {
        let store = try sandbox.store([Contact(key: .max)])
        try Setting<String>("last-number-contacts").set("\(Int.max)", in: store)

        #expect(try [store.addCounted(Contact(key: 0)), store.addCounted(Contact(key: 0))].map(\.key) == [1, 2])
    }

    @Test func twoOfTheSameAreTwoWhereTheirListNumbersThem() throws {
        let store = try sandbox.store()
        for street in ["12 Elm", "34 Oak"] { _ = try store.addCounted(Contact("fn=Ana, ph=5550100, st=\(street)")) }
        let before = try store.whole(Contact.self) { _ in true }
        for suffix in ["json", "csv"] {
            let list = ListFile(sandbox.url.appending(path: "list.\(suffix)"), isStrict: true)
            try list.write(from: store[.contacts])
            #expect(try !store[.contacts].load(list, .replace).isChange)
            #expect(try store.whole(Contact.self) { _ in true } == before)
            let elsewhere = Folder()
            let other = try elsewhere.store()
            #expect(try other[.contacts].load(list, .update).new == 2)
            #expect(try !other[.contacts].load(list, .replace).isChange)
        }
    }

    @Test(arguments: [
        (Definition.contacts, "fn,ph\nAna,5550100\nana,555-0100\nBo,\n", ["ana", "Bo"]),
        (.players, "Player,Team\nAda,ATL\nAda,DUR\nada,dur\n", ["Ada", "ada"]),
    ])
    func withoutNumbersTheSameIsOne(definition: Definition, text: String, names: [String]) throws {
        let collection = try sandbox.store()[definition]
        let list = try sandbox.list("a.csv", text)
        #expect(try collection.load(list, .update).new == 2)
        #expect(try !collection.load(list, .update).isChange)
        #expect(try collection.whole { _ in true }.map(\.displayName) == names)
    }

    @Test func editsInFileAreApplied() throws {
        let store = try sandbox.store()
        for texts in ["fn=Ana, ln=Li, ph=5550100, st=12 Elm", "fn=Ana, ln=Li, ph=5550101", "fn=Bo"] {
            _ = try store.addCounted(Contact(texts))
        }
        // Given a list in which one has another phone, and two stand under numbers of others
        let list = try sandbox.list("a.csv", "id,fn,ln,ph\n1,Ana,Li,5550177\n3,Cy,,\n2,Bea,Li,5550101\n")
        // When it is read, then the one who is still called the same is the same
        #expect(try store[.contacts].load(list, .update).text == "2 new, 1 changed")
        #expect(try contacts(store) == ["1 Ana Li", "2 Ana Li", "3 Bo", "4 Cy", "5 Bea Li"])
        let ana = try #require(try store.find(Contact.self, key: 1))
        #expect(ana.phone == "5550177" && ana.street == "12 Elm")
        #expect(try !store[.contacts].load(list, .update).isChange)
    }

    @Test(arguments: ["roster.xls", "roster", "roster.data", "roster.json"])
    func aTableIsReadUnderAnyName(name: String) throws {
        let text = "\"Last Name\"\t\"First Name\"\t\"Username\"\n\"Li\"\t\"Ana\"\t\"al1\"\n"
        let utf16 = Data([0xFF, 0xFE]) + (text.data(using: .utf16LittleEndian) ?? Data())
        for bytes in [Data(text.utf8), utf16, Data(text.replacing("\t", with: ",").utf8)] {
            let elsewhere = Folder()
            let store = try elsewhere.store()
            let list = ListFile(try sandbox.file(name, bytes), isStrict: true)
            #expect(try store[.contacts].load(list, .update).unread.map(\.name) == ["Username"])
            #expect(try contacts(store).count == 1)
        }
    }

    @Test(arguments: [
        "Dear Ana, how are you?\n", "<table><tr><td>First Name, Last Name\n", "\u{D0}\u{CF}\u{11}\u{E0},\u{1A}",
    ])
    func textWithoutColumnsIsNoTable(text: String) throws {
        let list = ListFile(try sandbox.file("a", Data(text.utf8)), isStrict: true, columns: [:])
        #expect(throws: StoreError.self) { try sandbox.store()[.contacts].read(list) }
    }

    @Test(arguments: [
        ("empty.csv", ""), ("other.csv", "one,two\n1,2\n"), ("open.csv", "fn,ln\n\"Ana,Li\n"),
        ("people.csv", "DUID,NetID,First Name,Last Name\n7,al1,Ana,Li\n"), ("object.json", #"{"id": 1}"#),
        ("open.json", #"[{"id": 1}"#), ("more.json", #"[{"id": 1}] [..."#), ("a.html", "<html></html>"),
        ("nobody.json", #"[{"name": "nobody"}, 7]"#),
        ("binary.csv", "\u{0}\u{1}\u{2}"), ("empty.json", ""), ("no.plist", "<?xml version=\"1.0\"?><plist>"),
        ("bad.plist", "bplist00aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"), ("text.plist", "( { firstName = Ana; } )"),
        ("nested.plist", "<plist>\(String(repeating: "<array>", count: 100_000))"),
    ])
    func filesThatAreNoListsChangeNothing(name: String, text: String) throws {
        let store = try sandbox.store()
        _ = try store.addCounted(Contact("fn=Ana"))
        for strategy in MergeStrategy.allCases {
            #expect(throws: StoreError.self) { try store[.contacts].load(sandbox.list(name, text), strategy) }
        }
        #expect(try contacts(store) == ["1 Ana"])
        #expect(try store[.contacts].rejected().isEmpty)
    }

    @Test(arguments: [
        ("a.csv", Definition.contacts, Definition.people, "duid,NetID,First Name,Role,Labels\n7,al1,Ana,TA,\n"),
        ("a.csv", .contacts, .players, "Number,Player,Team,Rank\n7,Ana Li,Owls,1\n"),
        ("a.csv", .people, .contacts, "Number,First Name,City,Phone,Street\n7,Ana,,,\n"),
        ("a.csv", .contacts, .people, "id,fn,ln,ro,te\n7,Ana,Li,TA,Owls\n"),
        ("a.json", .contacts, .people, #"[{"uid":7,"firstname":"Ana","wherefrom":"","hobbies":[]}]"#),
        ("a.json", .people, .contacts, #"[{"id":7,"firstName":"Ana","street":"","phone":"","city":""}]"#),
    ])
    func aListOfAnotherCollectionIsRefused(
        name: String, definition: Definition, other: Definition, text: String
    ) throws {
        let store = try sandbox.store()
        let list = ListFile(try sandbox.file(name, Data(text.utf8)), isStrict: true, columns: [:])
        let many = definition.collection.many
        #expect(throws: StoreError.otherCollection(file: name, other.collection, many: many)) {
            try store[definition].read(list)
        }
        #expect(try store[other].load(sandbox.list(name, text), .update).new == 1)
    }

    /// Columns can be assigned to fields.
    @Test(arguments: [
        "Number,First Name,Last Name,Email", "First Name,Last Name,Street,City,ZIP Code,Phone",
        "ID,First Name,Last Name,Email,Phone,City", "ID,Name,Program,Status", "ID,Name,Date",
    ])
    func aTableOfFewOtherFieldsIsRead(header: String) throws {
        let list = ListFile(try sandbox.file("a.csv", Data("\(header)\n1,2,3,4\n".utf8)), columns: [:])
        #expect(try sandbox.store()[.people].read(list).count == 1)
    }

    @Test func aCutPropertyListIsUnreadableAndALargeOneIsRefused() throws {
        let store = try sandbox.store()
        let list = try PropertyListSerialization.data(
            fromPropertyList: [["firstName": "Ana"]], format: .xml, options: 0)
        for (name, content) in [("cut.plist", list.prefix(list.count - 20)), ("cut", list.prefix(60))] {
            let file = ListFile(try sandbox.file(name, Data(content)))
            #expect(throws: StoreError.unreadableList(file: name)) { try store[.contacts].load(file, .update) }
        }
        let large = try sandbox.file("large.plist", list + Data(count: 16 << 20))
        let problem = #expect(throws: StoreError.self) {
            try store[.contacts].load(ListFile(large), .update)
        }
        #expect(problem?.message == "“large.plist” is a property list of more than 16 MB, so no changes were made.")
        // Whatever it is called, what it is tells how it is read.
        #expect(try store[.contacts].load(ListFile(try sandbox.file("list.json", list)), .update).new == 1)
    }

    @Test func theSeasonIsLoadedOnce() throws {
        let store = try sandbox.store()
        #expect(try store[.players].loadBundledIfFirst())
        #expect(try store[.players].count() == 32)
        let first = try #require(try store[.players].fetch(Player.definition.queries[1].request).first.map(Player.init))
        #expect(first.team == "ATL" && first.rating == 117.1)
        #expect(try store[.players].fetch(Player.definition.queries[2].request).count == 7)
        #expect(try store[.players].delete(key: first.id))
        #expect(try !store[.players].loadBundledIfFirst())
        #expect(try store[.players].count() == 31)
    }

    /// Whatever stands in a file, the list is as it was or as the file has it, and the program goes on.
    @Test func aSpoiledFileIsReadOrRefusedWhole() throws {
        let store = try sandbox.store()
        for number in 1...20 { try store.save(Player.sample(number)) }
        try ListFile(sandbox.url.appending(path: "good.csv")).write(from: store[.players])
        let csv = try Data(contentsOf: sandbox.url.appending(path: "good.csv"))
        let plain = try store.whole(Player.self) { _ in true }.map {
            ["Player": $0.name, "Team": $0.team, "Yards": $0.displayText("Yards")]
        }
        let list = try PropertyListSerialization.data(fromPropertyList: plain, format: .xml, options: 0)
        var spoiler = Spoiler(
            indices: 1...6, doubled: 40, signs: [0x22, 0x2C, 0x3C, 0x3E, 0x0A, 0xFF]
        ) { $0 / 4 }
        for (name, whole) in [("a.csv", csv), ("a.plist", list)] {
            for _ in 0..<40 {
                let before = try store.whole(Player.self) { _ in true }
                let file = ListFile(try sandbox.file(name, spoiler.spoiled(whole)), isStrict: true)
                do { try store[.players].load(file, .update) } catch {
                    #expect(try store.whole(Player.self) { _ in true } == before)
                }
            }
        }
        #expect(try store[.players].count() >= 20)
    }

    @Test(arguments: ["json", "csv", "vcf"])
    func rejectedElementsAreStoredAsTheyCame(kind: String) throws {
        let store = try sandbox.store([DukePerson(DUID: 1, netid: "al1", fName: "Ana", lName: "Li")])
        // Given a second one of a NetID, and a second one of a number, written in a way of their own
        let (owner, number): (String, String)
        let text: String
        switch kind {
        case "json":
            owner = #"{ "lName":"Ek",  "netID" : "AL1", "uid": "0000003", "shoe": 44 }"#
            number = #"{"DUID":4,"firstname":"Cy", "hobbies": ["Chess"]}"#
            text = #"[\#(owner), {"DUID": 4, "fName": "Bo"}, \#(number)]"#
        case "csv":
            owner = "0000003, AL1 ,Bo,44"
            number = "4,,Cy,"
            text = "DUID,netid,fName,shoe\n\(owner)\n4,,Bo,\n\(number)\n"
        default:
            func card(_ lines: String) -> String { "BEGIN:VCARD\nVERSION:3.0\n\(lines)\nEND:VCARD\n" }
            owner = card("X-SHOE:44\nUID:0000003\nN:Ek;Bo\nX-DUKE-NETID:AL1")
            number = card("UID:0000004\nFN:Cy Ek\nX-SHOE:45")
            text = owner + card("UID:0000004\nN:Li;Bo") + number
        }
        let summary = try store[.people].load(sandbox.list("list.\(kind)", text), .update)
        // Then what stood there is stored, to the letter
        #expect(summary.rejected == 2, "\(summary.text)")
        let rejected = try store[.people].rejected().map { $0.raw.trimmingCharacters(in: .newlines) }
        let expected = [owner, number].map { $0.trimmingCharacters(in: .newlines) }
        #expect(rejected.sorted() == expected.sorted())
    }

    @Test(arguments: [true, false])
    func aListIsReadAgainIfPossibleWhereSomethingWasAddedMeanwhile(isPossible: Bool) throws {
        let store = try sandbox.store()
        let pipe = sandbox.url.appending(path: "list.json")
        let list = Data(#"[{"firstName": "Ana"}]"#.utf8)
        let file = try sandbox.file("other.json", list)
        try #require(mkfifo(pipe.path, 0o600) == 0)
        // Given a pipe, after whose opening, and before it says anything, Bo is added, and a file may take its place.
        // A thread of its own, for opening a pipe waits for the other end.
        Thread.detachNewThread {
            #expect(throws: Never.self) {
                let handle = try FileHandle(forWritingTo: pipe)
                _ = try store.addCounted(Contact("fn=Bo"))
                if isPossible { try #require(rename(file.path, pipe.path) == 0) }
                try handle.write(contentsOf: list)
                try handle.close()
            }
        }
        let result = Result { () throws(StoreError) in
            try store[.contacts].load(ListFile(pipe, isStrict: true), .update)
        }
        // Then that is read, and a pipe, which cannot be read again, changes nothing
        if isPossible { #expect(try result.get().new == 1) } else { #expect(result == .failure(.changedMeanwhile)) }
        #expect(try contacts(store) == (isPossible ? ["1 Bo", "2 Ana"] : ["1 Bo"]))
    }

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
        let store = try sandbox.store([DukePerson(DUID: 7, fName: "Ana")])
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
