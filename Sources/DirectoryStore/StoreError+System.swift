import Foundation
private import GRDB
import Language

/// The reasons that the system gives, as they continue a sentence.
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
        default: systemsWords(for: code)
        }
    }

    /// Why a copy of the store could not be written.
    var asReason: String {
        switch self {
        case .cannotOpen(let reason), .readOnly(let reason), .cannotRead(_, let reason), .cannotWrite(_, let reason),
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

    /// The system's message in the language of this computer, as it continues a sentence.
    private static func systemsWords(for code: Int32) -> String {
        let words = String(cString: strerror(code))
        return words.prefix(1).lowercased() + words.dropFirst()
    }

    /// The system's code for an error of the file system, or nil.
    static func code(of error: any Error) -> Int32? {
        if let error = error as? POSIXError { return error.code.rawValue }
        if let error = error as? CocoaError, error.code == .fileWriteOutOfSpace { return ENOSPC }
        let error = error as NSError
        if let inner = error.userInfo[NSUnderlyingErrorKey] as? NSError { return code(of: inner) }
        return error.domain == NSPOSIXErrorDomain ? Int32(error.code) : nil
    }

    /// True for the system's codes for a full disk, or a full quota of the user.
    static func isDiskFull(_ code: Int32) -> Bool { code == ENOSPC || code == EDQUOT }

    /// The actual problem of the store in `file`, where SQLite tells only a part of it.
    /// - Parameter error: what SQLite reported.
    static func problem(of error: any Error, in file: URL) -> StoreError {
        let problem = StoreError(error)
        switch problem {
        case .damaged where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains((error as? DatabaseError)?.resultCode):
            // A disk that cannot be read, even for a moment, is reported as damage.
            return DatabaseFile(file).isSound ? .diskFails(isReading: true) : problem
        case .cannotOpen:
            let folder = file.deletingLastPathComponent().path(percentEncoded: false)
            let denied = access(folder, W_OK) == 0 ? nil : [EROFS, EACCES].first { $0 == errno }
            return (denied ?? DatabaseFile(file).codeOfOpening).map(openingProblem) ?? problem
        case .readOnly where access(file.path(percentEncoded: false), W_OK) != 0 && errno == EROFS:
            return .readOnly(reason: reason(forCode: EROFS))
        case .diskFails(isReading: false) where isFull(file): return .diskFull
        default: return problem
        }
    }

    private static func openingProblem(_ code: Int32) -> StoreError {
        if isDiskFull(code) { return .diskFull }
        let isPermission = [EACCES, EPERM].contains(code)
        return .cannotOpen(
            reason: isPermission
                ? translated("you do not have permission to change its folder") : reason(forCode: code))
    }

    /// True where less is left on the disk than SQLite needs beside its file.
    private static func isFull(_ file: URL) -> Bool {
        var disk = statvfs()
        guard statvfs(file.deletingLastPathComponent().path(percentEncoded: false), &disk) == 0 else { return false }
        return UInt64(disk.f_bavail) * UInt64(disk.f_frsize) < 64 << 10
    }
}
