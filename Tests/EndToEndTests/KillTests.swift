import DirectoryModel
import DirectoryStore
import Foundation
import Testing

/// `dukedir` killed at any moment of Download and Replace leaves the old list or the new one, whole.
struct KillTests {
    @Test func killedAtTwentyMoments() async throws {
        try await withClassServer(people: 1500) { server in
            // Given how long a whole download takes
            let whole = try await killed(after: nil, server: "\(server)")
            for moment in 1...20 {
                // When it is killed somewhere in between
                _ = try await killed(after: whole * Double(moment) / 20, server: "\(server)")
            }
        }
    }

    /// Runs a download over a list of 40 in a fresh sandbox, kills it after `seconds`, and checks what is left.
    private func killed(after seconds: Double?, server: String) async throws -> Double {
        let folder = Folder()
        let old = people(1...40)
        for person in old { _ = try folder.model().add(person) }
        _ = try folder.model().save()
        let arguments = ["--sandbox", folder.url.path, "download", "--replace", "--server", server, "--netid", "demo"]
        let program = try RealProgram("dukedir", arguments, environment: ["DUKE_DIRECTORY_PASSWORD": "demo"])
        let ran = try await program.run(killedAfter: seconds)
        try check(folder, old: old, isWhole: seconds == nil)
        return ran.seconds
    }

    private func check(_ folder: Folder, old: [DukePerson], isWhole: Bool) throws {
        let model = try folder.model()
        let found = try #require(model.find(lastName: "*"))
        #expect(found == old || found.count == 1500)
        if isWhole { #expect(found.count == 1500) }
        let file = try JSONDecoder().decode([DukePerson].self, from: Data(contentsOf: model.file))
        #expect(file.count == 40 || file.count == 1500)
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(!left.contains { $0.hasPrefix("arriving") })
    }
}
