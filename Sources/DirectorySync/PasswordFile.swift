import DirectoryModel
public import Foundation
import Language

/// Stores passwords in a file that only its owner can read (mode 0600), where there is not a keyring.
public struct PasswordFile: PasswordStore {
    private let file: URL

    /// Makes the password store of the folder `sandbox`.
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
