import DirectoryModel
import DirectoryStore
import Foundation
import GRDB
import Testing

/// Nothing that is done with the file takes away the locks by which other programs know that it is open.
struct FileLockTests {
    private let sandbox = Sandboxed()

    private var file: URL { sandbox.url.appending(path: "directory.sqlite") }

    /// True where the system knows of a lock of this program on the file.
    private func isLocked() throws -> Bool {
        let number = try FileManager.default.attributesOfItem(atPath: file.path)[.systemFileNumber] as? Int
        let inode = try #require(number)
        return try String(contentsOfFile: "/proc/locks", encoding: .utf8).split(separator: "\n").contains {
            $0.contains(" POSIX ") && $0.contains(" \(getpid()) ") && $0.contains(":\(inode) ")
        }
    }

    private func execute(_ sql: String) throws {
        try DatabaseQueue(path: file.path).writeWithoutTransaction { try $0.execute(sql: sql) }
    }

    @Test func anotherStoreInTheSameProgramKeepsThem() throws {
        let store = try sandbox.store()
        try store.save(DukePerson(DUID: 1))
        #expect(try isLocked())
        #expect(try sandbox.store().count(of: DukePerson.self) == 1)
        #expect(try isLocked())
    }

    @Test func findingDamageAndRestoringKeepThem() throws {
        let store = try sandbox.store()
        try store.save(DukePerson(DUID: 1))
        try store.saveFile(of: DukePerson.self)
        try execute(
            """
            PRAGMA writable_schema = ON; UPDATE sqlite_master SET rootpage = 99999 WHERE name = 'contacts';
            PRAGMA schema_version = 999
            """)
        #expect(throws: StoreProblem.damaged) { try store.count(of: Contact.self) }
        #expect(try isLocked())
        #expect(try store.restore()?.people == 1)
        #expect(try isLocked())
        #expect(try store.count(of: Contact.self) == 0)
        try execute("UPDATE people SET hash = 0")
        #expect(try store.restore()?.keptAs == "directory.damaged-2.sqlite")
        #expect(try isLocked())
    }
}
