import DirectoryModel
import DirectoryStore
import Foundation
import ScreenFixtures
import Synchronization
import Testing
import TypedStore

/// Ctrl-C while `dukedir` reads a file leaves the list as it was.
struct InterruptedImportTests {
    /// A pipe whose writer stops in the middle of a list.
    private final class HalfList: Sendable {
        private let file: URL
        private let isRead = Atomic(false)
        private let isOver = DispatchSemaphore(value: 0)

        init(_ file: URL) throws {
            self.file = file
            guard mkfifo(file.path, 0o600) == 0 else { throw POSIXError(.EIO) }
        }

        /// True once the program has read most of what is there; it waits for more.
        var isBeingRead: Bool { isRead.load(ordering: .acquiring) }

        /// Writes until the reader has come to the middle; the pipe remains open until `end`.
        func write(_ text: String) {
            Thread.detachNewThread { [self] in
                guard let handle = try? FileHandle(forWritingTo: file) else { return }
                try? handle.write(contentsOf: Data(text.utf8))
                isRead.store(true, ordering: .releasing)
                isOver.wait()
                try? handle.close()
            }
        }

        func end() { isOver.signal() }
    }

    @Test(arguments: ["vcf", "json", "csv"])
    func anInterruptedImportChangesNothing(kind: String) async throws {
        let (folder, other) = (Folder(), Folder())
        let old = people(1...3)
        do {
            let model = try folder.model()
            try model.store.saveAll(old)
            try model.saveFile()
        }
        let list = try HalfList(
            try other.file("started", "").deletingLastPathComponent().appending(path: "list.\(kind)"))
        list.write(start(kind))
        let program = try RealProgram(
            "dukedir",
            ["--sandbox", folder.url.path, "import", other.url.appending(path: "list.\(kind)").path])
        let ran = try await program.run(interruptedWhen: { list.isBeingRead })
        list.end()

        #expect(ran.status == -Int(SIGINT), "\(ran.complaint)")
        let model = try folder.model()
        #expect(try model.store.whole(DukePerson.self) { _ in true } == old)
        #expect(try folder.strangers == [])
    }

    /// The beginning of a list that is longer than a pipe.
    private func start(_ kind: String) -> String {
        let numbers = 100..<8000
        return switch kind {
        case "json": "[" + numbers.map { #"{"DUID": \#($0), "fName": "Name\#($0)"}, "# }.joined()
        case "csv": "DUID,First Name\n" + numbers.map { "\($0),Name\($0)\n" }.joined()
        default: numbers.map { "BEGIN:VCARD\nX-DUKE-DUID:\($0)\nN:Li;Name\($0)\nEND:VCARD\n" }.joined()
        }
    }
}
