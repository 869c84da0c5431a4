public import DirectoryModel
import Foundation
private import GRDB
import Language

/// An error of the store, with a message for the user.
public enum StoreError: UserFacingError, Equatable {
    /// The database or its folder could not be opened.
    case cannotOpen(reason: String, folder: String? = nil)
    case diskFull
    case readOnly(reason: String)
    /// The store shows an earlier state.
    case past(day: String)
    /// The history began later than the requested time.
    case beforeHistory(began: String)
    /// The disk reported an error other than that it is full.
    case diskFails(isReading: Bool)
    case newerVersion
    /// The sandbox was removed while it was open; everything was written again, including the change.
    case folderRemoved
    /// The database was replaced while it was open; the change was not made.
    case fileReplaced
    case busy
    case damaged
    /// A record does not match its hash.
    case damagedRecord(String)
    /// Something changed since it was read, so the change was not made.
    case changedMeanwhile
    case cannotRead(file: String, reason: String)
    case cannotWrite(file: String, reason: String)
    /// Another file defines the collection with the name.
    case collectionExists(String, file: String, other: String)
    /// Records of the collection have no vCards. `many` is the collection's plural, also below.
    case noCards(many: String)
    /// The change was made, but the JSON file in the sandbox could not be written.
    case copyNotWritten(file: String, reason: String)
    /// Another program changed the JSON file in the sandbox.
    case fileChanged(file: String)
    /// The same; it was moved to the path `as`, and written again. `isList` is false if it was damaged.
    case copyRenamed(file: String, as: String, isList: Bool)
    case notAList(file: String, many: String)
    /// The list ends too early or is damaged.
    case unreadableList(file: String)
    /// A table ends within quotes that began in `line`, from 1.
    case openQuote(file: String, line: Int)
    /// A list of another collection instead of `many`.
    case otherCollection(file: String, CollectionInfo, many: String)
    /// A property list in Apple's binary form.
    case binaryPropertyList(file: String)
    /// The JSON file in the sandbox cannot be loaded, for the reason in `message`.
    case copyUnusable(message: String, file: String)
    /// `rejected` are the first rejected elements, and `more` is the number of the others.
    case noRecordsInFile(file: String, one: String, rejected: [RejectedElement] = [], more: Int = 0)
    /// A property list has more than `megabytes`.
    case tooLarge(file: String, megabytes: Int)
    /// The user's own record was to be deleted.
    case ownRecord
    /// Somebody else signs in, and changes of the person who was signed in before were not uploaded.
    case unsentChanges(of: String)
    /// Another record has the new owner; `label` is the field's label.
    case ownerTaken(label: String, owner: String, holder: String)
    /// Another group of the list has the name, or one that differs only in case or accents.
    case groupExists(String)
    /// A name that marks a field in cards.
    case groupCalledAsField(String)
    case noGroup(String)
    case noGroupName
    /// The search of a smart group cannot find anything.
    case search(TokenError)
    /// Members were to be added to a group whose search finds them.
    case smartGroup(String)
    /// Two records to be merged are on the server's list, or the user's own.
    case bothStay
    /// A record was changed since it was read to be merged.
    case changedBeforeMerge
    case cancelled
    case other(String)

