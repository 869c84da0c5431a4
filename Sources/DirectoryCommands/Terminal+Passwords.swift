import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import Language

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
