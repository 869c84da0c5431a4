import DirectoryModel
import DirectoryStore
import Foundation
import Testing
import TypedStore

/// Files as other programs write them, each with what comes in and what is named as not read.
struct OtherProgramsTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../Support/OtherPrograms").standardizedFileURL

    @Test(arguments: ProgramFile.all)
    func everyFileIsImportedAsExpected(file: ProgramFile) throws {
        // Given a list with nobody in it, when the file is imported, then this is all that comes in and is said
        for name in file.names { #expect(try Self.imported(file, name) == file, "\(name)") }
    }

    @Test func everyFileIsExpected() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(Set(files) == Set(ProgramFile.all.flatMap(\.names)))
        #expect(files.count >= 60)
    }

    /// What happens to the file called `name`, in the form of what is expected of it.
    private static func imported(_ file: ProgramFile, _ name: String) throws -> ProgramFile {
        let definition = try #require(Collections.all.first { $0.collection.name == file.collection })
        let sandbox = Folder()
        let store = try sandbox.store()
        // Rosters without a DUID are about people who are here.
        if definition === Definition.people { try store.save(DukePerson(DUID: 664541, netid: "al1")) }
        let list = ListFile(folder.appending(path: name), isStrict: true)
        let summary = try store[definition].load(list, .update)
        let came = try store[definition].whole { _ in true }.map { record in
            definition.fields.filter { !$0.isKey || definition.numbering == .typed }.map { $0.inputText(record) }
                .filter { !$0.isEmpty }.joined(separator: " | ")
        }
        let skipped = try store[definition].rejected().map(\.reason)
        return ProgramFile(
            file.names.joined(separator: " "), file.collection, came,
            unread: summary.unread.map(\.name).joined(separator: ", "),
            leftOut: summary.leftOut.map(\.reason), skipped: skipped)
    }
}
