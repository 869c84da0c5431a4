public import DirectorySync
import Language

/// Stores passwords in the keyring of the desktop: its Secret Service, through libsecret.
///
/// The calls do not block the caller's actor. The desktop may ask the user to unlock the keyring first; a call then
/// takes as long as the user does. Canceling its task ends the wait, not the desktop's question: a later answer to it
/// is still valid.
public struct Keyring: PasswordStore {
    public init() {}

    public var place: String { translated("in this desktop’s keyring") }

    /// True where a Secret Service answers on the session bus within two seconds and has a keyring set up, locked or
    /// not; never asks the user.
    public static func available() async -> Bool {
        guard SecretServiceProbe.isBusNamed else { return false }
        return (try? await KeyringQueue.run { SecretServiceProbe.hasDefaultKeyring() }) ?? false
    }

    /// The NetID of all passwords that are stored here, or nil where there are none, they are of several NetIDs, or the
    /// keyring does not answer. Blocks for two seconds at most where it is absent; never asks the user.
    public static func onlyNetID() -> String? {
        guard SecretServiceProbe.isBusNamed, SecretServiceProbe.hasDefaultKeyring(),
            let netids = try? KeyringItem.netids(), netids.count == 1
        else { return nil }
        return netids.first
    }

    /// The password of `netid` at `server`; nil where it is not stored, or the keyring stays locked or does not answer.
    public func password(of netid: String, at server: ServerAddress) async -> String? {
        let item = KeyringItem(netid: netid, server: server)
        return try? await KeyringQueue.run { try item.lookup() }
    }

    /// Stores the password, in place of an earlier one; nil removes it.
    /// - Throws: a `UserFacingError` where the keyring stays locked, does not answer, or the task was canceled.
    public func keep(_ password: String?, of netid: String, at server: ServerAddress) async throws {
        let item = KeyringItem(netid: netid, server: server)
        try await KeyringQueue.run {
            if let password { try item.store(password) } else { try item.clear() }
        }
    }
}
