public import Foundation

/// Reads picture files that the user chose or dropped.
public enum PictureFile {
    /// The most bytes a file may have.
    public static let limit = 60_000_000

    /// The bytes of the file, read off the main thread. A longer file than `limit`, a folder, a pipe or a device is
    /// refused without reading it. Throws `PictureError`.
    public static func bytes(of file: URL) async throws(PictureError) -> Data {
        try await Task.detached { Result(catching: { () throws(PictureError) in try read(file) }) }.value.get()
    }

    static func read(_ file: URL) throws(PictureError) -> Data {
        let name = file.lastPathComponent
        guard file.isFileURL else { throw .notRead(name: name) }
        // Without O_NONBLOCK, opening a pipe without a writer would block.
        let descriptor = open(file.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw .notRead(name: name) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .notRead(name: name) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(name: name) }
        guard status.st_size <= limit else { throw .fileTooLarge(name: name) }
        // Counted again, because a file may grow meanwhile, or report a size of zero.
        var data = Data()
        do {
            while data.count <= limit, let part = try handle.read(upToCount: 1 << 20), !part.isEmpty { data += part }
        } catch { throw .notRead(name: name) }
        guard !data.isEmpty else { throw .empty }
        guard data.count <= limit else { throw .fileTooLarge(name: name) }
        return data
    }
}
