public import DirectoryModel
import Foundation
private import GRDB
import Language

/// What can go wrong with what is kept on disk.
public enum StoreError: UserFacingError, Equatable {
    case cannotOpen(reason: String)
    /// A change could not be written, and everything is as it was before it.
    case diskFull
    /// The directory can be read and not changed.
    case readOnly(reason: String)
    /// The disk reports an error, other than that it is full, in the directory's own file.
    case diskFails(isReading: Bool)
    case busy
    /// The directory's own file contradicts itself.
    case damaged
    /// A record is not what was written.
    case damagedRecord(String)
    case changedMeanwhile
    case cannotRead(file: String, reason: String)
    case cannotWrite(file: String, reason: String)
    /// A change was made, and only the JSON file of the sandbox could not follow.
    case copyNotWritten(file: String, reason: String)
    case notAList(file: String, many: String)
    case unreadableList(file: String)
    /// `rejected` are the first of the elements that were set aside, and `more` the number of the others.
    case nothingInFile(file: String, one: String, rejected: [RejectedElement] = [], more: Int = 0)
    case tooLarge(file: String, megabytes: Int)
    /// One's own record was to be removed.
    case ownRecord
    /// The owner's name that a record was to take is another record's; `label` is what such a name is called.
    case ownerTaken(label: String, owner: String, holder: String)
    case other(String)

    public var message: String {
        switch self {
        case .cannotOpen(let reason): translated("The directory's own file could not be opened: \(reason).")
        case .diskFull: translated("The disk is full, so nothing was changed.")
        case .readOnly(let reason): translated("The directory can be read here but not changed: \(reason).")
        case .diskFails(isReading: true):
            translated("“\(Store.fileName)” could not be read: the disk reports an error.")
        case .diskFails(isReading: false):
            translated("“\(Store.fileName)” could not be written, so nothing was changed: the disk reports an error.")
        case .busy: translated("Another program is changing the directory right now.")
        case .damaged: translated("The directory's own file, “\(Store.fileName)”, is damaged.")
        case .damagedRecord(let name):
            translated("“\(Store.fileName)” is damaged: “\(name)” is not what was written there.")
        case .changedMeanwhile:
            translated("Something was changed here while the list arrived, so nothing was taken over.")
        case .cannotRead(let file, let reason): translated("“\(file)” could not be read: \(reason).")
        case .cannotWrite(let file, let reason): translated("“\(file)” could not be written: \(reason).")
        case .copyNotWritten(let file, let reason):
            translated("The change is kept, but its copy in “\(file)” could not be written: \(reason).")
        case .notAList(let file, let many): translated("“\(file)” holds no list of \(many).")
        case .unreadableList(let file): translated("“\(file)” ends too early or is damaged, so nothing was changed.")
        case .nothingInFile(let file, let one, _, _):
            translated("“\(file)” holds no \(one) that can be read, so nothing was changed.")
        case .tooLarge(let file, let megabytes):
            translated("“\(file)” is a property list of more than \(megabytes) MB, so nothing was changed.")
        case .ownRecord: translated("Your own record cannot be deleted, but you can empty it.")
        case .ownerTaken(let label, let owner, let holder):
            translated("The \(label) \(owner.printable) belongs to \(holder.printable) already.")
        case .other(let reason): translated("The directory could not be changed: \(reason).")
        }
    }

    public var recovery: String {
        switch self {
        case .cannotOpen: translated("Check that the folder exists and belongs to you.")
        case .diskFull: translated("Free some space and try again.")
        case .readOnly: translated("Free some space, or check the permissions of its folder, and start again.")
        case .diskFails: translated("Copy its folder to another disk while it can be read.")
        case .busy, .changedMeanwhile: translated("Try again in a moment.")
        case .damaged, .damagedRecord:
            translated("Restore it from people.json; the damaged file is kept beside it.")
        case .cannotRead: translated("Check the name and the permissions.")
        case .cannotWrite: translated("Check the name, the permissions and the free space.")
        case .copyNotWritten: translated("The next change or start writes it again.")
        case .notAList(_, let many): translated("Choose a file that holds a list of \(many).")
        case .unreadableList, .nothingInFile, .tooLarge: translated("Choose another file.")
        case .ownRecord, .ownerTaken: ""
        case .other: translated("Try again.")
        }
    }

    /// True where the directory's own file has to be restored.
    public var isDamage: Bool {
        switch self {
        case .damaged, .damagedRecord: true
        default: false
        }
    }

    /// True where a file that was read holds nothing that can be taken over.
    var isAboutContent: Bool {
        switch self {
        case .notAList, .unreadableList, .nothingInFile, .tooLarge: true
        default: false
        }
    }

    /// True where nothing but writing may be impossible.
    var isAboutWriting: Bool {
        switch self {
        case .cannotOpen, .diskFull, .readOnly, .diskFails: true
        default: false
        }
    }
}

extension StoreError {
    /// The problem an error of SQLite or of the file system stands for.
    init(_ error: any Error) {
        if let problem = error as? StoreError {
            self = problem
        } else if let error = error as? DatabaseError {
            self = Self.problem(of: error)
        } else if error is RowDecodingError {
            self = .damaged
        } else if Self.saysDiskFull(error) {
            self = .diskFull
        } else {
            self = .other(error.localizedDescription)
        }
    }

    private static func saysDiskFull(_ error: any Error) -> Bool {
        if let error = error as? POSIXError { return isDiskFull(error.code.rawValue) }
        if let error = error as? CocoaError, error.code == .fileWriteOutOfSpace { return true }
        let error = error as NSError
        if let inner = error.userInfo[NSUnderlyingErrorKey] as? NSError { return saysDiskFull(inner) }
        return error.domain == NSPOSIXErrorDomain && isDiskFull(Int32(error.code))
    }

    /// True for the system's codes for a disk, or a person's part of it, that holds no more.
    static func isDiskFull(_ code: Int32) -> Bool { code == ENOSPC || code == EDQUOT }

    private static func problem(of error: DatabaseError) -> StoreError {
        switch error.resultCode {
        case .SQLITE_FULL: .diskFull
        case .SQLITE_IOERR: ioProblem(of: error.extendedResultCode)
        case .SQLITE_BUSY, .SQLITE_LOCKED: .busy
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: .damaged
        case .SQLITE_CANTOPEN: .cannotOpen(reason: translated("the file cannot be made"))
        case .SQLITE_READONLY, .SQLITE_PERM: .readOnly(reason: translated("its file may not be written"))
        default: .other(error.message ?? translated("SQLite said \(error.resultCode.rawValue)"))
        }
    }

    private static func ioProblem(of code: ResultCode) -> StoreError {
        switch code {
        case .SQLITE_IOERR_READ, .SQLITE_IOERR_SHORT_READ, .SQLITE_IOERR_FSTAT, .SQLITE_IOERR_ACCESS,
            .SQLITE_IOERR_SHMMAP:
            .diskFails(isReading: true)
        // The file that readers and writers share could not be made as large as it has to be.
        case .SQLITE_IOERR_SHMSIZE, .SQLITE_IOERR_SHMOPEN: .diskFull
        default: .diskFails(isReading: false)
        }
    }
}

/// Runs `body` and says what went wrong in words.
func explained<T>(_ body: () throws -> T) throws(StoreError) -> T {
    do { return try body() } catch { throw StoreError(error) }
}
