import DirectoryModel
import DirectoryScreens
import DirectoryStore
import Foundation
import ScreenFixtures
import Testing
import TypedStore
import XCTest

/// Several programs at once on one sandbox.
struct TogetherTests: CommandSuite {
    let folder = Folder()

    private func runAll(_ commands: [[String]]) async throws {
        try await withThrowingTaskGroup(of: RealProgram.Ran.self) { group in
            for command in commands { group.addTask { try await run(command) } }
            for try await ran in group { #expect(ran.status == 0, "\(ran.complaint)") }
        }
    }

    @Test(arguments: 1...2) func aNewSandboxIsOpenedByManyAtOnce(round: Int) async throws {
        // When four programs open a folder that nothing is in yet
        try await runAll((1...4).map { ["contacts", "add", "fn=Co\($0)"] })

        // Then each has added its contact
        #expect(try folder.model().store[.contacts].count() == 4)
    }

    @Test func sixUpdatesAtOnceChangeSixFields() async throws {
        _ = try await run("add", "5", "fn=Ana")
        // When six programs change a field each
        let person = ["fn=Ada", "ln=Okafor", "em=ada@duke.edu", "fr=Durham", "mo=Up", "te=Blue"]
        try await runAll(person.map { ["update", "5", $0] })
        // Then all six are changed, in the store and in the file
        let store = try folder.model().store
        let ada = try #require(try store.find(DukePerson.self, key: 5))
        #expect([ada.fName, ada.lName, ada.email, ada.from] == ["Ada", "Okafor", "ada@duke.edu", "Durham"])
        #expect(ada.movie == "Up" && ada.team == "Blue")
        let file = folder.url.appending(path: "people.json")
        #expect(try JSONDecoder().decode([DukePerson].self, from: Data(contentsOf: file)).contains(ada))
    }

    @Test func damagedFileIsReportedAndRestored() async throws {
        let model = try folder.model()
        try model.store.saveAll((1...9).map { DukePerson(DUID: $0, fName: "Ana \($0)", picture: "/9j/000\($0)") })
        try model.saveFile()
        let names = try await run("list").output
        let picture = "(SELECT picture FROM people WHERE row = 9)"
        try folder.execute("UPDATE picture SET content = zeroblob(90) WHERE hash = \(picture)")
        for command in [["list"], ["find", "fn=a"], ["export", "-"]] {
            let ran = try await run(command)
            #expect(ran.status == 4)
            #expect(
                ran.complaint.contains("“directory.sqlite” is damaged") && ran.complaint.contains("dukedir restore"))
        }
        // A change of someone else is saved, and the damage reported
        let changed = try await run("update", "3", "mo=Alien")
        #expect(changed.status == 0 && changed.output.contains("Alien"))
        #expect(changed.complaint.contains("“directory.sqlite” is damaged"))
        let restored = try await run("restore")
        #expect(restored.status == 0 && restored.output.contains("restored from people.json."))
        #expect(restored.output.contains("“directory.damaged.sqlite”"))
        let after = try await run("list")
        #expect(after.output == names && after.status == 0)
        #expect(try await run("restore").output == "No damage was found, so no changes were made.\n")
    }
}

/// What other programs change shows in the window by itself.
@MainActor
final class OtherProgramsTests: XCTestCase {
    let folder = Folder()

    private func run(_ arguments: String...) async throws {
        let ran = try await RealProgram("dukedir", ["--sandbox", folder.url.path] + arguments).run()
        XCTAssertEqual(ran.status, 0)
    }

    func testTheWindowShowsWhatTheCommandLineChanges() async throws {
        let window = try window(on: folder, appears: true)
        let people = window.screen(of: .people)
        people.appeared()
        XCTAssertEqual(people.list.total, 0)
        try await run("add", "5", "fn=Ana")
        await eventually { people.list.total > 0 }
        try await run("update", "5", "fn=Ada")
        await eventually {
            people.list.entries.contains { people.list.content(of: $0.row)?.title.contains("Ada") == true }
        }
    }
}
