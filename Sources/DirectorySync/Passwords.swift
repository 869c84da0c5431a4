import DirectoryModel
public import Foundation
import Language

/// Where a password rests between sessions.
public protocol PasswordStore: Sendable {
    /// The password of `netid` at `server`, or nil.
    func password(of netid: String, at server: ServerAddress) async -> String?
    /// Keeps it; nil forgets it.
    /// - Throws: a `UserFacingError` where it cannot be kept.
    func keep(_ password: String?, of netid: String, at server: ServerAddress) async throws
    /// Where it would rest, as the end of a sentence: "in the keyring of this desktop".
    var place: String { get }
}

/// The passwords of this session, and of earlier ones where the user asked for that.
public actor Passwords {
    private let passwordStore: any PasswordStore
    private let environment: String?
    private var session: [String: String] = [:]

    /// - Parameters:
    ///   - passwordStore: where passwords are kept.
    ///   - environment: a password given from outside, which is believed for any NetID.
    public init(passwordStore: any PasswordStore, environment: String?) {
        self.passwordStore = passwordStore
        self.environment = environment
    }

    /// What is known of this NetID at this server: typed in this session, else given from outside, else kept.
    public func password(of netid: String, at server: ServerAddress) async -> String? {
        if let typed = session["\(netid)@\(server.url)"] { return typed }
        if let environment { return environment }
        return await passwordStore.password(of: netid, at: server)
    }

    /// Remembers a password for this session, and beyond it where `isKept`; otherwise one kept earlier is forgotten.
    public func remember(
        _ password: String, of netid: String, at server: ServerAddress, isKept: Bool
    ) async throws {
        session["\(netid)@\(server.url)"] = password
        try await passwordStore.keep(isKept ? password : nil, of: netid, at: server)
    }

    /// Where a kept password rests.
    public nonisolated var place: String { passwordStore.place }
}

/// Keeps passwords in a file that only its owner can read (mode 0600), where there is no keyring.
public struct PasswordFile: PasswordStore {
    private let file: URL

    public init(sandbox: URL) { file = sandbox.appending(path: "passwords.json") }

    public var place: String { translated("in a file that only you can read") }

    public func password(of netid: String, at server: ServerAddress) async -> String? {
        kept()["\(netid)@\(server.url)"]
    }

    public func keep(_ password: String?, of netid: String, at server: ServerAddress) async throws {
        var all = kept()
        guard all["\(netid)@\(server.url)"] != password else { return }
        all["\(netid)@\(server.url)"] = password
        let content = try JSONEncoder().encode(all)
        let half = file.path(percentEncoded: false) + ".\(getpid()).part"
        unlink(half)
        let descriptor = open(half, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        guard descriptor >= 0 else { throw PasswordNotKept() }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do { try handle.write(contentsOf: content) } catch { throw PasswordNotKept() }
        guard rename(half, file.path(percentEncoded: false)) == 0 else { throw PasswordNotKept() }
    }

    private func kept() -> [String: String] {
        guard let content = try? Data(contentsOf: file) else { return [:] }
        return (try? JSONDecoder().decode([String: String].self, from: content)) ?? [:]
    }
}

/// The password could not be kept; it still serves for this session.
struct PasswordNotKept: UserFacingError {
    var message: String {
        translated("The password could not be kept on this computer, so it serves only until you quit.")
    }
    var recovery: String { "" }
}
