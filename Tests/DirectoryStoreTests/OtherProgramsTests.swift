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
        #expect(try Self.imported(file) == file)
    }

    @Test func everyFileIsExpected() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(Set(files) == Set(ProgramFile.all.map(\.name)))
        #expect(files.count >= 60)
    }

    /// What happens to the file, in the form of what is expected of it.
    private static func imported(_ file: ProgramFile) throws -> ProgramFile {
        switch file.collection {
        case "people": try imported(file, as: DukePerson.self)
        case "players": try imported(file, as: Player.self)
        default: try imported(file, as: Contact.self)
        }
    }

    private static func imported<R: TypedRecord>(_ file: ProgramFile, as type: R.Type) throws -> ProgramFile {
        let sandbox = Sandboxed()
        let store = try sandbox.store()
        // Rosters without a DUID are about people who are here.
        if let stored = DukePerson(DUID: 664541, netid: "al1") as? R { try store.save(stored) }
        let list = ListFile(folder.appending(path: file.name), isStrict: true)
        let summary = try store[R.definition].load(list, .update)
        let records = try store.whole(type) { _ in true }
        let came = records.map { record in
            R.fields.filter { !$0.isKey || R.definition.numbering == .typed }.map { $0.inputText(record.record) }
                .filter { !$0.isEmpty }.joined(separator: " | ")
        }
        let skipped = try store[R.definition].rejected().map(\.reason)
        return ProgramFile(
            file.name, file.collection, came, unread: summary.unread.map(\.name).joined(separator: ", "),
            leftOut: summary.leftOut.map(\.reason), skipped: skipped)
    }
}
