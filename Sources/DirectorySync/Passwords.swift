import DirectoryModel
public import Foundation
import Language

/// Stores passwords between sessions.
public protocol PasswordStore: Sendable {
    /// The stored password, or nil.
    func password(of netid: String, at server: ServerAddress) async -> String?
    /// Stores the password; nil removes it.
    /// - Throws: a `UserFacingError`.
    func save(_ password: String?, of netid: String, at server: ServerAddress) async throws
    /// Where passwords are stored, as the end of a sentence: "in the keyring of this desktop".
    var location: String { get }
}

/// The passwords of this session, and the stored ones.
public actor Passwords {
    private let passwordStore: any PasswordStore
    private let environment: String?
    private var session: [String: String] = [:]

    /// - Parameter environment: a password from the environment, used for any NetID.
    public init(passwordStore: any PasswordStore, environment: String?) {
        self.passwordStore = passwordStore
        self.environment = environment
    }

    /// The password: typed in this session, or from the environment, or stored.
    public func password(of netid: String, at server: ServerAddress) async -> String? {
        if let typed = session["\(netid)@\(server.url)"] { return typed.isEmpty ? nil : typed }
        if let environment { return environment }
        return await passwordStore.password(of: netid, at: server)
    }

    /// Uses a password in this session, and stores it if `isStored`; otherwise a stored one is removed. With "", none is
    /// known any more.
    public func set(
        _ password: String, of netid: String, at server: ServerAddress, isStored: Bool
    ) async throws {
        session["\(netid)@\(server.url)"] = password
        try await passwordStore.save(isStored ? password : nil, of: netid, at: server)
    }

    /// Uses a new password in this session, and replaces a stored one.
    public func replace(with password: String, of netid: String, at server: ServerAddress) async throws {
        let isStored = await passwordStore.password(of: netid, at: server) != nil
        try await set(password, of: netid, at: server, isStored: isStored)
    }

    public nonisolated var location: String { passwordStore.location }
}

/// Passwords in a file with mode 0600, for desktops without a keyring.
public struct PasswordFile: PasswordStore {
    private let file: URL

    public init(sandbox: URL) { file = sandbox.appending(path: "passwords.json") }

    public var location: String { translated("in a file that only you can read") }

    /// The stored password, or nil.
    public func password(of netid: String, at server: ServerAddress) async -> String? {
        (try? load())?["\(netid)@\(server.url)"]
    }

    public func save(_ password: String?, of netid: String, at server: ServerAddress) async throws {
        let path = file.path(percentEncoded: false)
        let problem = password == nil ? PasswordFileError.notForgotten(path) : .notSaved
        // The passwords in a file that cannot be read are not replaced.
        guard var all = try? load() else { throw problem }
        guard all["\(netid)@\(server.url)"] != password else { return }
        all["\(netid)@\(server.url)"] = password
        let content = try JSONEncoder().encode(all)
        let half = path + ".\(getpid()).part"
        unlink(half)
        let descriptor = open(half, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        guard descriptor >= 0 else { throw problem }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do { try handle.write(contentsOf: content) } catch { throw problem }
        guard rename(half, path) == 0 else { throw problem }
    }

    private func load() throws -> [String: String] {
        guard FileManager.default.fileExists(atPath: file.path(percentEncoded: false)) else { return [:] }
        return try JSONDecoder().decode([String: String].self, from: Data(contentsOf: file))
    }
}

/// The file of passwords could not be written.
enum PasswordFileError: UserFacingError {
    /// The password is still used in this session.
    case notSaved
    /// The file, whose path it has, still contains the password.
    case notForgotten(String)

    var message: String {
        switch self {
        case .notSaved:
            translated("The password could not be saved on this computer. You are signed in until you quit.")
        case .notForgotten: translated("The saved password could not be removed from this computer.")
        }
    }

    var recovery: String {
        switch self {
        case .notSaved: ""
        case .notForgotten(let path): translated("Delete the file \(path).")
        }
    }
}
