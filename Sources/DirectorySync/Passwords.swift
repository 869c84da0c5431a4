import DirectoryModel
import Foundation

/// A store of passwords between sessions.
public protocol PasswordStore: Sendable {
    /// The password of `netid` at `server`, or nil.
    func password(of netid: String, at server: ServerAddress) async -> String?
    /// Stores the password; nil removes it.
    /// - Throws: a `UserFacingError` where it cannot be stored.
    func keep(_ password: String?, of netid: String, at server: ServerAddress) async throws
    /// The place of the store, as the end of a sentence: "in the keyring of this desktop".
    var place: String { get }
}

/// The passwords of this session, and of earlier ones if the user chose to keep them.
public actor Passwords {
    private let passwordStore: any PasswordStore
    private let environment: String?
    private var session: [String: String] = [:]

    /// - Parameters:
    ///   - passwordStore: the store of passwords.
    ///   - environment: a password from the environment, which is used for any NetID.
    public init(passwordStore: any PasswordStore, environment: String?) {
        self.passwordStore = passwordStore
        self.environment = environment
    }

    /// The password of this NetID at this server: typed in this session, or else from the environment, or else stored.
    public func password(of netid: String, at server: ServerAddress) async -> String? {
        if let typed = session["\(netid)@\(server.url)"] { return typed }
        if let environment { return environment }
        return await passwordStore.password(of: netid, at: server)
    }

    /// Keeps a password for this session, and stores it where `isKept` is true; otherwise a stored one is removed.
    public func remember(
        _ password: String, of netid: String, at server: ServerAddress, isKept: Bool
    ) async throws {
        session["\(netid)@\(server.url)"] = password
        try await passwordStore.keep(isKept ? password : nil, of: netid, at: server)
    }

    /// The place where passwords are stored.
    public nonisolated var place: String { passwordStore.place }
}
