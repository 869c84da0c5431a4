import ArgumentParser
import DirectoryModel
import DirectoryStore
import DirectorySync
import Language

struct UpdateRecord<R: DirectoryRecord>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration("update", translated("Change the given fields of a \(R.collection.one)."))
    }
    @OptionGroup var options: CommonOptions
    @OptionGroup var wanted: RecordNumber<R>
    @Argument(help: ArgumentHelp(translated("Fields to change, such as '\(R.searchExample)'."))) var fields: String

    func run() async throws {
        let tokens = try Tokens(fields, of: R.definition)
        let store = try options.openStore(for: R.self)
        let number = try store.isOwnKeyOpen(wanted.number, of: R.self) ? tokens.key.flatMap { $0 > 0 ? $0 : nil } : nil
        let changed = try await options.repository(of: R.self, in: store).edit(wanted.number) {
            now throws(any Error) in
            var record = number.map(now.keyed) ?? now
            try tokens.apply(to: &record.record)
            return try record.checked(isNew: false)
        }
        try store.saveAndSay(try changed.get().kept(as: number).text(style: .whole))
        tokens.corrections.forEach(Terminal.complain)
    }
}

struct ToggleRecord<R: DirectoryRecord>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        let toggle = R.definition.toggle
        return CommandConfiguration(
            "toggle", toggle.map { translated("Mark a \(R.collection.one) as \($0.on) or \($0.off).") } ?? "")
    }
    @OptionGroup var options: CommonOptions
    @OptionGroup var wanted: RecordNumber<R>

    func run() async throws {
        let store = try options.openStore(for: R.self)
        let toggled = try await options.repository(of: R.self, in: store).toggle(wanted.number)
        try store.saveAndSay(try toggled.kept().text(style: .line))
    }
}

struct DeleteRecord<R: DirectoryRecord>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration("delete", translated("Delete a \(R.collection.one)."))
    }
    @OptionGroup var options: CommonOptions
    @OptionGroup var wanted: RecordNumber<R>

    func run() async throws {
        let store = try options.openStore(for: R.self)
        let repository = try options.repository(of: R.self, in: store)
        guard let record = try await repository.find(wanted.number),
            try await !repository.delete([wanted.number]).isEmpty
        else { throw notFound() }
        try store.saveAndSay(record.text(style: .whole))
    }
}

struct ClearList<R: DirectoryRecord>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration("clear", translated("Delete all \(R.collection.many), also on the server."))
    }
    @OptionGroup var options: CommonOptions
    @OptionGroup var confirmation: Confirmation

    func run() async throws {
        let store = try options.openStore(for: R.self)
        let isConfirmed = try confirmation.isGiven(
            or: translated("Deleting all \(R.collection.many) requires confirmation.")
        ) {
            let server = try options.signIn(in: store).server
            return translated("Delete all \(R.collection.many) on \(server)?")
        }
        guard isConfirmed else { return Terminal.say(translated("No records were deleted.")) }
        try await options.repository(of: R.self, in: store).deleteAll()
        Terminal.say(translated("All \(R.collection.many) were deleted."))
    }
}

/// Asks for confirmation of what cannot be undone.
struct Confirmation: ParsableArguments {
    @Flag(help: ArgumentHelp(translated("Skip confirmation."))) var yes = false

    /// - Parameter message: the error's message if the program does not run in a terminal.
    func isGiven(or message: String, asking question: () throws -> String) throws -> Bool {
        if yes { return true }
        guard Terminal.isInteractive else {
            throw CommandError(.usage, message, recovery: translated("Use --yes, or run the command in a terminal."))
        }
        return Terminal.confirm(try question())
    }
}

extension Changed {
    /// The saved record; conflicting fields are printed.
    /// - Parameters:
    ///   - number: the new key, or nil if none was typed.
    ///   - adds: true if the record was to be added.
    func kept(as number: Int? = nil, adds: Bool = false) throws -> R {
        switch self {
        case .kept(let kept), .putBack(let kept): return kept
        case .absent: throw notFound()
        case .keyTaken(let holder): throw CommandError.keyTaken(R(key: number ?? 0), holder: holder, adds: adds)
        case .conflict(let both):
            // Without conflicts, others typed the same value; their other changes are printed.
            for difference in both.conflicts.isEmpty ? both.onlyTheirs : both.conflicts {
                Terminal.complain(difference.words(of: R.self))
            }
            let one = R.collection.one
            throw CommandError(
                .data, translated("Someone else changed this \(one) at the same time, so your change was not made."),
                recovery: translated("Check the new version and try again."))
        }
    }
}

extension FieldDifference {
    /// My value and the server's.
    func words<R: DirectoryRecord>(of type: R.Type) -> String {
        let words =
            R.field(named: key)?.isPicture == true
            ? translated("\(label) differs")
            : translated("\(label): you have “\(beforeText)”, the server has “\(afterText)”")
        return words.printable
    }
}
