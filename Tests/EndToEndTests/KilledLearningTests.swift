import DirectoryModel
import DirectoryStore
import Foundation
import Hostile
import ScreenFixtures
import Testing
import TypedStore

/// A program killed at any moment of learning keeps every answer that was given before.
struct KilledLearningTests {
    @Test func everyAnswerIsStored() async throws {
        let folder = Folder()
        var draw = Draw()
        var given = 0
        for _ in 0..<8 {
            let program = try RealProgram("ChangeLoop", [folder.url.path, "\(given)", "learn"])
            let delay = Int.random(in: 0...3000, using: &draw)
            let lines = try await program.killed(afterLines: .random(in: 1...40, using: &draw), microseconds: delay)
            given = max(given, lines.compactMap { Int($0) }.max() ?? 0)
            let boxes = try folder.model().store[.people].learned()
            #expect(Set(1...given).isSubset(of: boxes.keys), "\(draw)")
            #expect(boxes.values.allSatisfy { $0.box.isKnown })
            given = boxes.keys.max() ?? 0
        }
        #expect(given >= 8)
    }
}
