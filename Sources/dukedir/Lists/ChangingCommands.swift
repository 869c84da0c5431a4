import ArgumentParser
import DirectoryModel
import DirectoryStore
import DirectorySync
import Language

struct AddRecord<R: DirectoryRecord>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "add", abstract: translated("Add a \(R.collection.one)."))
    }
    @OptionGroup var options: CommonOptions
    @Argument(help: ArgumentHelp(translated("The fields, as in '\(R.searchExample)'."))) var fields: String

    func run() async throws {
        let store = try options.openStore(for: R.self)
        var record = R(key: 0)
        let tokens = try Tokens<R>(fields)
        try tokens.apply(to: &record)
        let typed = try record.checked()
        let repository = try options.repository(of: R.self, in: store)
        let added = try await repository.add(typed).kept()
        // What a server says otherwise of a record it has just made is changed there.
        var said = added
        for field in tokens.tokens.map(\.field) { field.set(field.value(typed), in: &said) }
        try store.saveAndSay(try await repository.save(from: added, to: said).kept().told)
    }
}

struct UpdateRecord<R: DirectoryRecord>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "update",
            abstract: translated("Change the typed fields of a \(R.collection.one), and no others."))
    }
    @OptionGroup var options: CommonOptions
    @OptionGroup var wanted: RecordNumber<R>
    @Argument(help: ArgumentHelp(translated("The fields to change, as in '\(R.searchExample)'."))) var fields: String

    func run() async throws {
        let tokens = try Tokens<R>(fields)
        let store = try options.openStore(for: R.self)
        // One's own record of the first launch has no number until it is typed.
        let isUnnumbered = try wanted.number == 0 && store.ownKey(of: R.self) == 0
        let number = isUnnumbered ? tokens.key.flatMap { $0 > 0 ? $0 : nil } : nil
        let changed = try await options.repository(of: R.self, in: store).edit(wanted.number) {
            now throws(any Error) in
            var record = number.map(now.keyed) ?? now
            try tokens.apply(to: &record)
            return try record.checked()
        }
        try store.saveAndSay(try changed.get().kept(as: number).told)
    }
}

struct ToggleRecord<R: DirectoryRecord>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "toggle", abstract: R.toggle.map { translated("Turn \($0.on) over.") } ?? "")
    }
    @OptionGroup var options: CommonOptions
    @OptionGroup var wanted: RecordNumber<R>

    func run() async throws {
        let store = try options.openStore(for: R.self)
        let toggled = try await options.repository(of: R.self, in: store).toggle(wanted.number)
        try store.saveAndSay(try toggled.kept().listLine)
    }
}

struct DeleteRecord<R: DirectoryRecord>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "delete", abstract: translated("Remove a \(R.collection.one)."))
    }
    @OptionGroup var options: CommonOptions
    @OptionGroup var wanted: RecordNumber<R>

    func run() async throws {
        let store = try options.openStore(for: R.self)
        let repository = try options.repository(of: R.self, in: store)
        guard let record = try await repository.find(wanted.number),
            try await !repository.delete([wanted.number]).isEmpty
        else { throw notFound() }
        try store.saveAndSay(record.told)
    }
}

/// The number that tells a record apart.
struct RecordNumber<R: DirectoryRecord>: ParsableArguments {
    @Argument(help: ArgumentHelp(Self.help, valueName: R.numbering == .typed ? "duid" : "number")) var number: Int

    private static var help: String {
        R.numbering == .typed ? translated("The DUID.") : translated("The number.")
    }
}
