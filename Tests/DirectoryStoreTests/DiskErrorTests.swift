import DirectoryModel
import DirectoryStore
import Foundation
import Hostile
import Testing
import TypedStore

/// What the system reports is the reason that people are given, and not damage.
struct DiskErrorTests {
    private let sandbox = Folder()

    struct Reason: Sendable, CustomTestStringConvertible {
        let code: Int32
        let text: String
        /// The problem of a change, unless the file cannot be written for this reason.
        var change: StoreError?
        /// The problem of a store that can only be read.
        var readOnly: StoreError { .readOnly(reason: text) }

        var testDescription: String { String(cString: strerror(code)) }
    }

    private static let reasons = [
        Reason(code: ENOSPC, text: "the disk is full", change: .diskFull),
        Reason(code: EDQUOT, text: "the disk is full", change: .diskFull),
        Reason(code: EFBIG, text: "it is larger than its disk or your account allows"),
        Reason(code: ESTALE, text: "its network folder is no longer available"),
        Reason(code: EROFS, text: readOnlyDisk, change: .readOnly(reason: readOnlyDisk)),
        Reason(code: EACCES, text: noPermission, change: .readOnly(reason: noPermission)),
        Reason(code: EIO, text: "the disk reported an error", change: .diskFails(isReading: false)),
    ]
    private static let readOnlyDisk = "its disk is read-only"
    private static let noPermission = "you do not have permission to change its folder"

    @Test(arguments: reasons)
    func theReasonWhyAChangeIsNotSavedIsNamed(reason: Reason) throws {
        let problem = reason.change ?? .cannotWrite(file: "directory.sqlite", reason: reason.text)
        let store = try sandbox.store()
        try store.save(DukePerson(DUID: 1))
        FailingDisk.fail(.write, in: sandbox.url, with: reason.code) {
            #expect(throws: problem) { try store.save(DukePerson(DUID: 2)) }
        }
        // And the store is as it was, and can be changed
        #expect(try store[.people].count() == 1)
        try store.save(DukePerson(DUID: 3))
        #expect(try store[.people].count() == 2)
    }

    @Test(arguments: reasons)
    func aFolderThatCannotBeWrittenIsRead(reason: Reason) throws {
        do { try sandbox.store().save(DukePerson(DUID: 1)) }
        try FailingDisk.fail(.write, in: sandbox.url, with: reason.code) {
            let store = try sandbox.store()
            #expect(store.whyReadOnly == reason.readOnly)
            #expect(try store.find(DukePerson.self, key: 1) == DukePerson(DUID: 1))
        }
    }

    @Test func aDiskThatCannotBeReadIsNotDamage() throws {
        do { try sandbox.store().save(DukePerson(DUID: 1)) }
        FailingDisk.fail(.read, in: sandbox.url, with: EIO) {
            #expect(throws: StoreError.diskFails(isReading: true)) { try sandbox.store() }
        }
        #expect(try sandbox.store()[.people].count() == 1)
    }
}
