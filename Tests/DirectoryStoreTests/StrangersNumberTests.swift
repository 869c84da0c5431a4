import DirectoryModel
import DirectoryStore
import Foundation
import Testing
import TypedStore

/// A file's record that has the number of one's own, and is somebody else's, does not take its place.
struct StrangersNumberTests {
    private let sandbox = Sandboxed()

    private func model() throws -> DataModel {
        let model = try DataModel(undoableIn: sandbox.url)
        try model.makeOwnRecordIfFirstLaunch(SystemAccount(login: "root", fullName: "Dee Mo"))
        return model
    }

    private func everybody(_ model: DataModel) throws -> [String] {
        try model.store.whole(DukePerson.self) { _ in true }.map { "\($0.DUID) \($0.netid)" }
    }

    @Test(arguments: MergeStrategy.allCases)
    func aStrangersNumberInAFileIsSetAside(strategy: MergeStrategy) throws {
        let model = try model()
        func load(_ people: [DukePerson], releasing: Set<Int> = []) throws -> ChangeSummary {
            try model.store[.people].load(sandbox.list(people), strategy, releasing: releasing)
        }
        for name in ["st1", ""] {
            let stranger = DukePerson(DUID: 0, netid: name, fName: "Stranger")
            #expect(try load([stranger, DukePerson(DUID: 7, netid: "sv7")]).rejected == 1, "\(name)")
            #expect(
                try model.store[.people].rejected().map(\.reason) == [
                    "The DUID 0000000 belongs to your own record."
                ])
            #expect(try everybody(model) == ["0 root", "7 sv7"])
            #expect(try model.store[.people].ownKey() == 0)
            #expect(try model.store[.people].own().isUntouched)
        }
        // It gives way to a file's record of its owner only where the user agrees; then a stranger may have the number
        let mine = DukePerson(DUID: 55, netid: "ROOT")
        #expect(try load([mine, DukePerson(DUID: 7, netid: "sv7")]).fileHasOwn)
        #expect(try everybody(model) == ["0 root", "7 sv7"])
        #expect(
            try model.store[.people].rejected().map(\.reason) == [
                "The NetID root is yours, and your own record was kept."
            ])
        _ = try load([DukePerson(DUID: 0, netid: "st1"), mine], releasing: [0])
        #expect(try Set(everybody(model)).isSuperset(of: ["0 st1", "55 root"]))
        #expect(try model.store[.people].ownKey() == 55)
    }

    @Test func loadFromDiskSetsAStrangersNumberAside() throws {
        let model = try model()
        let stranger = DukePerson(DUID: 0, netid: "st1", fName: "Stranger")
        try JSONEncoder().encode([stranger, DukePerson(DUID: 7, netid: "sv7")]).write(to: model.file)
        #expect(try model.loadFromDisk().rejected == 1)
        #expect(try everybody(model) == ["0 root", "7 sv7"])
        #expect(try model.store[.people].own().isUntouched)
    }
}