    public var message: String {
        switch self {
        case .cannotOpen(let reason, _): translated("The directory’s file could not be opened: \(reason).")
        case .diskFull: translated("The disk is full, so no changes were made.")
        case .folderRemoved:
            translated(
                """
                The folder of your directory was removed while it was open. Everything was written there again, with \
                your last change.
                """)
        case .newerVersion:
            translated("Your directory was written by a newer version of this app and was not opened.")
        case .fileReplaced:
            translated("The directory’s file was replaced while it was open, so no changes were made.")
        case .readOnly(let reason): translated("The directory is read-only: \(reason).")
        case .past(let day): translated("This is the directory as of \(day), which cannot be changed.")
        case .beforeHistory(let began): translated("The history begins on \(began).")
        case .diskFails(isReading: true):
            translated("“\(DatabaseFile.name)” could not be read because the disk reported an error.")
        case .diskFails(isReading: false):
            translated(
                "“\(DatabaseFile.name)” could not be written because the disk reported an error. No changes were made.")
        case .busy: translated("Another program is changing the directory.")
        case .damaged: translated("The directory’s file “\(DatabaseFile.name)” is damaged.")
        case .damagedRecord(let name):
            translated("“\(DatabaseFile.name)” is damaged near “\(name)”.")
        case .changedMeanwhile:
            translated("Your list was changed during the download, so the download was not applied.")
        case .cannotRead(let file, let reason): translated("“\(file)” could not be read: \(reason).")
        case .cannotWrite(let file, let reason): translated("“\(file)” could not be written: \(reason).")
        case .collectionExists(let name, let file, let other):
            translated("“\(file)” was not read, because “\(other)” defines a collection with the same name “\(name)”.")
        case .noCards(let many): translated("vCards cannot contain \(many).")
        case .copyNotWritten(let file, let reason):
            translated("The change was saved, but its copy in “\(file)” could not be written: \(reason).")
        case .fileChanged(let file):
            translated("“\(file)” was changed after this app wrote it, or has a change that the directory lost.")
        case .copyRenamed(let file, let name, false):
            translated("“\(file)” was damaged, so it was written again. The damaged file is saved as “\(name)”.")
        case .copyRenamed(let file, let name, _):
            translated(
                """
                “\(file)” was changed after this app wrote it, or had a change that the directory lost. It is kept as \
                “\(name)”.
                """)
        case .notAList(let file, let many): translated("“\(file)” does not contain a list of \(many).")
        case .otherCollection(let file, let other, let many):
            translated("“\(file)” contains a list of \(other.many), not of \(many), so no changes were made.")
        case .unreadableList(let file): translated("“\(file)” is incomplete or damaged, so no changes were made.")
        case .openQuote(let file, let line):
            translated("The quotation mark in line \(line) of “\(file)” is not closed, so no changes were made.")
        case .binaryPropertyList(let file):
            translated("“\(file)” is a property list in Apple’s binary form, so no changes were made.")
        case .copyUnusable(let message, _): message
        case .noRecordsInFile(let file, let one, _, _):
            translated("“\(file)” contains no \(one) that could be read, so no changes were made.")
        case .tooLarge(let file, let megabytes):
            translated("“\(file)” is a property list of more than \(megabytes) MB, so no changes were made.")
        case .ownRecord: translated("Your own record cannot be deleted, but you can clear it.")
        case .unsentChanges(let name):
            translated("The changes of \(name.printable), who was signed in before, were not uploaded.")
        case .ownerTaken(let label, let owner, let holder):
            translated("The \(label) \(owner.printable) already belongs to \(holder.printable).")
        case .groupExists(let name): translated("There is already a group called “\(name.printable)”.")
        case .noGroup(let name): translated("The group “\(name.printable)” does not exist.")
        case .groupCalledAsField(let name):
            translated("“\(name.printable)” marks a field in vCards, so no group can be called that.")
        case .search(let problem): problem.message
        case .noGroupName: translated("A group must have a name.")
        case .smartGroup(let name):
            translated("You cannot add or remove members of the smart group “\(name.printable)”.")
        case .bothStay:
            translated("Records on the server’s list and your own record are kept, so these were not merged.")
        case .changedBeforeMerge: translated("A record has changed in the meantime, so nothing was merged.")
        case .cancelled: translated("Canceled. No changes were made.")
        case .other(let reason): translated("The directory could not be read or changed: \(reason).")
        }
    }

