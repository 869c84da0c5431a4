import ArgumentParser
import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import Language

struct PasswordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "password", abstract: translated("Change your password on the server."),
        discussion: translated(
            "Type the new password twice, or set DUKE_DIRECTORY_NEW_PASSWORD."))
    @OptionGroup var options: CommonOptions

    func run() async throws {
        let given = ProcessInfo.processInfo.environment["DUKE_DIRECTORY_NEW_PASSWORD"].flatMap { $0.isEmpty ? nil : $0 }
        guard given != nil || Terminal.isInteractive else { throw NoNewPassword() }
        let store = try options.open().store
        let signIn = try options.signIn(in: store)
        let client = try options.signedIn(signIn)
        try await client.changePassword(to: try given ?? Terminal.newPassword())
        try signIn.keep(in: store)
        Terminal.say(translated("Your password was changed."))
    }
}

/// The error that the server requires a password, and the program cannot ask for it.
struct NoPassword: UserFacingError {
    let netid: String
    let server: String

    var message: String { translated("\(server) requires the password of \(netid).") }
    var recovery: String { Self.recovery }

    static var recovery: String { translated("Set DUKE_DIRECTORY_PASSWORD, or run the command in a terminal.") }
}

extension SignIn {
    /// A client with the password in `DUKE_DIRECTORY_PASSWORD`, or the one that was typed at the prompt.
    func client() throws -> Client {
        let address = try ServerAddress(server)
        guard address.mayHearPasswords else { throw SyncError.insecure(server: "\(address)") }
        let given = ProcessInfo.processInfo.environment["DUKE_DIRECTORY_PASSWORD"]
        let password = given?.isEmpty == false ? given : Terminal.password(for: netid, server: "\(address)")
        return Client(server: address, credentials: password.map { Credentials(netid: netid, password: $0) })
    }
}

extension CommonOptions {
    /// A client that signs in, for requests that require it.
    /// - Throws: `NoPassword` where the program cannot ask for it.
    func signedIn(_ signIn: SignIn) throws -> Client {
        let client = try signIn.client()
        guard client.credentials != nil else { throw NoPassword(netid: signIn.netid, server: "\(client.server)") }
        return client
    }

    /// The client of a sign-in that the server accepts, which is stored, so that the own record belongs to its NetID.
    func accepted<R: DirectoryRecord>(_ signIn: SignIn, in store: Store, for type: R.Type) async throws -> Client {
        let client = try signedIn(signIn)
        try await client.checkSignIn(type)
        try signIn.keep(in: store)
        return client
    }
}

/// The error that a new password was not given.
struct NoNewPassword: UserFacingError {
    var message: String { translated("No new password was entered.") }
    var recovery: String { translated("Set DUKE_DIRECTORY_NEW_PASSWORD, or run the command in a terminal.") }
}

/// The error that the two entries of the new password differ.
struct PasswordsDiffer: UserFacingError {
    var message: String { translated("The two passwords differ, so no changes were made.") }
    var recovery: String { translated("Try again.") }
}

/// The error that a question cannot be answered, because the program does not run in a terminal.
struct NotInteractive: UserFacingError {
    /// The step that was not done, and why.
    let message: String

    var recovery: String { translated("Use --yes, or run the command in a terminal.") }
}

extension Terminal {
    /// Asks for a password without showing it; nil where the program cannot ask, or the answer is empty.
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
        write("\n" + translated("Repeat the new password: "))
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
