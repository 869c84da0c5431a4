import DirectoryServer
import Foundation
import Language

/// A folder that only its owner may enter, for as long as the program runs.
struct TemporaryFolder {
    private let url: URL

    /// Makes the folder.
    /// - Throws: `ServerError.databaseUnusable` where there is no room for it.
    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "duke-directory-server-\(UUID().uuidString)")
        do {
            try FileManager.default.createDirectory(
                at: url, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        } catch {
            throw ServerError.databaseUnusable(path: url.path, reason: translated("its folder cannot be made"))
        }
    }

    /// The path of a file in it.
    func file(_ name: String) -> String { url.appending(path: name).path }

    /// Removes it and all that is in it.
    func remove() { try? FileManager.default.removeItem(at: url) }
}
