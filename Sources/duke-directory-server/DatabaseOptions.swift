import ArgumentParser
import DirectoryModel
import DirectoryServer
import Foundation
import Language

struct DatabaseOptions: ParsableArguments {
    @Option(
        help: .init(
            translated("File for entries and accounts, or the address of a PostgreSQL database."),
            valueName: Self.valueName), completion: .file())
    var database: String?

    /// The placeholder in help texts.
    static let valueName = "file|postgresql://…"

    /// Opens or creates the database.
    /// - Parameter reportsNew: true to say on standard error that the file is new, because its name may be mistyped.
    /// - Throws: `ServerError.databaseUnusable`, `.passwordInAddress`, or `.addressInvalid`.
    func repository(reportsNew: Bool = true) throws -> SQLRepository {
        try makeFolder()
        let isNew =
            reportsNew && !SQLRepository.isAddress(location) && !FileManager.default.fileExists(atPath: location)
        let repository = try SQLRepository(at: location, mustExist: false)
        if isNew { FileHandle.standardError.write(Data("\(translated("The database \(location) is new."))\n".utf8)) }
        return repository
    }

    private func makeFolder() throws(ServerError) {
        guard database == nil else { return }
        let folder = Self.usualFile.deletingLastPathComponent()
        do { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) } catch {
            throw .databaseUnusable(path: folder.path, reason: translated("its folder could not be created"))
        }
    }

    /// Opens an existing database.
    /// - Throws: `ServerError.databaseMissing`, `.databaseUnusable`, `.passwordInAddress`, or `.addressInvalid`.
    func existingRepository() throws -> SQLRepository { try SQLRepository(at: location, mustExist: true) }

    /// The path of the file, which may not exist yet.
    /// - Throws: `ServerError.notAFile`, or `.databaseUnusable` if its folder cannot be created.
    func newFile() throws(ServerError) -> String {
        guard !SQLRepository.isAddress(location) else { throw .notAFile }
        try makeFolder()
        return location
    }

    private var location: String { database ?? Self.usualFile.path }

    /// The default file.
    private static var usualFile: URL {
        let named = ProcessInfo.processInfo.environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let data = named.map { URL(filePath: $0) } ?? URL.homeDirectory.appending(path: ".local/share")
        return data.appending(path: "duke-directory-server/server.sqlite")
    }
}

/// Reads a file named by the user.
/// - Parameter maxSize: in bytes.
/// - Throws: `ServerError.fileUnreadable`.
func read(_ file: String, maxSize: Int) throws(ServerError) -> Data {
    let url = URL(filePath: file)
    let kind = try? url.resourceValues(forKeys: [.isRegularFileKey, .fileSizeKey])
    guard let kind else { throw .fileUnreadable(file, reason: translated("the file does not exist")) }
    guard kind.isRegularFile == true else { throw .fileUnreadable(file, reason: translated("it is not a file")) }
    guard (kind.fileSize ?? 0) <= maxSize else {
        let megabytes = maxSize >> 20
        throw .fileUnreadable(file, reason: translated("it is larger than \(megabytes) MB"))
    }
    do { return try Data(contentsOf: url) } catch {
        throw .fileUnreadable(file, reason: translated("you do not have permission to read it"))
    }
}
