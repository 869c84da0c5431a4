import DirectoryModel
import DirectoryStore
import Foundation
import Hostile
import Testing
import TypedStore

/// What the system reports is the reason that people are given, and not damage.
struct DiskErrorTests {
    private let sandbox = Sandboxed()

    struct Reason: Sendable, CustomTestStringConvertible {
        let code: Int32
        let problem: StoreError
        /// The same of a store that can be read only because of it.
        let readOnly: StoreError

        var testDescription: String { String(cString: strerror(code)) }

        static func other(_ code: Int32, _ reason: String) -> Reason {
            Reason(
                code: code, problem: .cannotWrite(file: "directory.sqlite", reason: reason),
                readOnly: .readOnly(reason: reason))
        }

        static func readOnly(_ code: Int32, _ reason: String) -> Reason {
            Reason(code: code, problem: .readOnly(reason: reason), readOnly: .readOnly(reason: reason))
        }
    }

    private static let reasons = [
        Reason(code: ENOSPC, problem: .diskFull, readOnly: .readOnly(reason: "the disk is full")),
        Reason(code: EDQUOT, problem: .diskFull, readOnly: .readOnly(reason: "the disk is full")),
        .other(EFBIG, "it is larger than its disk or your account allows"),
        .other(ESTALE, "its network folder is no longer available"),
        .readOnly(EROFS, "its disk is read-only"),
        .readOnly(EACCES, "you do not have permission to change its folder"),
        Reason(
            code: EIO, problem: .diskFails(isReading: false),
            readOnly: .readOnly(reason: "the disk reported an error")),
    ]

    @Test(arguments: reasons)
    func theReasonWhyAChangeIsNotSavedIsNamed(reason: Reason) throws {
        let store = try sandbox.store()
        try store.save(DukePerson(DUID: 1))
        FailingDisk.fail(.write, in: sandbox.url, with: reason.code) {
            #expect(throws: reason.problem) { try store.save(DukePerson(DUID: 2)) }
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
