import Foundation

extension Store {
    /// How many bytes the disk with the store has left for this user, or nil where that is not known.
    public var freeBytes: Int? {
        var status = statvfs()
        guard statvfs(sandbox.path(percentEncoded: false), &status) == 0 else { return nil }
        let (bytes, overflows) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return overflows ? nil : Int(clamping: bytes)
    }
}
