import Foundation

/// A file or a pipe that is read from its beginning to its end.
final class InputFile {
    /// No program opened the pipe to write to it.
    struct NoWriter: Error {}

    private let descriptor: Int32
    private var piece = Data(count: 1 << 16)
    private var hasRead = false
    /// How often a pipe that no program writes to is tried again, a tenth of a second apart.
    private var tries = 50

    /// - Throws: the system's error where it cannot be opened.
    init(_ url: URL) throws {
        // Opening a pipe would wait for its writer.
        descriptor = open(url.path(percentEncoded: false), O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw Self.problem }
    }

    /// The next bytes, or nil at the end; waits for those of a slow writer.
    func next() throws -> Data? {
        while true {
            let count = piece.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                hasRead = true
                return Data(piece.prefix(count))
            }
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            switch (count, errno) {
            case (0, _) where hasRead || !isPipe: return nil
            case (0, _):
                guard tries > 0 else { throw NoWriter() }
                tries -= 1
                poll(&waiting, 1, 100)
            case (_, EAGAIN): poll(&waiting, 1, -1)
            case (_, EINTR): continue
            default: throw Self.problem
            }
        }
    }

    func close() { Foundation.close(descriptor) }

    private var isPipe: Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    }

    private static var problem: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
