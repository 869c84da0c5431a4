import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import Language

extension SignIn {
    /// A client that knows the password of `DUKE_DIRECTORY_PASSWORD`, or the one that was typed at the prompt.
    func client() throws -> Client {
        let address = try ServerAddress(server)
        guard address.mayHearPasswords else { throw SyncError.insecure(server: "\(address)") }
        let given = ProcessInfo.processInfo.environment["DUKE_DIRECTORY_PASSWORD"]
        let password = given?.isEmpty == false ? given : Terminal.password(for: netid, server: "\(address)")
        return Client(server: address, credentials: password.map { Credentials(netid: netid, password: $0) })
    }
}

extension CommonOptions {
    /// A client that signs in, for what nobody does unnamed.
    /// - Throws: `NoPassword` where nobody could be asked.
    func signedIn(_ signIn: SignIn) throws -> Client {
        let client = try signIn.client()
        guard client.credentials != nil else { throw NoPassword(netid: signIn.netid, server: "\(client.server)") }
        return client
    }

    /// The client of a sign-in that the server accepts, which is kept, so that one's own record is whose it is.
    func accepted(_ signIn: SignIn, in store: Store) async throws -> Client {
        let client = try signedIn(signIn)
        try await client.checkSignIn()
        try signIn.keep(in: store)
        return client
    }
}

/// The server asked who this is, and nobody could be asked for the password.
struct NoPassword: UserFacingError {
    let netid: String
    let server: String

    var message: String { translated("\(server) asks for the password of \(netid), and none was given.") }
    var recovery: String { translated("Put it into DUKE_DIRECTORY_PASSWORD, or run the command in a terminal.") }
}

extension Terminal {
    /// Asks for a password without showing it; nil where nobody can answer, or nothing was typed.
    static func password(for netid: String, server: String) -> String? {
        guard isInteractive else { return nil }
        write(translated("Password of \(netid) at \(server): "))
        defer { write("\n") }
        return typedUnseen()
    }

    /// Asks for a new password twice without showing it.
    /// - Throws: `NoNewPassword`, `PasswordsDiffer`.
    static func newPassword() throws -> String {
        write(translated("New password: "))
        let first = typedUnseen()
        write("\n" + translated("The same again: "))
        let second = typedUnseen()
        write("\n")
        guard let first else { throw NoNewPassword() }
        guard first == second else { throw PasswordsDiffer() }
        return first
    }

    /// Reads a line with the terminal's echo off. Ctrl+C ends the program with the echo on again.
    private static func typedUnseen() -> String? {
        var before = termios()
        guard tcgetattr(STDIN_FILENO, &before) == 0 else { return nil }
        var unseen = before
        unseen.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &unseen)
        defer { tcsetattr(STDIN_FILENO, TCSAFLUSH, &before) }
        var typed: [UInt8] = []
        var byte: UInt8 = 0
        while read(STDIN_FILENO, &byte, 1) == 1 {
            switch byte {
            case 0x03:
                tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
                raise(SIGINT)
            case 0x0A, 0x0D: return typed.isEmpty ? nil : String(decoding: typed, as: UTF8.self)
            case 0x04 where typed.isEmpty: return nil
            case 0x08, 0x7F: while let last = typed.popLast(), last & 0xC0 == 0x80 {}
            default: typed.append(byte)
            }
        }
        return nil
    }
}
