import DirectoryModel
import Foundation
import GRDB
import Language

/// The identity of a file, whatever its name.
struct FileIdentity: Equatable {
    private let device: UInt64
    private let number: UInt64

    /// Nil where there is not a file.
    init?(_ file: URL) {
        var status = stat()
        guard stat(file.path(percentEncoded: false), &status) == 0 else { return nil }
        (device, number) = (UInt64(status.st_dev), UInt64(status.st_ino))
    }
}

/// Changes of a store whose file was removed or replaced while it is open, which SQLite does not notice.
extension Store {
    /// The value of the property of the same name, before the store is opened.
    static func lossWords(in sandbox: URL, _ collections: [any DirectoryRecord.Type]) -> String? {
        let path = file(in: sandbox).path(percentEncoded: false)
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size == 0,
            isEmptyOrAbsent(path + "-wal")
        else { return nil }
        let files = collections.compactMap { $0.sandboxFile }.filter {
            !isEmptyOrAbsent(sandbox.appending(path: $0).path(percentEncoded: false))
        }
        guard !files.isEmpty else { return nil }
        let names = files.joined(separator: translated(", "))
        return translated("“\(fileName)” was empty. What was not in \(names) is lost.")
    }

    /// Runs `body`, which changes the store. Where the file is gone, the whole store is written again under its name.
    /// - Throws: `fileReplaced` where another file has its name, before `body` runs; `folderRemoved` where everything
    ///   was written again, the change of `body` too.
    func changing<T>(_ body: () throws -> T) throws(StoreError) -> T {
        let file = Self.file(in: sandbox)
        let found = FileIdentity(file)
        if let opened, let found, found != opened { throw .fileReplaced }
        let result = try told(body)
        guard opened != nil, found == nil else { return result }
        try told {
            try FileManager.default.createDirectory(
                at: sandbox, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            let path = file.path(percentEncoded: false)
            try pool.writeWithoutTransaction { try $0.execute(sql: "VACUUM INTO ?", arguments: [path]) }
            chmod(path, 0o600)
        }
        throw .folderRemoved
    }
}
