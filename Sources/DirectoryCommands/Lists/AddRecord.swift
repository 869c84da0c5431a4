import DirectorySync
import ArgumentParser
import DirectoryModel
import DirectoryStore
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
