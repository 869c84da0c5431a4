import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation

/// A sandbox of its own that goes away with the test.
final class Folder: Sendable {
    let url = URL.temporaryDirectory.appending(path: "directory-\(UUID().uuidString)")

    deinit { try? FileManager.default.removeItem(at: url) }

    /// A file in it that holds `text`.
    func file(_ name: String, _ text: String) throws -> URL {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        let file = url.appending(path: name)
        try Data(text.utf8).write(to: file)
        return file
    }

    func model() throws -> DataModel { try DataModel(sandbox: url) }

    /// Another one that holds the same.
    func copy() throws -> Folder {
        let copy = Folder()
        try FileManager.default.copyItem(at: url, to: copy.url)
        return copy
    }

    /// What is in it and does not belong into a sandbox, such as what a program that was killed left half written.
    var strangers: [String] {
        get throws {
            let known = [
                "directory.sqlite", "directory.sqlite-wal", "directory.sqlite-shm", "people.json", "groups.json",
            ]
            return try FileManager.default.contentsOfDirectory(atPath: url.path).filter { !known.contains($0) }
        }
    }
}

/// Three people who are here before anything arrives.
func people(_ duids: ClosedRange<Int> = 1...3) -> [DukePerson] {
    duids.map { DukePerson(DUID: $0, netid: "n\($0)", fName: "First\($0)", lName: "Last\($0)", role: .Student) }
}
