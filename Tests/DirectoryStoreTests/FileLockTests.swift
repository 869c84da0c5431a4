import DirectoryModel
import DirectoryStore
import Foundation
import GRDB
import Testing
import TypedStore

/// Nothing that is done with the file takes away the locks by which other programs know that it is open.
struct FileLockTests {
    private let sandbox = Folder()

    private var file: URL { sandbox.url.appending(path: "directory.sqlite") }

    /// True where a connection to the file holds the lock that says that it is open.
    ///
    /// The descriptor is left open: closing it would drop the locks.
    private func isLocked() throws -> Bool {
        let descriptor = open(file.path, O_RDWR | O_CLOEXEC)
        try #require(descriptor >= 0)
        // SQLite's shared range.
        var lock = flock(
            l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 0x4000_0002, l_len: 510, l_pid: 0)
        let ofdGetLock: CInt = 36
        try #require(fcntl(descriptor, ofdGetLock, &lock) == 0)
        return lock.l_type != Int16(F_UNLCK)
    }

    private func execute(_ sql: String) throws {
        try DatabaseQueue(path: file.path).writeWithoutTransaction { try $0.execute(sql: sql) }
    }

    @Test func secondStorePreservesThem() throws {
        let store = try sandbox.store()
        try store.save(DukePerson(DUID: 1))
        #expect(try isLocked())
        #expect(try sandbox.store()[.people].count() == 1)
        #expect(try isLocked())
        // Closing any descriptor of the file drops them, which is what the store must avoid
        close(open(file.path, O_RDONLY | O_CLOEXEC))
        #expect(try !isLocked())
    }

    @Test func damageCheckAndRestorePreserveThem() throws {
        let store = try sandbox.store()
        try store.save(DukePerson(DUID: 1))
        try store[.people].saveFile()
        try execute(
            """
            PRAGMA writable_schema = ON; UPDATE sqlite_master SET rootpage = 99999 WHERE name = 'contacts';
            PRAGMA schema_version = 999
            """)
        #expect(throws: StoreError.damaged) { try store[.contacts].count() }
        #expect(try isLocked())
        #expect(try store.restore()?.people == 1)
        #expect(try isLocked())
        #expect(try store[.contacts].count() == 0)
        try execute("UPDATE people SET hash = 0")
        #expect(try store.restore()?.copyName == "directory.damaged-2.sqlite")
        #expect(try isLocked())
    }
}
