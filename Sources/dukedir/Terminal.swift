import DirectorySync
import Foundation

/// What the command line says and asks.
enum Terminal {
    static func say(_ text: String) { write(text + "\n", to: .standardOutput) }

    static func complain(_ text: String) { write(text + "\n", to: .standardError) }

    /// True where somebody sits there to answer.
    static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

    /// Asks for a password without showing it; nil where nobody can answer.
    static func password(for netid: String, server: String) -> String? {
        guard isInteractive, let typed = getpass("Password of \(netid) at \(server): ") else { return nil }
        return String(cString: typed)
    }

    /// Asks a question that "y" answers with yes.
    static func confirm(_ question: String) -> Bool {
        guard isInteractive else { return false }
        write("\(question) [y/N] ", to: .standardError)
        return readLine()?.lowercased().hasPrefix("y") == true
    }

    /// Draws the progress bar over itself; nothing where nobody watches.
    static func draw(_ progress: TransferProgress) {
        guard isatty(STDERR_FILENO) == 1 else { return }
        let width = 30
        let filled = progress.fraction.map { Int($0 * Double(width)) } ?? 0
        let bar = String(repeating: "█", count: filled) + String(repeating: "·", count: width - filled)
        write("\r\(progress.emoji) \(bar) \(progress.words)  \(progress.records) people \u{1B}[K", to: .standardError)
    }

    /// Takes the progress bar away.
    static func clearProgress() {
        guard isatty(STDERR_FILENO) == 1 else { return }
        write("\r\u{1B}[K", to: .standardError)
    }

    private static func write(_ text: String, to handle: FileHandle) {
        try? handle.write(contentsOf: Data(text.utf8))
    }
}
