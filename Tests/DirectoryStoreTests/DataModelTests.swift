import DirectoryModel
import DirectoryStore
import Foundation
import Testing
import TypedStore

/// The course's test suite, on a real folder.
struct DataModelTests {
    private let sandbox = Folder()
    private let ric = DukePerson(
        DUID: 664_541, fName: "Ric", lName: "Telford", email: "ric.telford@duke.edu", from: "Pittsboro, NC",
        gender: .Male, role: .Professor)

    @Test func addUpdateAndDeleteReportTheirResult() throws {
        let model = try sandbox.model()
        #expect(model.add(ric))
        #expect(!model.add(DukePerson(DUID: ric.DUID)))
        #expect(model.find(ric.DUID) == ric)
        // An update replaces the whole entry, or adds it
        #expect(model.update(DukePerson(DUID: ric.DUID, fName: "Richard")))
        #expect(model.find(ric.DUID) == DukePerson(DUID: ric.DUID, fName: "Richard"))
        #expect(!model.update(DukePerson(DUID: 2)))
        // What changes nothing is no change
        let revision = try model.store[.people].revision()
        #expect(!model.delete(9) && !model.add(DukePerson(DUID: 2)))
        #expect(try !model.store.save(DukePerson(DUID: 2), replacing: ric.DUID))
        #expect(try model.store[.people].revision() == revision)
        #expect(model.delete(2))
        #expect(model.find(2) == nil)
        #expect(try model.store[.people].revision() != revision)
    }

    @Test func namesAreFoundInAnyCase() throws {
        let model = try sandbox.model()
        let ann = DukePerson(DUID: 2, fName: "Ann", lName: "telford", picture: "aGk=")
        _ = model.add(ric)
        _ = model.add(ann)
        _ = model.add(DukePerson(DUID: 3, fName: "Ric", lName: "Li"))

        #expect(model.find(lastName: "TELFORD") == [ric, ann])
        #expect(model.find(lastName: "Telford", firstName: "ric") == [ric])
        #expect(model.find(lastName: "*", firstName: "RIC")?.count == 2)
        #expect(model.find(lastName: "*")?.count == 3)
        #expect(model.find(lastName: "Telfor") == nil)
        #expect(try DataModel(sandbox: sandbox.url.appending(path: "empty")).find(lastName: "*") == nil)
    }

