public import DirectoryModel
import Foundation
private import GRDB
import Language

/// What can go wrong with what rests on disk.
public enum StoreProblem: Explained, Equatable {
    case cannotOpen(reason: String)
    case diskFull
    case busy
    case damaged
    case changedMeanwhile
    case cannotRead(file: String, reason: String)
    case cannotWrite(file: String, reason: String)
    case notAList(file: String, many: String)
    case unreadableList(file: String)
    /// `aside` are the first of the elements that were set aside, and `more` the number of the others.
    case nothingInFile(file: String, one: String, aside: [SetAside] = [], more: Int = 0)
    case tooLarge(file: String, megabytes: Int)
    case other(String)

    public var message: String {
        switch self {
        case .cannotOpen(let reason): translated("The directory's own file could not be opened: \(reason).")
        case .diskFull: translated("The disk is full, so nothing was changed.")
        case .busy: translated("Another program is changing the directory right now.")
        case .damaged: translated("The directory's own file is damaged.")
        case .changedMeanwhile:
            translated("Something was changed here while the list arrived, so nothing was taken over.")
        case .cannotRead(let file, let reason): translated("“\(file)” could not be read: \(reason).")
        case .cannotWrite(let file, let reason): translated("“\(file)” could not be written: \(reason).")
        case .notAList(let file, let many): translated("“\(file)” holds no list of \(many).")
        case .unreadableList(let file): translated("“\(file)” ends too early or is damaged, so nothing was changed.")
        case .nothingInFile(let file, let one, _, _):
            translated("“\(file)” holds no \(one) that can be read, so nothing was changed.")
        case .tooLarge(let file, let megabytes):
            translated("“\(file)” is a property list of more than \(megabytes) MB, so nothing was changed.")
        case .other(let reason): translated("The directory could not be changed: \(reason).")
        }
    }

    public var recovery: String {
        switch self {
        case .cannotOpen: translated("Check that the folder exists and belongs to you.")
        case .diskFull: translated("Free some space and try again.")
        case .busy, .changedMeanwhile: translated("Try again in a moment.")
        case .damaged: translated("Move it away and load the list from the server again.")
        case .cannotRead, .cannotWrite: translated("Check the name and the permissions.")
        case .notAList(_, let many): translated("Choose a file that holds a list of \(many).")
        case .unreadableList, .nothingInFile, .tooLarge: translated("Choose another file.")
        case .other: translated("Try again.")
        }
    }
}

extension StoreProblem {
    /// The problem an error of SQLite or of the file system stands for.
    init(_ error: any Error) {
        if let problem = error as? StoreProblem {
            self = problem
        } else if let error = error as? DatabaseError {
            self = Self.problem(of: error)
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

    private static func problem(of error: DatabaseError) -> StoreProblem {
        switch error.resultCode {
        case .SQLITE_FULL, .SQLITE_IOERR: .diskFull
        case .SQLITE_BUSY, .SQLITE_LOCKED: .busy
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: .damaged
        case .SQLITE_CANTOPEN: .cannotOpen(reason: translated("the file cannot be made"))
        case .SQLITE_READONLY, .SQLITE_PERM: .cannotOpen(reason: translated("it may not be written"))
        default: .other(error.message ?? translated("SQLite said \(error.resultCode.rawValue)"))
        }
    }
}

/// Runs `body` and says what went wrong in words.
func explained<T>(_ body: () throws -> T) throws(StoreProblem) -> T {
    do { return try body() } catch { throw StoreProblem(error) }
}
