import DirectoryServer
import Foundation
import Language

/// The content of files that a user names.
struct FileContents {
    /// The most bytes that are read.
    let largest: Int

    /// - Throws: `ServerError.fileUnreadable`, with the reason.
    func read(_ file: String) throws(ServerError) -> Data {
        let url = URL(filePath: file)
        let kind = try? url.resourceValues(forKeys: [.isRegularFileKey, .fileSizeKey])
        guard let kind else { throw .fileUnreadable(file, reason: translated("the file does not exist")) }
        guard kind.isRegularFile == true else { throw .fileUnreadable(file, reason: translated("it is not a file")) }
        guard (kind.fileSize ?? 0) <= largest else {
            let megabytes = largest >> 20
            throw .fileUnreadable(file, reason: translated("it is larger than \(megabytes) MB"))
        }
        do { return try Data(contentsOf: url) } catch {
            throw .fileUnreadable(file, reason: translated("you do not have permission to read it"))
        }
    }
}
