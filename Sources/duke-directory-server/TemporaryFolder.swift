import DirectoryServer
import Foundation
import Language

/// A folder that only its owner may enter, which exists while the program runs.
struct TemporaryFolder {
    private let url: URL

    /// Makes the folder.
    /// - Throws: `ServerError.databaseUnusable` where it cannot be made.
    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "duke-directory-server-\(UUID().uuidString)")
        do {
            try FileManager.default.createDirectory(
                at: url, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        } catch {
            throw ServerError.databaseUnusable(path: url.path, reason: translated("its folder could not be created"))
        }
    }

    /// The path of a file in it.
    func file(_ name: String) -> String { url.appending(path: name).path }

    /// Removes the folder and its content.
    func remove() { try? FileManager.default.removeItem(at: url) }
}
