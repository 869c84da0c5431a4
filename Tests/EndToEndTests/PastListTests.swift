import DirectoryModel
import DirectoryStore
import Foundation
import Testing

/// The times that `dukedir list --at` takes.
struct PastListTests {
    private let folder = Folder()

    private func run(_ arguments: String...) async throws -> RealProgram.Ran {
        try await RealProgram("dukedir", ["--sandbox", folder.url.path] + arguments).run()
    }

    @Test(arguments: [
        ("2099-01-01", 0), ("2099-01-01T12:00", 0), ("2099-01-01T12:00:30", 0), ("2099-01-01T12:00Z", 0),
        ("2099-01-01T12:00:30.5Z", 0), ("2099-01-01T12:00+02:00", 0), ("2099-11-31", 2), ("2099-02-29T12:00", 2),
        ("2099-01-01T25:00Z", 2), ("noon", 2),
    ])
    func onlyTimesOfTheCalendarAreTaken(time: String, status: Int32) async throws {
        _ = try folder.model().store.insert(DukePerson(DUID: 11, netid: "ana", fName: "Ana", lName: "Li"))
        let ran = try await run("list", "--at", time)
        #expect(ran.status == status, "\(ran.complaint)")
        #expect(ran.output.contains("Ana") == (status == 0))
    }

    @Test func aDayMeansItsEnd() async throws {
        _ = try folder.model().store.insert(DukePerson(DUID: 11, netid: "ana", fName: "Ana", lName: "Li"))
        let day = String(Date.now.ISO8601Format(.iso8601(timeZone: .current)).prefix(10))
        #expect(try await run("list", "--at", day).output.contains("Ana"))
    }
}
