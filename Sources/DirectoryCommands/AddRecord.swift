import ArgumentParser
import DirectoryModel
import DirectoryStore
import DirectorySync
import Language

/// Adds a record that the store or the server numbers, or books one.
struct AddRecord<C: CommandCollection>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        guard C.home.isBooked else { return CommandConfiguration("add", translated("Add a \(C.collection.one).")) }
        return CommandConfiguration(
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

    func run() async throws { try await options.add(fields, to: C.definition) }
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

    func run() async throws { try await options.add(fields ?? "", to: C.definition, as: wanted.number) }
}

extension CommonOptions {
    /// Adds or books a record with these fields, and prints it.
    /// - Parameter number: its typed number, or nil.
    fileprivate func add(_ fields: String, to definition: Definition, as number: Int? = nil) async throws {
        var typed = Record(definition, key: number ?? 0)
        let tokens = try fields.isEmpty && number != nil ? nil : Tokens(fields, of: definition)
        try tokens?.apply(to: &typed)
        typed = try typed.checked()
        if definition.home.isBooked { try definition.refuseUnbookable(typed, tokens) }
        let repository = try repository(of: definition)
        let added = try await repository.add(typed).savedRecord(of: definition, as: number, adds: true)
        if definition.home.isBooked {
            Terminal.print(added.answerLines)
        } else {
            // The server may have assigned other values than those that were typed.
            var entered = added
            for field in tokens?.tokens.map(\.field) ?? [] { entered[field] = typed[field] }
            let saved = try await repository.save(from: added, to: entered).savedRecord(of: definition)
            Terminal.print(saved.sentenceOfAdded, flushing: repository.collection.store)
        }
        tokens?.corrections.forEach(Terminal.printError)
    }
}

extension Definition {
    fileprivate func refuseUnbookable(_ order: Record, _ tokens: Tokens?) throws {
        if let field = tokens?.tokens.map(\.field).first(where: { $0.isKey || $0.editor == .readOnly }) {
            throw CommandError(.usage, translated("The \(field.label) is set by the server."))
        }
        for field in fields where field.editor == .day {
            guard let reason = BookableDays.reasonAgainst(order[field].text) else { continue }
            throw CommandError(.usage, translated("\(field.label) \(reason)."))
        }
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
    /// The number and name if the server assigned the number, otherwise the whole record.
    fileprivate var sentenceOfAdded: String {
        guard definition.home.isHosted else { return text(style: .whole) }
        let name = [displayName, rowSubtitle.isEmpty ? "" : "(\(rowSubtitle))"]
            .filter { !$0.isEmpty }.joined(separator: " ")
        return translated("Added \(definition.collection.one) \(key): \(name)")
    }

    /// The record as a form would save it. People may be incomplete.
    /// - Parameter old: the version that it replaces; nil if the record is new.
    /// - Throws: `CommandError`, which names every invalid field.
    func checked(replacing old: Record? = nil) throws -> Record {
        let reasons = reasonsAgainst(replacing: old, isPartial: definition.home.isPublished)
        guard reasons.isEmpty else { throw CommandError(.usage, reasons.joined(separator: " ")) }
        if definition.home.isPublished { return self }
        guard isGiven || !definition.presentation.savesOnlyValid else {
            let given = definition.fields.first { !$0.isKey && !$0.inputText(self).isEmpty }
            guard old == nil || given != nil else {
                throw CommandError(
                    .usage, translated("The \(definition.collection.one) would be empty, so it was not changed."),
                    recovery: translated("Use \(definition.command) delete to remove it."))
            }
            throw CommandError(
                .usage,
                given.map { translated("Add something besides \($0.label).") } ?? translated("No fields were entered."))
        }
        return old == nil ? try normalized() : self
    }
}