    public var recovery: String {
        switch self {
        case .cannotOpen(_, let folder?): translated("Check the folder “\(folder.printable)”, and try again.")
        case .cannotOpen: translated("Check its folder, and try again.")
        case .diskFull: translated("Free some space and try again.")
        case .readOnly: translated("Check its disk and the permissions of its folder, and start again.")
        case .past: translated("Return to the present to make changes.")
        case .beforeHistory: translated("Choose a later day.")
        case .diskFails: translated("Copy its folder to another disk while it can still be read.")
        case .newerVersion: translated("Install the newer version.")
        case .folderRemoved, .fileReplaced: translated("Close the app and start it again to continue.")
        case .busy, .changedMeanwhile: translated("Try again in a moment.")
        case .damaged, .damagedRecord:
            translated("Restore it from people.json. The damaged file is kept.")
        case .cannotRead: translated("Check the name and the permissions.")
        case .cannotWrite: translated("Check the name, the permissions, and the free space.")
        case .collectionExists: translated("Remove one of the files, or change the name in it.")
        case .noCards: translated("Choose a file name that ends in .csv or .json.")
        case .copyNotWritten: translated("It will be written again with the next change or start.")
        case .fileChanged: translated("Load it from disk if a change is missing.")
        case .copyRenamed(_, _, let isList): isList ? translated("Import it if a change is missing.") : ""
        case .notAList(_, let many): translated("Choose a file that contains a list of \(many).")
        case .otherCollection(_, let other, _): translated("Open \(other.title) and import it there.")
        case .copyUnusable(_, let file):
            translated("Rename “\(file)” to load the list that comes with the program.")
        case .openQuote: translated("Close it, or write it twice where it is part of a text, and try again.")
        case .binaryPropertyList: translated("Save it as XML and try again.")
        case .unreadableList, .noRecordsInFile, .tooLarge: translated("Choose another file.")
        case .search(let problem): problem.recovery
        case .groupExists, .groupCalledAsField, .noGroupName: translated("Choose another name.")
        case .changedBeforeMerge: translated("Check the new version and try again.")
        case .ownRecord, .unsentChanges, .ownerTaken, .noGroup, .smartGroup, .bothStay, .cancelled: ""
        case .other: translated("Try again.")
        }
    }

    /// True if the database must be restored.
    public var isDamage: Bool {
        switch self {
        case .damaged, .damagedRecord: true
        default: false
        }
    }

    /// True if the file contains no record to load.
    var isAboutContent: Bool {
        switch self {
        case .notAList, .otherCollection, .unreadableList, .openQuote, .binaryPropertyList, .noRecordsInFile,
            .tooLarge:
            true
        default: false
        }
    }

    /// True if only writing may be impossible.
    var isAboutWriting: Bool {
        switch self {
        case .cannotOpen, .diskFull, .readOnly, .diskFails, .cannotWrite: true
        default: false
        }
    }
}

extension StoreError {
    init(_ error: any Error) {
        if let problem = error as? StoreError {
            self = problem
        } else if let error = error as? DatabaseError {
            self = Self.problem(of: error)
        } else if error is RowDecodingError {
            self = .damaged
        } else if let code = Self.code(of: error) {
            self = Self.writingProblem(code)
        } else {
            self = .other(error.localizedDescription)
        }
    }

    private static func problem(of error: DatabaseError) -> StoreError {
        switch error.resultCode {
        case .SQLITE_FULL: .diskFull
        case .SQLITE_INTERRUPT: .cancelled
        case .SQLITE_IOERR: ioProblem(of: error.extendedResultCode)
        case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL: .busy
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: .damaged
        case .SQLITE_ERROR where isAboutSchema(error.message ?? ""): .damaged
        case .SQLITE_CANTOPEN: .cannotOpen(reason: translated("the system gave no reason"))
        case .SQLITE_READONLY, .SQLITE_PERM:
            .readOnly(reason: translated("you do not have permission to change its file"))
        default: .other(error.message ?? translated("SQLite reported \(error.resultCode.rawValue)"))
        }
    }

    /// True if the file lacks, or has already, what this program expects or makes.
    private static func isAboutSchema(_ message: String) -> Bool {
        ["no such table", "no such column", "no such index", "duplicate column name"].contains(where: message.hasPrefix)
            || message.hasSuffix("already exists")
    }

    private static func ioProblem(of code: ResultCode) -> StoreError {
        switch code {
        case .SQLITE_IOERR_READ, .SQLITE_IOERR_SHORT_READ, .SQLITE_IOERR_FSTAT, .SQLITE_IOERR_ACCESS,
            .SQLITE_IOERR_SHMMAP, .SQLITE_IOERR_CORRUPTFS, .SQLITE_IOERR_DATA:
            .diskFails(isReading: true)
        default: isFileSizeLimited ? writingProblem(EFBIG) : .diskFails(isReading: false)
        }
    }

    /// True if this process may write files only up to a size.
    private static var isFileSizeLimited: Bool {
        var limit = rlimit()
        return getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 && limit.rlim_cur != rlim_t.max
    }
}

/// Runs `body`, and converts its errors to `StoreError`.
func mappingStoreErrors<T>(_ body: () throws -> T) throws(StoreError) -> T {
    do { return try body() } catch { throw StoreError(error) }
}

extension Record {
    /// The sentence that `holder` has the number of this record.
    public func keyTaken(by holder: String) -> String {
        let key = definition.fields[0]
        return StoreError.ownerTaken(label: key.label, owner: key.displayText(self), holder: holder).message
    }
}

