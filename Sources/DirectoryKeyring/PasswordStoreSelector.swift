public import DirectorySync
public import Foundation
import Language
import Synchronization

/// Stores passwords in the keyring of the desktop, or else in the sandbox's file.
///
/// The choice is made once, in the background, when this is initialized; the initializer does not wait for it.
public struct PasswordStoreSelector: PasswordStore {
    private let keyring: any PasswordStore
    private let file: any PasswordStore
    private let choice: Choice

    /// - Parameter sandbox: the folder of the file, in case there is not a keyring.
    public init(sandbox: URL) {
        self.init(keyring: Keyring(), file: PasswordFile(sandbox: sandbox)) { await Keyring.available() }
    }

    /// - Parameter isKeyringThere: called once, immediately, in the background.
    init(keyring: any PasswordStore, file: any PasswordStore, isKeyringThere: @escaping @Sendable () async -> Bool) {
        self.keyring = keyring
        self.file = file
        choice = Choice(isKeyringThere)
    }

    /// The place where a password would be stored; in the first milliseconds, before the choice is made, "on this
    /// computer".
    public var place: String {
        switch choice.known {
        case true?: keyring.place
        case false?: file.place
        case nil: translated("on this computer")
        }
    }

    /// The password of `netid` at `server`: from the keyring, or else from the file of a time without one, or nil.
    public func password(of netid: String, at server: ServerAddress) async -> String? {
        if await choice.isKeyring, let kept = await keyring.password(of: netid, at: server) { return kept }
        return await file.password(of: netid, at: server)
    }

    /// Stores the password; nil removes it. Where there is a keyring, the file does not keep a copy.
    /// - Throws: a `UserFacingError` where it cannot be stored; where a keyring refuses, the file is not used instead.
    public func keep(_ password: String?, of netid: String, at server: ServerAddress) async throws {
        guard await choice.isKeyring else { return try await file.keep(password, of: netid, at: server) }
        try await file.keep(nil, of: netid, at: server)
        try await keyring.keep(password, of: netid, at: server)
    }
}

/// The choice between the two, which may still be in progress.
private struct Choice: Sendable {
    private let answer: Answer
    private let finding: Task<Bool, Never>

    init(_ isKeyringThere: @escaping @Sendable () async -> Bool) {
        let answer = Answer()
        self.answer = answer
        finding = Task.detached {
            let isKeyring = await isKeyringThere()
            answer.isKeyring.withLock { $0 = isKeyring }
            return isKeyring
        }
    }

    /// The answer; nil while the choice is in progress.
    var known: Bool? { answer.isKeyring.withLock { $0 } }

    /// The answer, once the choice is made.
    var isKeyring: Bool { get async { await finding.value } }

    private final class Answer: Sendable {
        let isKeyring = Mutex<Bool?>(nil)
    }
}
