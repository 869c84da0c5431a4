import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import Language

/// Output and prompts.
enum Terminal {
    static func print(_ text: String) { print([text]) }

    /// Prints the lines without characters that could move the cursor. Exits if the output cannot be written.
    static func print(_ lines: [String]) {
        let text = lines.map(\.printable).joined(separator: "\n") + "\n"
        do { try FileHandle.standardOutput.write(contentsOf: Data(text.utf8)) } catch {
            printError(translated("Could not write the output."))
            Outcome.data.exit()
        }
    }

    static func printJSON(_ value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        print(
            String(decoding: try encoder.encode(value), as: UTF8.self)
                .split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    }

    static func printError(_ text: String) { write(text + "\n") }

    /// True if a person can answer at the terminal.
    static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

    /// Asks a question that "y", or its equivalent in the user's language, answers with yes.
    static func confirm(_ question: String) -> Bool {
        guard isInteractive else { return false }
        write(translated("\(question) [y/N] "))
        let answer = readLine()?.lowercased() ?? ""
        return answer.hasPrefix("y") || answer.hasPrefix(translated("y"))
    }

    /// Draws a download's progress bar, which replaces the last one, if standard error is a terminal.
    static func draw(_ progress: TransferProgress, of collection: CollectionInfo) {
        let width = 30
        let filled = progress.fraction.map { Int($0 * Double(width)) } ?? 0
        let bar = String(repeating: "█", count: filled) + String(repeating: "·", count: width - filled)
        redraw("\(progress.emoji) \(bar) \(progress.text)  \(collection.counted(progress.records)) ")
    }

    /// Draws the progress of migrating the directory after an update of the program.
    static func drawUpdate(_ part: Double) {
        let percent = Int(part * 100)
        redraw(translated("Updating your directory: \(percent)%"))
        if part >= 1 { redraw("") }
    }

    /// Replaces the progress line; an empty text clears it.
    static func redraw(_ text: String) {
        if isatty(STDERR_FILENO) == 1 { write("\r\(text)\u{1B}[K") }
    }

    static func write(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }
}

extension Terminal {
    /// Prints what was left out, set aside, or not read, with the reasons.
    static func printReasons(_ summary: ChangeSummary) {
        for rejected in summary.leftOut { printError(rejected.reason) }
        printOmittedCount(summary.leftOutCount - summary.leftOut.count)
        for line in summary.cleared.lines.prefix(20) { printError(translated("Cleared: \(line)")) }
        printOmittedCount(summary.cleared.recordCount - min(20, summary.cleared.lines.count))
        for message in [summary.groupsMessage].compactMap(\.self) + summary.groupProblems { printError(message) }
        if let message = ChangeSummary.text(unread: summary.unread) { printError(message) }
        guard summary.rejected > 0 else { return }
        let reasons = summary.rejectedElements.filter { !summary.leftOut.contains($0) }
        printReasons(reasons, more: summary.rejected - reasons.count)
    }

    static func printReasons(_ reasons: [RejectedElement], more: Int) {
        for rejected in reasons {
            let start = String(rejected.raw.unicodeScalars.prefix(60)).plain.printable
            printError(translated("Skipped: \(rejected.reason) \(start)"))
        }
        printOmittedCount(more)
    }

    static func printOmittedCount(_ more: Int) {
        if more > 0 { printError(translated(more, one: "… and \(more) more.", many: "… and \(more) more.")) }
    }
}

extension Terminal {
    /// Asks for a password without echo; nil if the program cannot ask, or the answer is empty.
    static func password(for netid: String, server: String) -> String? {
        guard isInteractive else { return nil }
        return readWithoutEcho(translated("Password of \(netid) at \(server): "))
    }

    /// Asks for a new password twice without echo.
    static func newPassword() throws(CommandError) -> (new: String, repeated: String) {
        let first = readWithoutEcho(translated("New password: "))
        let second = readWithoutEcho(translated("Repeat the new password: "))
        guard let first else { throw .noNewPassword }
        return (first, second ?? "")
    }

    /// Reads a line with the terminal's echo off. Ctrl+C ends the program with the echo on again.
    private static func readWithoutEcho(_ prompt: String) -> String? {
        write(prompt)
        defer { write("\n") }
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

extension Terminal {
    /// Writes the JSON files of `store`, then prints `text`. If a file cannot be written, the change is saved and a
    /// warning is printed.
    static func print(_ text: String, flushing store: Store) {
        let saved = Result { () throws(StoreError) in try store.flush() }
        print(text)
        do throws(StoreError) { try saved.get() } catch {
            // The change was saved.
            printError(CommandError(adapting: error)?.description ?? error.description)
        }
    }
}
