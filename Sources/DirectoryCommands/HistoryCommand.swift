import ArgumentParser
import DirectoryModel
import DirectoryStore
import Foundation
import Language

/// Lists the changes of a collection, or reverts one of them.
struct HistoryCommand<C: CommandCollection>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            "history",
            C.home.offersUndo
                ? translated("List the changes of the \(C.collection.many), newest first, or undo one.")
                : translated("List the changes of the \(C.collection.many), newest first."),
            discussion: [
                C.home.offersUndo
                    ? translated(
                        "“history undo ID” reverts a change as a new one. Fields that were changed since are kept and named."
                    )
                    : "", translated("With --json, each change has id, time, label, cause, count, and reverted."),
            ].joined(separator: "\n"))
    }
    @OptionGroup var options: CommonOptions
    @Flag(help: ArgumentHelp(translated("Print JSON."))) var json = false
    @Option(help: ArgumentHelp(translated("How many changes to list."))) var limit = 100
    @Argument(
        help: ArgumentHelp(
            translated("“undo” and the ID of a change."), valueName: "undo ID",
            visibility: C.home.offersUndo ? .default : .hidden))
    var reverted: [String] = []

    func validate() throws {
        guard reverted.isEmpty || change != nil else {
            throw ValidationError(translated("Use “history” or “history undo ID”."))
        }
        guard limit > 0 else { throw ValidationError(translated("--limit must be at least 1.")) }
    }

    private var change: Int64? { reverted.count == 2 && reverted[0] == "undo" ? Int64(reverted[1]) : nil }

    func run() throws {
        let collection = try options.open(C.definition)
        guard let change else { return try list(collection) }
        guard C.home.offersUndo else {
            throw CommandError(.data, translated("Changes of \(C.collection.many) are undone on the server."))
        }
        guard let undone = try collection.revert(change: change) else {
            throw CommandError(
                .notFound, translated("The history of the \(C.collection.many) has no change \(change)."),
                recovery: translated("Use history to see the IDs."))
        }
        guard !undone.isRefused else { throw CommandError(.data, undone.text) }
        Terminal.print(undone.text, flushing: collection.store)
    }

    private func list(_ collection: StoredCollection) throws {
        let entries = try collection.history(limit: limit)
        guard !json else { return try Terminal.printJSON(entries.map(PrintedChange.init)) }
        let numbers = entries.map { "\($0.id)" }
        let width = numbers.map(\.count).max() ?? 0
        let lines = zip(numbers, entries).map { number, entry in
            String(repeating: " ", count: width - number.count) + "\(number)  \(text(for: entry))"
        }
        if !lines.isEmpty { Terminal.print(lines) }
    }

    private func text(for entry: HistoryEntry) -> String {
        let time = entry.time.formatted(Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: .current))
        let label = entry.isReverted ? translated("\(entry.label) (undone)") : entry.label
        let details = [entry.count > 0 ? C.collection.counted(entry.count) : "", entry.cause].filter { !$0.isEmpty }
        return "\(time.prefix(19))  \(label): \(details.joined(separator: translated(", ")))"
    }
}

private struct PrintedChange: Encodable {
    let id: Int64
    let time: Date
    let label: String
    let cause: String
    let count: Int
    let reverted: Bool

    init(_ entry: HistoryEntry) {
        id = entry.id
        time = entry.time
        label = entry.label
        cause = entry.cause
        count = entry.count
        reverted = entry.isReverted
    }
}

/// Reads the lists as they were.
struct PastOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            translated("Show the list as of this local time, or the end of this day."),
            valueName: "2026-11-01T12:00"))
    var at: PastTime?

    /// The collection as of the time, or `collection` itself.
    func past(_ collection: StoredCollection) throws -> StoredCollection {
        try at.map { try collection.store.asOf($0.time)[collection.definition] } ?? collection
    }
}

/// A time that a person typed: a day means its end.
struct PastTime: ExpressibleByArgument {
    let time: Date

    private static let dayLength = "2026-11-01".count

    init?(argument: String) { self.init(argument) }

    /// The part of a second that `text` names; the whole second if it has only seconds, as the history shows them.
    private static func fraction(of text: String) -> Double {
        guard let seconds = text.firstMatch(of: /:[0-9]{2}:[0-9]{2}(?:[.,]([0-9]{1,9}))?/) else { return 0 }
        return seconds.1.flatMap { Double("0.\($0)") } ?? 0.999
    }

    /// - Parameter zone: the time zone of times without one.
    init?(_ text: String, in zone: TimeZone = .current) {
        let isDay = text.count == Self.dayLength
        let full = isDay ? text + "T00:00" : text
        guard let moment = Moment(full) else { return nil }
        guard Moment(full + "Z") != nil else {
            time = moment.date.addingTimeInterval(Self.fraction(of: full))
            return
        }
        var (utc, local) = (Calendar(identifier: .gregorian), Calendar(identifier: .gregorian))
        utc.timeZone = .gmt
        local.timeZone = zone
        var parts = utc.dateComponents([.year, .month, .day, .hour, .minute, .second], from: moment.date)
        if isDay { parts.day = (parts.day ?? 0) + 1 }
        guard let date = local.date(from: parts) else { return nil }
        time = date.addingTimeInterval(isDay ? -0.001 : Self.fraction(of: full))
    }
}
