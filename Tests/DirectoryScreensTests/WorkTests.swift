import Testing
import Waiting

@testable import DirectoryScreens

@MainActor
struct WorkTests {
    @Test func aLongTaskWaitsForTheOneBefore() async {
        let work = Work()
        let (gate, opened) = AsyncStream.makeStream(of: Void.self)
        var ended: [String] = []
        let download = Task {
            await work.run(.working("Downloading…", canCancel: true)) { _ async throws(Never) in
                for await _ in gate {}
                ended.append("download")
            }
        }
        #expect(await until { work.isBusy })
        // Given an export that is requested meanwhile
        let export = Task.immediate {
            await work.run(nil) { _ async throws(Never) in
                #expect(work.isBusy && work.progress == nil)
                ended.append("export")
            }
        }
        // Then the download keeps its progress, and the export follows
        #expect(work.progress == .working("Downloading…", canCancel: true))
        opened.finish()
        await download.value
        await export.value
        #expect(ended == ["download", "export"])
        #expect(!work.isBusy && work.progress == nil)
    }
}
