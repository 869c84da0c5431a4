import DirectoryServer
import Foundation
import Glibc
import Language

/// Where passwords are handed out, before they become valid: one that could not be written is never valid.
struct PasswordOutput {
    private let descriptor: Int32

    /// The standard output.
    static let standard = PasswordOutput(descriptor: STDOUT_FILENO)

    private init(descriptor: Int32) { self.descriptor = descriptor }

    /// A new file that only its owner can read.
    /// - Throws: `ServerError.fileExists`, or `.fileUnwritable`.
    init(newFile path: String) throws(ServerError) {
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor < 0 else { return }
        guard errno != EEXIST else { throw .fileExists(path) }
        throw .fileUnwritable(path, reason: String(cString: strerror(errno)))
    }

    /// Writes lines, and waits until the disk has them, if it is a file.
    /// - Throws: `ServerError.passwordsUnwritable`.
    func write(_ lines: [String]) throws(ServerError) {
        let bytes = Array(lines.map { "\($0)\n" }.joined().utf8)
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Self.failure() }
            rest = rest.dropFirst(count)
        }
        // A terminal and a pipe do not store anything.
        guard fsync(descriptor) == 0 || [EINVAL, EROFS, ENOTSUP].contains(errno) else { throw Self.failure() }
    }

    private static func failure() -> ServerError { .passwordsUnwritable(reason: String(cString: strerror(errno))) }
}
