import ArgumentParser
import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import Language

struct AddRecord<R: DirectoryRecord>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "add", abstract: translated("Add a \(R.collection.one)."))
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

    /// What is said of a record that was added: its number and its name where a server gave the number.
    private func sentence(of added: R) -> String {
        guard R.home.isHosted else { return added.text(style: .whole) }
        let name = [added.displayName, added.rowSubtitle.isEmpty ? "" : "(\(added.rowSubtitle))"]
            .filter { !$0.isEmpty }.joined(separator: " ")
        return translated("Added \(R.collection.one) \(added.key): \(name)")
    }
}

struct ToggleRecord<R: DirectoryRecord>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "toggle",
            abstract: R.definition.toggle.map { translated("Mark a \(R.collection.one) as \($0.on) or \($0.off).") }
                ?? "")
    }
    @OptionGroup var options: CommonOptions
    @OptionGroup var wanted: RecordNumber<R>

    func run() async throws {
        let store = try options.openStore(for: R.self)
        let toggled = try await options.repository(of: R.self, in: store).toggle(wanted.number)
        try store.saveAndSay(try toggled.kept().text(style: .line))
    }
}

/// Adds a record whose number is typed.
struct AddNumbered<R: DirectoryRecord>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "add",
            abstract: translated("Add a \(R.collection.one) with a new \(R.fields[0].label)."))
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

/// The error that a form would not save a record.
struct CannotBeKept: UserFacingError {
    let message: String
    let recovery = ""
}

extension DirectoryRecord {
    /// The record as a form would save it; a person's may be completed later.
    /// - Throws: `CannotBeKept`, which names every field a form would not save.
    func checked() throws -> Self {
        if Self.home.isPublished { return self }
        let reasons = reasonsAgainst
        guard reasons.isEmpty else { throw CannotBeKept(message: reasons.joined(separator: " ")) }
        guard isGiven || Self.definition.presentation.saving == .offered else {
            let given = Self.fields.first { !$0.isKey && !$0.inputText(self).isEmpty }
            throw CannotBeKept(
                message: given.map {
                    translated("Enter more than \($0.label).")
                }
                    ?? translated("No fields were entered."))
        }
        return try normalized()
    }
}

/// A number that another record has.
struct KeyTaken: UserFacingError {
    let message: String
    let recovery: String

    /// - Parameter adds: true where a record was to be added, perhaps in the place of a change.
    init<R: DirectoryRecord>(_ record: R, holder: String, adds: Bool = false) {
        message = record.keyTaken(by: holder)
        recovery = adds ? translated("Use update to change it.") : ""
    }
}

/// The error that the user's own record does not have a number yet, so that a server does not accept it.
struct NoNumber: UserFacingError {
    /// The label of the number.
    let label: String
    let token: String
    let command: String

    var message: String { translated("Your own record has no \(label) yet, so it was not uploaded.") }
    var recovery: String { translated("Set it with \(command) update 0 '\(token)=…' and upload again.") }
}

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
