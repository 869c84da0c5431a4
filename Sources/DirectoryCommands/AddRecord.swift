import ArgumentParser
import DirectoryModel
import DirectoryStore
import DirectorySync
import Language

struct AddRecord<R: DirectoryRecord>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration("add", translated("Add a \(R.collection.one)."))
    }
    @OptionGroup var options: CommonOptions
    @Argument(help: ArgumentHelp(translated("Fields such as '\(R.searchExample)'."))) var fields: String

    func run() async throws {
        let store = try options.openStore(for: R.self)
        var record = R(key: 0)
        let tokens = try Tokens(fields, of: R.definition)
        try tokens.apply(to: &record.record)
        let typed = try record.checked()
        let repository = try options.repository(of: R.self, in: store)
        let added = try await repository.add(typed).kept()
        // The server may have assigned other values than those that were typed.
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

/// Adds a record with a typed number.
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
        let tokens = try fields.map { try Tokens($0, of: R.definition) }
        try tokens?.apply(to: &record.record)
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
        let tokens = try Tokens(fields, of: R.definition)
        if let field = tokens.tokens.map(\.field).first(where: { $0.isKey || $0.editor == .readOnly }) {
            throw CommandError(.usage, translated("The \(field.label) is set by the server."))
        }
        try tokens.apply(to: &order.record)
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

struct RecordNumber<R: DirectoryRecord>: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            Self.help, valueName: Self.valueName))
    var number: Int

    static var valueName: String { R.definition.numbering == .typed ? R.fields[0].key.lowercased() : "number" }

    private static var help: String {
        R.definition.numbering == .typed ? translated("The \(R.fields[0].label).") : translated("The number.")
    }
}

extension DirectoryRecord {
    /// The record as a form would save it. People may be incomplete.
    /// - Throws: `CommandError`, which names every invalid field.
    func checked(isNew: Bool = true) throws -> Self {
        if Self.home.isPublished { return self }
        let reasons = reasonsAgainst
        guard reasons.isEmpty else { throw CommandError(.usage, reasons.joined(separator: " ")) }
        guard isGiven || Self.definition.presentation.saving == .offered else {
            let given = Self.fields.first { !$0.isKey && !$0.inputText(self).isEmpty }
            guard isNew || given != nil else {
                throw CommandError(
                    .usage, translated("The \(Self.collection.one) would be empty, so it was not changed."),
                    recovery: translated("Use \(Self.command) delete to remove it."))
            }
            throw CommandError(
                .usage,
                given.map { translated("Enter more than \($0.label).") } ?? translated("No fields were entered."))
        }
        return try normalized()
    }
}
