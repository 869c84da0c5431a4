import ArgumentParser
import DirectoryModel
import DirectoryStore
import DirectorySync
import Language

struct UpdateRecord<C: CommandCollection>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration("update", translated("Change the given fields of a \(C.collection.one)."))
    }
    @OptionGroup var options: CommonOptions
    @OptionGroup var wanted: RecordNumber<C>
    @Argument(help: ArgumentHelp(translated("Fields to change, such as '\(C.searchExample)'."))) var fields: String

    func run() async throws {
        let tokens = try Tokens(fields, of: C.definition)
        let repository = try options.repository(of: C.definition)
        let own = try repository.collection.own()
        let isOpen = own.key == wanted.number && own.isKeyOpen
        let number = isOpen ? tokens.key.flatMap { $0 > 0 ? $0 : nil } : nil
        let changed = try await repository.edit(wanted.number) {
            now throws(any Error) in
            var record = number.map(now.keyed) ?? now
            try tokens.apply(to: &record)
            return try record.checked(replacing: now)
        }
        let saved = try changed.get().savedRecord(of: C.definition, as: number)
        Terminal.print(saved.text(style: .whole), flushing: repository.collection.store)
        tokens.corrections.forEach(Terminal.printError)
    }
}

struct ToggleRecord<C: CommandCollection>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        let toggle = C.toggle
        return CommandConfiguration(
            "toggle", toggle.map { translated("Mark a \(C.collection.one) as \($0.on) or \($0.off).") } ?? "")
    }
    @OptionGroup var options: CommonOptions
    @OptionGroup var wanted: RecordNumber<C>

    func run() async throws {
        let repository = try options.repository(of: C.definition)
        let toggled = try await repository.toggle(wanted.number)
        Terminal.print(
            try toggled.savedRecord(of: C.definition).text(style: .line), flushing: repository.collection.store)
    }
}

struct DeleteRecord<C: CommandCollection>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration("delete", translated("Delete a \(C.collection.one)."))
    }
    @OptionGroup var options: CommonOptions
    @OptionGroup var wanted: RecordNumber<C>

    func run() async throws {
        let repository = try options.repository(of: C.definition)
        guard let record = try await repository.find(wanted.number),
            try await !repository.delete([wanted.number]).isEmpty
        else { throw notFound() }
        Terminal.print(record.text(style: .whole), flushing: repository.collection.store)
    }
}

struct ClearList<C: CommandCollection>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration("clear", translated("Delete all \(C.collection.many), also on the server."))
    }
    @OptionGroup var options: CommonOptions
    @OptionGroup var confirmation: Confirmation

    func run() async throws {
        let repository = try options.repository(of: C.definition)
        let isConfirmed = try confirmation.isGiven(
            or: translated("Deleting all \(C.collection.many) requires confirmation.")
        ) {
            let server = try options.signIn(in: repository.collection.store).server
            return translated("Delete all \(C.collection.many) on \(server)?")
        }
        guard isConfirmed else { return Terminal.print(translated("No records were deleted.")) }
        try await repository.deleteAll()
        Terminal.print(translated("All \(C.collection.many) were deleted."))
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
    ///   - definition: the collection of the record.
    ///   - number: the new key, or nil if none was typed.
    ///   - adds: true if the record was to be added.
    func savedRecord(of definition: Definition, as number: Int? = nil, adds: Bool = false) throws -> Record {
        switch self {
        case .saved(let record), .restored(let record): return record
        case .absent: throw notFound()
        case .keyTaken(let holder):
            throw CommandError.keyTaken(Record(definition, key: number ?? 0), holder: holder, adds: adds)
        case .conflict(let both):
            // Without conflicts, others typed the same value; their other changes are printed.
            for difference in both.conflicts.isEmpty ? both.onlyTheirs : both.conflicts {
                Terminal.printError(difference.text(of: definition))
            }
            let one = definition.collection.one
            throw CommandError(
                .data, translated("This \(one) was changed elsewhere, so your change was not saved."),
                recovery: translated("Check the new version and try again."))
        }
    }
}

extension FieldDifference {
    /// My value and the server's.
    func text(of definition: Definition) -> String {
        let text =
            definition.field(named: key)?.isPicture == true
            ? translated("\(label) differs")
            : translated("\(label): you have “\(beforeText)”, the server has “\(afterText)”")
        return text.printable
    }
}
