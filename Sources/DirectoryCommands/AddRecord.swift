import ArgumentParser
import DirectoryModel
import DirectoryStore
import DirectorySync
import Language

struct AddRecord<C: CommandCollection>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration("add", translated("Add a \(C.collection.one)."))
    }
    @OptionGroup var options: CommonOptions
    @Argument(help: ArgumentHelp(translated("Fields such as '\(C.searchExample)'."))) var fields: String

    func run() async throws {
        let collection = try options.open(C.definition)
        var record = Record(C.definition, key: 0)
        let tokens = try Tokens(fields, of: C.definition)
        try tokens.apply(to: &record)
        let typed = try record.checked()
        let repository = try options.repository(of: collection)
        let added = try await repository.add(typed).savedRecord(of: C.definition)
        // The server may have assigned other values than those that were typed.
        var entered = added
        for field in tokens.tokens.map(\.field) { entered[field] = typed[field] }
        let saved = try await repository.save(from: added, to: entered).savedRecord(of: C.definition)
        try collection.store.flushAndPrint(sentence(of: saved))
        tokens.corrections.forEach(Terminal.printError)
    }

    /// The number and name of an added record if the server assigned the number, otherwise the whole record.
    private func sentence(of added: Record) -> String {
        guard C.home.isHosted else { return added.text(style: .whole) }
        let name = [added.displayName, added.rowSubtitle.isEmpty ? "" : "(\(added.rowSubtitle))"]
            .filter { !$0.isEmpty }.joined(separator: " ")
        return translated("Added \(C.collection.one) \(added.key): \(name)")
    }
}

/// Adds a record with a typed number.
struct AddNumbered<C: CommandCollection>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration("add", translated("Add a \(C.collection.one) with a new \(C.keyField.label)."))
    }
    @OptionGroup var options: CommonOptions
    @OptionGroup var wanted: RecordNumber<C>
    @Argument(help: ArgumentHelp(translated("Fields such as '\(C.searchExample)'."))) var fields: String?

    func validate() throws {
        if wanted.number < 0 {
            throw ValidationError(translated("The \(C.keyField.label) must be 0 or greater."))
        }
    }

    func run() async throws {
        var record = Record(C.definition, key: wanted.number)
        let tokens = try fields.map { try Tokens($0, of: C.definition) }
        try tokens?.apply(to: &record)
        let collection = try options.open(C.definition)
        let added = try await options.repository(of: collection).add(record)
        let saved = try added.savedRecord(of: C.definition, as: wanted.number, adds: true)
        try collection.store.flushAndPrint(saved.text(style: .whole))
        tokens?.corrections.forEach(Terminal.printError)
    }
}

struct BookRecord<C: CommandCollection>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            "book", translated("Book a \(C.collection.one)."),
            discussion: translated(
                """
                A date such as 2026-12-01 means that day in your time zone. You can book from tomorrow to two weeks \
                from today.
                """
            ))
    }
    @OptionGroup var options: CommonOptions
    @Argument(help: ArgumentHelp(translated("Fields such as '\(C.searchExample)'."))) var fields: String

    func run() async throws {
        var order = Record(C.definition, key: 0)
        let tokens = try Tokens(fields, of: C.definition)
        if let field = tokens.tokens.map(\.field).first(where: { $0.isKey || $0.editor == .readOnly }) {
            throw CommandError(.usage, translated("The \(field.label) is set by the server."))
        }
        try tokens.apply(to: &order)
        let checked = try order.checked()
        for field in C.fields where field.editor == .day {
            guard let reason = BookableDays.reasonAgainst(checked[field].text) else { continue }
            throw CommandError(.usage, translated("\(field.label) \(reason)."))
        }
        let collection = try options.open(C.definition)
        let booked = try await options.repository(of: collection).add(checked)
        Terminal.print(try booked.savedRecord(of: C.definition).answerLines)
        tokens.corrections.forEach(Terminal.printError)
    }
}

struct RecordNumber<C: CommandCollection>: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            Self.help, valueName: Self.valueName))
    var number: Int

    static var valueName: String { C.numbering == .typed ? C.keyField.key.lowercased() : "number" }

    private static var help: String {
        C.numbering == .typed ? translated("The \(C.keyField.label).") : translated("The number.")
    }
}

extension Record {
    /// The record as a form would save it. People may be incomplete.
    /// - Throws: `CommandError`, which names every invalid field.
    func checked(isNew: Bool = true) throws -> Record {
        if definition.home.isPublished { return self }
        let reasons = reasonsAgainst
        guard reasons.isEmpty else { throw CommandError(.usage, reasons.joined(separator: " ")) }
        guard isGiven || !definition.presentation.savesOnlyValid else {
            let given = definition.fields.first { !$0.isKey && !$0.inputText(self).isEmpty }
            guard isNew || given != nil else {
                throw CommandError(
                    .usage, translated("The \(definition.collection.one) would be empty, so it was not changed."),
                    recovery: translated("Use \(definition.command) delete to remove it."))
            }
            throw CommandError(
                .usage,
                given.map { translated("Enter more than \($0.label).") } ?? translated("No fields were entered."))
        }
        return try normalized()
    }
}
