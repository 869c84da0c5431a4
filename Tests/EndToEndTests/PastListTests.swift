import DirectoryModel
import DirectoryStore
import Foundation
import ScreenFixtures
import Testing
import TypedStore

/// The times that `dukedir list --at` takes.
struct PastListTests: CommandSuite {
    let folder = Folder()

    @Test(arguments: [
        ("2099-01-01T12:00", 0), ("2099-01-01T12:00:30", 0), ("2099-01-01T12:00+02:00", 0), ("2099-11-31", 2),
        ("2099-01-01T25:00Z", 2), ("noon", 2),
    ])
    func onlyTimesOfTheCalendarAreTaken(time: String, status: Int32) async throws {
        _ = try folder.model().store.insert(DukePerson(DUID: 11, netid: "ana", fName: "Ana", lName: "Li"))
        let ran = try await run("list", "--at", time)
        #expect(ran.status == status, "\(ran.complaint)")
        #expect(ran.output.contains("Ana") == (status == 0))
    }

    @Test func aTimeOfTheHistoryShowsItsChange() async throws {
        let store = try folder.model().store
        _ = try store.insert(DukePerson(DUID: 11, netid: "ana", fName: "Ana", lName: "Li"))
        let added = try #require(try store[.people].history().first?.time)
        // To the second, as the history says it, and exactly
        let second = Date(timeIntervalSince1970: added.timeIntervalSince1970.rounded(.down))
        #expect(try await run("list", "--at", second.ISO8601Format()).output.contains("Ana"))
        let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        #expect(try await run("list", "--at", added.addingTimeInterval(0.002).formatted(format)).output.contains("Ana"))
        let before = try await run("list", "--at", added.addingTimeInterval(-0.002).formatted(format))
        #expect(!before.output.contains("Ana"))
        // A date means the end of that day
        let day = String(Date.now.ISO8601Format(.iso8601(timeZone: .current)).prefix(10))
        #expect(try await run("list", "--at", day).output.contains("Ana"))
    }
}
