import Foundation
import Glibc

/// What the system says of this process.
enum OwnProcess {
    /// The memory it has now.
    static var residentBytes: Int {
        let words = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
        return (words.flatMap { $0.count > 1 ? Int($0[1]) : nil } ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
    }

    /// Raises the number of files that may be open at the same time as far as the system allows.
    /// - Returns: that number, or nil where the system does not tell it.
    static func raiseFileLimit() -> Int? {
        var limit = rlimit()
        let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(files, &limit) == 0 else { return nil }
        limit.rlim_cur = min(limit.rlim_max, 65_536)
        _ = setrlimit(files, &limit)
        return getrlimit(files, &limit) == 0 ? Int(limit.rlim_cur) : nil
    }
}
