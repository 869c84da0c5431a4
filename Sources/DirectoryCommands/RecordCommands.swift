import ArgumentParser
import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import Language

/// The number that identifies a record.
struct RecordNumber<R: DirectoryRecord>: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            Self.help, valueName: R.definition.numbering == .typed ? R.fields[0].key.lowercased() : "number"))
    var number: Int

    private static var help: String {
        R.definition.numbering == .typed ? translated("The \(R.fields[0].label).") : translated("The number.")
    }
}

struct AddRecord<R: DirectoryRecord>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration("add", translated("Add a \(R.collection.one)."))
    }
    @OptionGroup var options: CommonOptions
    @Argument(help: ArgumentHelp(translated("Fields such as '\(R.searchExample)'."))) var fields: String

    func run() async throws {
        let store = try options.openStore(for: R.self)
        var record = R(key: 0)
        let tokens = try Tokens<R>(fields)
        try tokens.apply(to: &record)
        let typed = try record.checked()
        let repository = try options.repository(of: R.self, in: store)
        let added = try await repository.add(typed).kept()
        // Fields in which the server's new record differs from what was typed are changed there.
        var said = added
        for field in tokens.tokens.map(\.field) { field.set(field.value(typed), in: &said) }
        try store.saveAndSay(sentence(of: try await repository.save(from: added, to: said).kept()))
        tokens.corrections.forEach(Terminal.complain)
    }

    /// The number and name of an added record if the server assigned the number, otherwise the whole record.
    private func sentence(of added: R) -> String {
        guard R.home.isHosted else { return added.text(style: .whole) }
        let name = [added.displayName, added.rowSubtitle.isEmpty ? "" : "(\(added.rowSubtitle))"]
            .filter { !$0.isEmpty }.joined(separator: " ")
        return translated("Added \(R.collection.one) \(added.key): \(name)")
    }
}

/// Adds a record whose number is typed.
struct AddNumbered<R: DirectoryRecord>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration("add", translated("Add a \(R.collection.one) with a new \(R.fields[0].label)."))
    }
    @OptionGroup var options: CommonOptions
    @OptionGroup var wanted: RecordNumber<R>
    @Argument(help: ArgumentHelp(translated("Fields such as '\(R.searchExample)'."))) var fields: String?

    func validate() throws {
        if wanted.number < 0 {
            throw ValidationError(translated("The \(R.fields[0].label) must be 0 or greater."))
        }
    }

    func run() async throws {
        var record = R(key: wanted.number)
        let tokens = try fields.map { try Tokens<R>($0) }
        try tokens?.apply(to: &record)
        let store = try options.openStore(for: R.self)
        let added = try await options.repository(of: R.self, in: store).add(record)
        try store.saveAndSay(try added.kept(as: wanted.number, adds: true).text(style: .whole))
        tokens?.corrections.forEach(Terminal.complain)
    }
}

struct BookRecord<R: DirectoryRecord>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            "book", translated("Book a \(R.collection.one)."),
            discussion: translated(
                """
                A date such as 2026-12-01 means that day in your time zone. You can book from tomorrow to two weeks \
                from today.
                """
            ))
    }
    @OptionGroup var options: CommonOptions
    @Argument(help: ArgumentHelp(translated("Fields such as '\(R.searchExample)'."))) var fields: String

    func run() async throws {
        var order = R(key: 0)
        let tokens = try Tokens<R>(fields)
        if let field = tokens.tokens.map(\.field).first(where: { $0.isKey || $0.editor == .readOnly }) {
            throw CommandError(.usage, translated("The \(field.label) is set by the server."))
        }
        try tokens.apply(to: &order)
        let checked = try order.checked()
        for field in R.fields where field.editor == .day {
            guard let reason = BookableDays.reasonAgainst(field.value(checked).text) else { continue }
            throw CommandError(.usage, translated("\(field.label) \(reason)."))
        }
        let store = try options.openStore(for: R.self)
        let booked = try await options.repository(of: R.self, in: store).add(checked)
        Terminal.say(try booked.kept().answerLines)
        tokens.corrections.forEach(Terminal.complain)
    }
}

struct UpdateRecord<R: DirectoryRecord>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration("update", translated("Change the given fields of a \(R.collection.one)."))
    }
    @OptionGroup var options: CommonOptions
    @OptionGroup var wanted: RecordNumber<R>
    @Argument(help: ArgumentHelp(translated("Fields to change, such as '\(R.searchExample)'."))) var fields: String

    func run() async throws {
        let tokens = try Tokens<R>(fields)
        let store = try options.openStore(for: R.self)
        let number = try store.isOwnKeyOpen(wanted.number, of: R.self) ? tokens.key.flatMap { $0 > 0 ? $0 : nil } : nil
        let changed = try await options.repository(of: R.self, in: store).edit(wanted.number) {
            now throws(any Error) in
            var record = number.map(now.keyed) ?? now
            try tokens.apply(to: &record)
            return try record.checked()
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

/// Asks before a command removes what undo cannot bring back.
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

struct LookUp<R: DirectoryRecord>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration("lookup", translated("Look up a \(R.collection.one) on the server."))
    }
    @OptionGroup var options: CommonOptions
    @OptionGroup var wanted: RecordNumber<R>

    func run() async throws {
        let store = try options.openStore(for: R.self)
        guard let found = try await options.repository(of: R.self, in: store).find(wanted.number) else {
            throw notFound()
        }
        Terminal.say(found.displayName)
    }
}

extension DirectoryRecord {
    /// The record as a form would save it; a person's may be completed later.
    /// - Throws: `CommandError`, which names every field a form would not save.
    fileprivate func checked() throws -> Self {
        if Self.home.isPublished { return self }
        let reasons = reasonsAgainst
        guard reasons.isEmpty else { throw CommandError(.usage, reasons.joined(separator: " ")) }
        guard isGiven || Self.definition.presentation.saving == .offered else {
            let given = Self.fields.first { !$0.isKey && !$0.inputText(self).isEmpty }
            throw CommandError(
                .usage,
                given.map { translated("Enter more than \($0.label).") } ?? translated("No fields were entered."))
        }
        return try normalized()
    }
}

extension Changed {
    /// The record as it was kept; conflicting changes by others are printed.
    /// - Parameters:
    ///   - number: the new key, or nil if none was typed.
    ///   - adds: true if the record was to be added.
    fileprivate func kept(as number: Int? = nil, adds: Bool = false) throws -> R {
        switch self {
        case .kept(let kept), .putBack(let kept): return kept
        case .absent: throw notFound()
        case .keyTaken(let holder): throw CommandError.keyTaken(R(key: number ?? 0), holder: holder, adds: adds)
        case .conflict(let both):
            // If the typed value is the one that was shown here, these are the changes of others.
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
    /// My value and the server's, next to each other.
    func words<R: DirectoryRecord>(of type: R.Type) -> String {
        let words =
            R.field(named: key)?.isPicture == true
            ? translated("\(label) differs")
            : translated("\(label): you have “\(beforeText)”, the server has “\(afterText)”")
        return words.printable
    }
}
