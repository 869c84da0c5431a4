import DirectoryModel
import DirectoryStore
import Foundation
import Testing
import TypedStore

/// What is added here while a file is read is not overwritten.
struct ImportTests {
    private let sandbox = Sandboxed()
    private let list = Data(#"[{"firstName": "Ana"}]"#.utf8)

    private func contacts(_ store: Store) throws -> [String] {
        try store.whole(Contact.self) { _ in true }.map { "\($0.id) \($0.firstName)" }
    }

    /// Reads a pipe; after that was opened, and before it says anything, Bo is added, and `then` done.
    private func loadWhileBoIsAdded(
        to store: Store, from pipe: URL, _ then: @escaping @Sendable () throws -> Void = {}
    ) throws -> Result<ChangeSummary, StoreError> {
        try #require(mkfifo(pipe.path, 0o600) == 0)
        let list = list
        // A thread of its own, for opening a pipe waits for the other end.
        Thread.detachNewThread {
            #expect(throws: Never.self) {
                let handle = try FileHandle(forWritingTo: pipe)
                _ = try store.addCounted(Contact("fn=Bo"))
                try then()
                try handle.write(contentsOf: list)
                try handle.close()
            }
        }
        return Result { () throws(StoreError) in
            try store[.contacts].load(ListFile(pipe, isStrict: true), .update)
        }
    }

    @Test func aFileIsReadAgainWhereSomethingWasAddedMeanwhile() throws {
        let store = try sandbox.store()
        let (pipe, file) = (sandbox.url.appending(path: "list.json"), try sandbox.file("other.json", list))
        let result = try loadWhileBoIsAdded(to: store, from: pipe) {
            try #require(rename(file.path, pipe.path) == 0)
        }
        #expect(try result.get().new == 1)
        #expect(try contacts(store) == ["1 Bo", "2 Ana"])
    }

    @Test func aPipeThatCannotBeReadAgainChangesNothing() throws {
        let store = try sandbox.store()
        let result = try loadWhileBoIsAdded(to: store, from: sandbox.url.appending(path: "list.json"))
        #expect(result == .failure(.changedMeanwhile))
        #expect(try contacts(store) == ["1 Bo"])
    }
}
