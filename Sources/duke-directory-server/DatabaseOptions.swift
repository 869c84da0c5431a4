import ArgumentParser
import DirectoryModel
import DirectoryServer
import Foundation
import Language

/// The option for the database that the server stores everything in.
struct DatabaseOptions: ParsableArguments {
    @Option(
        help: .init(
            translated("File for entries and accounts, or the address of a PostgreSQL database."),
            valueName: Self.valueName), completion: .file())
    var database: String?

    /// What a database is called in help texts.
    static let valueName = "file|postgresql://…"

    /// The repository of that database, or of the usual file; its tables are made where they are absent.
    /// - Throws: `ServerError.databaseUnusable`, `.passwordInAddress`, `.addressInvalid`.
    func repository() throws -> SQLRepository {
        if let database { return try Self.repository(at: database) }
        let file = Self.usualFile
        let folder = file.deletingLastPathComponent()
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw ServerError.databaseUnusable(path: folder.path, reason: translated("its folder could not be created"))
        }
        return try Self.repository(at: file.path)
    }

    /// The same; where the file is made by this, the standard error says so, for its name may be mistyped.
    /// - Throws: `ServerError.databaseUnusable`, `.passwordInAddress`, `.addressInvalid`.
    func repositorySayingNew() throws -> SQLRepository {
        let place = database ?? Self.usualFile.path
        let isNew = !SQLRepository.isAddress(place) && !FileManager.default.fileExists(atPath: place)
        let repository = try repository()
        if isNew {
            FileHandle.standardError.write(Data("\(translated("The database \(place) is new."))\n".utf8))
        }
        return repository
    }

    /// The repository of that database, or of the usual file, which must exist.
    /// - Throws: `ServerError.databaseMissing`, `.databaseUnusable`, `.passwordInAddress`, `.addressInvalid`.
    func existingRepository() throws -> SQLRepository {
        try Self.existingRepository(at: database ?? Self.usualFile.path)
    }

    /// The repository of a file, or of the PostgreSQL database that has this address.
    /// - Throws: `ServerError.databaseUnusable`, `.passwordInAddress`, `.addressInvalid`.
    static func repository(at place: String) throws -> SQLRepository {
        SQLRepository.isAddress(place) ? try SQLRepository(address: place) : try SQLRepository(path: place)
    }

    /// The repository of a database that must exist.
    /// - Throws: `ServerError.databaseMissing`, `.databaseUnusable`, `.passwordInAddress`, `.addressInvalid`.
    static func existingRepository(at place: String) throws -> SQLRepository {
        SQLRepository.isAddress(place) ? try SQLRepository(address: place) : try SQLRepository(existing: place)
    }

    /// The repository of the file, which must exist.
    /// - Throws: `ServerError.notAFile` where the database is not a file, `.databaseMissing`, or `.databaseUnusable`.
    func existingFile() throws -> SQLiteDatabase {
        let path = database ?? Self.usualFile.path
        guard !SQLRepository.isAddress(path) else { throw ServerError.notAFile }
        return try SQLRepository(existing: path).file()
    }

    /// The file of a server that is started without this option.
    private static var usualFile: URL {
        let named = ProcessInfo.processInfo.environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let data = named.map { URL(filePath: $0) } ?? URL.homeDirectory.appending(path: ".local/share")
        return data.appending(path: "duke-directory-server/server.sqlite")
    }
}

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
