import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import Language

/// The output and the questions of the command line.
enum Terminal {
    static func say(_ text: String) { say([text]) }

    /// Prints the lines, without characters that could move the cursor. Ends the program where the output cannot be
    /// written.
    static func say(_ lines: [String]) {
        do {
            try FileHandle.standardOutput.write(
                contentsOf: Data((lines.map(\.printable).joined(separator: "\n") + "\n").utf8))
        } catch {
            complain(translated("Could not write the output."))
            Outcome.data.exit()
        }
    }

    static func complain(_ text: String) { write(text + "\n") }

    /// True where a person can answer at the terminal.
    static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

    /// Asks a question that "y" answers with yes, or the corresponding letter of this computer's language.
    static func confirm(_ question: String) -> Bool {
        guard isInteractive else { return false }
        write(translated("\(question) [y/N] "))
        let answer = readLine()?.lowercased() ?? ""
        return answer.hasPrefix("y") || answer.hasPrefix(translated("y"))
    }

    /// Draws the progress bar of a list that arrives over the last one; only in a terminal.
    static func draw(_ progress: TransferProgress, of collection: CollectionInfo) {
        guard isatty(STDERR_FILENO) == 1 else { return }
        let width = 30
        let filled = progress.fraction.map { Int($0 * Double(width)) } ?? 0
        let bar = String(repeating: "█", count: filled) + String(repeating: "·", count: width - filled)
        write("\r\(progress.emoji) \(bar) \(progress.words)  \(collection.counted(progress.records)) \u{1B}[K")
    }

    /// Shows the progress of updating a directory after an update of the program.
    static func drawUpdate(_ part: Double) {
        guard isatty(STDERR_FILENO) == 1 else { return }
        let percent = Int(part * 100)
        write("\r" + translated("Updating your directory: \(percent)%") + "\u{1B}[K")
        if part >= 1 { clearProgress() }
    }

    /// Clears the progress bar.
    static func clearProgress() {
        guard isatty(STDERR_FILENO) == 1 else { return }
        write("\r\u{1B}[K")
    }

    static func write(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }
}

extension Terminal {
    /// Prints what of a list was left out or set aside, with the reasons, and what of a file was not read.
    static func sayReasons(_ summary: ChangeSummary) {
        for rejected in summary.leftOut { complain(rejected.reason) }
        sayMore(summary.leftOutCount - summary.leftOut.count)
        if let words = summary.unreadWords { complain(words) }
        guard summary.rejected > 0 else { return }
        let reasons = summary.rejectedElements.filter { !summary.leftOut.contains($0) }
        sayReasons(reasons, more: summary.rejected - reasons.count)
    }

    /// What to do about a table whose columns, or those that a record must have, are called otherwise.
    static var columnsHint: String {
        translated("Name the columns as “export” does, or assign them in duke-directory.")
    }

    /// Prints these reasons, and how many more there are.
    static func sayReasons(_ reasons: [RejectedElement], more: Int) {
        for rejected in reasons {
            let start = String(rejected.raw.unicodeScalars.prefix(60)).plain.printable
            complain(translated("Skipped: \(rejected.reason) \(start)"))
        }
        sayMore(more)
    }

    static func sayMore(_ more: Int) {
        if more > 0 { complain(translated(more, one: "… and \(more) more.", many: "… and \(more) more.")) }
    }
}