/// The reasons of the system, as the end of a sentence.
extension StoreError {
    static func reason(for error: any Error) -> String {
        code(of: error).map(reason(forCode:)) ?? translated("the file system refused access")
    }

    static func reason(forCode code: Int32) -> String {
        switch code {
        case ENOENT: translated("the file does not exist")
        case EACCES, EPERM: translated("you do not have permission to open it")
        case EROFS: translated("its disk is read-only")
        case EISDIR: translated("it is a folder")
        case ENOSPC, EDQUOT: translated("the disk is full")
        case EMFILE, ENFILE: translated("too many files are open")
        case EIO: translated("the disk reported an error")
        case EFBIG: translated("it is larger than its disk or your account allows")
        case ESTALE: translated("its network folder is no longer available")
        case ENOTDIR: translated("a file has the name of a folder")
        default: systemMessage(for: code)
        }
    }

    static func reason(forFolder code: Int32) -> String {
        [EACCES, EPERM].contains(code)
            ? translated("you do not have permission to change its folder") : reason(forCode: code)
    }

    /// Why a copy of the store could not be written.
    var reasonText: String {
        switch self {
        case .cannotOpen(let reason, _), .readOnly(let reason), .cannotRead(_, let reason), .cannotWrite(_, let reason),
            .other(let reason):
            reason
        case .diskFull: Self.reason(forCode: ENOSPC)
        case .diskFails: Self.reason(forCode: EIO)
        case .busy: translated("another program is changing the directory")
        case .folderRemoved: translated("its folder was removed")
        case .fileReplaced: translated("the directory’s file was replaced while it was open")
        default: translated("the directory could not be read")
        }
    }

    /// The system's message in the user's language, as the end of a sentence.
    private static func systemMessage(for code: Int32) -> String {
        let message = String(cString: strerror(code))
        return message.prefix(1).lowercased() + message.dropFirst()
    }

    /// The system's error code, or nil.
    static func code(of error: any Error) -> Int32? {
        if let error = error as? POSIXError { return error.code.rawValue }
        if let error = error as? CocoaError, error.code == .fileWriteOutOfSpace { return ENOSPC }
        let error = error as NSError
        if let inner = error.userInfo[NSUnderlyingErrorKey] as? NSError { return code(of: inner) }
        return error.domain == NSPOSIXErrorDomain ? Int32(error.code) : nil
    }

    static func isDiskFull(_ code: Int32) -> Bool { code == ENOSPC || code == EDQUOT }

    /// The error with what SQLite does not report about `file`.
    /// - Parameter code: returns the system's last error on the connection, or 0.
    static func problem(of error: any Error, in file: DatabaseFile, code: () -> Int32 = { 0 }) -> StoreError {
        let problem = StoreError(error)
        switch problem {
        case .damaged where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains((error as? DatabaseError)?.resultCode):
            // SQLite reports a disk that cannot be read as damage.
            return !file.isReadable || file.passesIntegrityCheck ? .diskFails(isReading: true) : problem
        case .cannotOpen(let known, _):
            let denied =
                access(file.folder.path(percentEncoded: false), W_OK) == 0
                ? nil : [EROFS, EACCES].first { $0 == errno }
            let code = denied ?? file.openingErrorCode
            if isDiskFull(code) { return .diskFull }
            return .cannotOpen(reason: code == 0 ? known : reason(forFolder: code), folder: file.folder.path)
        case .readOnly where access(file.path, W_OK) != 0 && errno == EROFS:
            return .readOnly(reason: reason(forCode: EROFS))
        case .diskFails(isReading: false):
            // SQLite needs some space beside its file.
            if let free = Sandbox.freeBytes(in: file.folder), free < 64 << 10 { return .diskFull }
            let reported = code()
            let cause = reported == 0 ? file.writingErrorCode : reported
            return cause == 0 ? problem : writingProblem(cause)
        default: return problem
        }
    }

    private static func writingProblem(_ code: Int32) -> StoreError {
        switch code {
        case ENOSPC, EDQUOT: .diskFull
        case EIO: .diskFails(isReading: false)
        case EROFS, EACCES, EPERM: .readOnly(reason: reason(forFolder: code))
        default: .cannotWrite(file: DatabaseFile.name, reason: reason(forCode: code))
        }
    }
}
