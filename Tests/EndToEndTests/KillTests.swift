import DirectoryModel
import DirectoryStore
import Foundation
import ScreenFixtures
import Testing
import TypedStore

/// `dukedir` killed at any moment of Download and Replace leaves the old list or the new one, whole.
struct KillTests {
    private static let count = 300
    private let old = people(1...40)

    @Test func aDownloadThatIsKilledLeavesTheOldListOrTheNew() async throws {
        try await withClassServer(people: Self.count) { server in
            // Given a list of 40, and how long a whole download over it takes while another one runs
            let before = Folder()
            let model = try before.model()
            try model.store.saveAll(old)
            try model.saveFile()
            let whole = try await killed(at: [nil, nil], server: "\(server)", from: before).max() ?? 0
            // When it is killed somewhere in between, two programs at a time, each in a copy of that sandbox
            for moment in 1...10 {
                let moments = [moment, moment + 10].map { whole * Double($0) / 20 }
                _ = try await killed(at: moments, server: "\(server)", from: before)
            }
        }
    }

    /// Runs downloads side by side, each killed after its seconds or never, and checks what each leaves.
    /// - Returns: how long each took.
    private func killed(at moments: [Double?], server: String, from before: Folder) async throws -> [Double] {
        try await withThrowingTaskGroup(of: Double.self) { group in
            for moment in moments {
                group.addTask { try await killed(after: moment, server: server, in: before.copy()) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    private func killed(after seconds: Double?, server: String, in folder: Folder) async throws -> Double {
        let arguments = ["--sandbox", folder.url.path, "download", "--replace", "--server", server, "--netid", "demo"]
        let program = try RealProgram("dukedir", arguments, environment: ["DUKE_DIRECTORY_PASSWORD": "demo"])
        let ran = try await program.run(killedAfter: seconds)
        try check(folder, isWhole: seconds == nil)
        return ran.seconds
    }

    private func check(_ folder: Folder, isWhole: Bool) throws {
        let model = try folder.model()
        let found = try #require(model.find(lastName: "*"))
        #expect(found == old || found.count == Self.count)
        if isWhole { #expect(found.count == Self.count) }
        let file = try JSONDecoder().decode([DukePerson].self, from: Data(contentsOf: model.file))
        #expect(file.count == 40 || file.count == Self.count)
        #expect(try folder.strangers == [])
    }
}
