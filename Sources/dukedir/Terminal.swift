import DirectoryModel
import DirectorySync
import Foundation
import Language

/// What the command line says and asks.
enum Terminal {
    static func say(_ text: String) { say([text]) }

    /// Says the lines one below the other; what could move the cursor is taken out of them.
    /// Ends the program where nobody can hear.
    static func say(_ lines: [String]) {
        do {
            try FileHandle.standardOutput.write(
                contentsOf: Data((lines.map(\.printable).joined(separator: "\n") + "\n").utf8))
        } catch {
            complain(translated("The answer could not be written. Check where it goes."))
            Outcome.data.exit()
        }
    }

    static func complain(_ text: String) { write(text + "\n") }

    /// True where somebody sits there to answer.
    static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

    /// Asks a question that "y" answers with yes, or what that is in the language of this computer.
    static func confirm(_ question: String) -> Bool {
        guard isInteractive else { return false }
        write(translated("\(question) [y/N] "))
        let answer = readLine()?.lowercased() ?? ""
        return answer.hasPrefix("y") || answer.hasPrefix(translated("y"))
    }

    /// Draws the progress bar of a list that arrives over itself; nothing where nobody watches.
    static func draw(_ progress: TransferProgress, of collection: CollectionInfo) {
        guard isatty(STDERR_FILENO) == 1 else { return }
        let width = 30
        let filled = progress.fraction.map { Int($0 * Double(width)) } ?? 0
        let bar = String(repeating: "█", count: filled) + String(repeating: "·", count: width - filled)
        write("\r\(progress.emoji) \(bar) \(progress.words)  \(collection.counted(progress.records)) \u{1B}[K")
    }

    /// Shows the part of a directory that is brought up to date after an update of the program.
    static func drawUpdate(_ part: Double) {
        guard isatty(STDERR_FILENO) == 1 else { return }
        let percent = Int(part * 100)
        write("\r" + translated("Updating your directory: \(percent)%") + "\u{1B}[K")
        if part >= 1 { clearProgress() }
    }

    /// Takes the progress bar away.
    static func clearProgress() {
        guard isatty(STDERR_FILENO) == 1 else { return }
        write("\r\u{1B}[K")
    }

    static func write(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }
}
