public import DirectorySync
public import Foundation
import Language
import Synchronization

/// Keeps passwords in the keyring of the desktop, else in the sandbox's file.
///
/// Which of them is found out once, in the background, from the moment this is made: making it waits for nothing.
public struct PasswordStoreSelector: PasswordStore {
    private let keyring: any PasswordStore
    private let file: any PasswordStore
    private let choice: Choice

    /// - Parameter sandbox: the folder of the file, should there be no keyring.
    public init(sandbox: URL) {
        self.init(keyring: Keyring(), file: PasswordFile(sandbox: sandbox)) { await Keyring.available() }
    }

    /// - Parameter isKeyringThere: asked once, at once, in the background.
    init(keyring: any PasswordStore, file: any PasswordStore, isKeyringThere: @escaping @Sendable () async -> Bool) {
        self.keyring = keyring
        self.file = file
        choice = Choice(isKeyringThere)
    }

    /// Where it would rest; in the first milliseconds, while that is being found out, "on this computer".
    public var place: String {
        switch choice.known {
        case true?: keyring.place
        case false?: file.place
        case nil: translated("on this computer")
        }
    }

    /// The password of `netid` at `server`: from the keyring, else from the file of a time without one, or nil.
    public func password(of netid: String, at server: ServerAddress) async -> String? {
        if await choice.isKeyring, let kept = await keyring.password(of: netid, at: server) { return kept }
        return await file.password(of: netid, at: server)
    }

    /// Keeps it; nil forgets it. Where there is a keyring, the file keeps none.
    /// - Throws: a `UserFacingError` where it cannot be kept; a keyring that refuses is no reason to use the file.
    public func keep(_ password: String?, of netid: String, at server: ServerAddress) async throws {
        guard await choice.isKeyring else { return try await file.keep(password, of: netid, at: server) }
        try await file.keep(nil, of: netid, at: server)
        try await keyring.keep(password, of: netid, at: server)
    }
}

/// Which of the two it is, while that is being found out and after.
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

    /// The answer; nil while it is being found out.
    var known: Bool? { answer.isKeyring.withLock { $0 } }

    /// The answer, once it is known.
    var isKeyring: Bool { get async { await finding.value } }

    private final class Answer: Sendable {
        let isKeyring = Mutex<Bool?>(nil)
    }
}