    @Test func theListIsNumbered() throws {
        let model = try sandbox.model()
        #expect(model.list() == "")
        _ = model.add(ric)
        _ = model.add(DukePerson(DUID: 5, fName: "Ana", lName: "Li", role: .TA))
        #expect(
            model.list() == """
                1. Ric Telford, Professor, ric.telford@duke.edu – 0664541
                2. Ana Li, TA – 0000005
                """)
    }

    @Test func allRecordsAreThereAfterReopeningAndInTheFile() throws {
        let whole = DukePerson(
            DUID: 1, netid: "zs1", fName: "Zoë", lName: "'; DROP TABLE people;--", gender: .Other, role: .Student,
            hobby: "a, b", languages: ["Swift", "C, too"], picture: Data([1, 2, 250]).base64EncodedString())
        let odd = DukePerson(DUID: 2, picture: "no base64 at all")
        _ = try sandbox.model().add(whole)
        _ = try sandbox.model().add(odd)
        let again = try sandbox.model()
        #expect(again.find(1) == whole)
        #expect(again.find(2) == odd)
        // And a list that is saved and loaded is the same
        _ = again.add(DukePerson(DUID: 3, languages: ["x"], picture: "aGk="))
        #expect(again.save())
        let other = try DataModel(sandbox: sandbox.url.appending(path: "other"))
        _ = other.add(DukePerson(DUID: 99))
        #expect(other.load(again.file))
        #expect(try !other.load(sandbox.file("bad.json", "[{")))
        #expect(other.list() == again.list())
        #expect(other.find(3) == again.find(3))
        #expect(again.deleteJSON())
        #expect(!again.deleteJSON())
    }

    @Test func elementsRejectedByTheFirstLaunchStayUntilTheyAreDiscarded() throws {
        // Given a sandbox with nothing but a file, one element of which is no person
        let model = try sandbox.model()
        let lost = #"{"DUID":"x","fName":"Lost"}"#
        try Data("[{\"DUID\":1,\"fName\":\"A\"},\(lost)]".utf8).write(to: model.file)
        try model.makeOwnRecordIfFirstLaunch(SystemAccount(login: "ab12", fullName: "Ana Li"))
        func raw() throws -> [String] { try model.store[.people].rejected().map(\.raw) }
        #expect(try raw() == [lost])
        // When the file is written without it and loaded, and another list is downloaded
        #expect(model.save())
        #expect(try model.loadFromDisk().text == "no changes")
        try model.store.download([DukePerson(DUID: 2)], .update, as: nil)
        // Then it is there until it is discarded
        #expect(try raw() == [lost])
        let saved = try #require(try model.store[.people].storedRejected().first)
        try model.store[.people].forgetRejected(saved)
        #expect(try raw().isEmpty)
    }

    @Test func rejectedElementsOfAFileAreReplacedByThatFileOnly() throws {
        let model = try sandbox.model()
        func element(_ raw: String, _ reason: String) -> RejectedElement {
            RejectedElement(reason: "This is not a person: \(reason).", raw: raw)
        }
        let (one, both) = (element("7", "it is not an object"), element("8", "it is not an object"))
        let two = element(#"{"name": "x"}"#, "it has no DUID")
        try sandbox.load(#"[{"DUID":1}, 7, 8]"#, "a.json", into: model.store)
        // When another file is loaded, then its rejected elements are added, and none twice
        let other = try sandbox.load(#"[{"DUID":2}, 8, {"name": "x"}]"#, "b.json", into: model.store)
        #expect(other.rejectedElements == [both, two])
        #expect(try model.store[.people].rejected() == [one, both, two])
        // And when the first one is corrected, then what it had is gone
        let corrected = try sandbox.load(#"[{"DUID":1},{"DUID":3}]"#, "a.json", into: model.store)
        #expect(corrected.rejectedElements.isEmpty)
        #expect(try model.store[.people].rejected() == [both, two])
    }

    @Test func firstLaunchFindsOneself() throws {
        let account = SystemAccount(login: "AB12", fullName: "Ana Maria Li")
        let model = try sandbox.model()
        #expect(try model.makeOwnRecordIfFirstLaunch(account))
        #expect(model.find(lastName: "*") == [DukePerson(DUID: 0, netid: "ab12", fName: "Ana Maria", lName: "Li")])
        #expect(try model.store[.people].ownKey() == 0)
        #expect(try !model.makeOwnRecordIfFirstLaunch(account))
        // It is one's own, and cannot be deleted
        #expect(!model.delete(0))
        #expect(try !DataModel(sandbox: sandbox.url).makeOwnRecordIfFirstLaunch(account))
        #expect(model.find(0)?.netid == "ab12")
        // Only a save writes it
        #expect(!FileManager.default.fileExists(atPath: model.file.path))
        #expect(model.save())
        #expect(try JSONDecoder().decode([DukePerson].self, from: Data(contentsOf: model.file)) == [model.find(0)])
    }

    @Test func firstLaunchAsksForASavedNetIDOnlyWhereNoneIsGiven() throws {
        let account = SystemAccount(login: "ab12", fullName: "Ana Li")
        let model = try sandbox.model()
        try model.makeOwnRecordIfFirstLaunch(account, savedNetID: { "AL99" })
        #expect(model.find(0)?.netid == "al99")
        // Later, or with a NetID, no question is needed
        var isRequested = false
        try model.makeOwnRecordIfFirstLaunch(account) {
            isRequested = true
            return nil
        }
        let other = try DataModel(sandbox: sandbox.url.appending(path: "other"))
        try other.makeOwnRecordIfFirstLaunch(account, netid: "al99") {
            isRequested = true
            return nil
        }
        #expect(!isRequested)
    }

    @Test func loadFromDiskTakesTheCohortFirstAndTheSandboxLater() throws {
        let model = try sandbox.model()
        try model.makeOwnRecordIfFirstLaunch(SystemAccount(login: "ab12", fullName: "Ana Li"), netid: "AL99")
        try model.saveFile()
        #expect(!FileManager.default.fileExists(atPath: model.file.path))
        // The cohort joins the own record, and is saved at once
        #expect(try model.loadFromDisk().text == "30 new")
        let cohort = try #require(model.find(lastName: "*")).filter { $0.DUID != 0 }
        #expect(cohort.count == 30 && cohort.allSatisfy { $0.picture.utf8.count > 1000 })
        #expect(model.find(0)?.netid == "al99")
        #expect(FileManager.default.fileExists(atPath: model.file.path))
        // From then on it is the sandbox's own file
        #expect(try model.loadFromDisk().text == "no changes")
        #expect(model.delete(cohort[0].DUID))
        #expect(model.save())
        #expect(try model.loadFromDisk().text == "no changes")
        #expect(model.find(lastName: "*")?.count == 30)
    }

    @Test func anEmptySandboxFileRemovesNobody() throws {
        let model = try sandbox.model()
        #expect(model.add(DukePerson(DUID: 1)) && model.save())
        try Data("[]".utf8).write(to: model.file)
        let problem = #expect(throws: StoreError.self) { try model.loadFromDisk() }
        #expect(problem?.message == StoreError.noRecordsInFile(file: "people.json", one: "person").message)
        #expect(model.find(1) != nil)
    }
}
