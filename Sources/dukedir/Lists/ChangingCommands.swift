import ArgumentParser
import DirectoryModel
import DirectoryStore
import DirectorySync
import Language

struct AddRecord<R: Record>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "add", abstract: translated("Add a \(R.collection.one)."))
    }
    @OptionGroup var options: CommonOptions
    @Argument(help: ArgumentHelp(translated("The fields, as in '\(R.searchExample)'."))) var fields: String

    func run() async throws { Terminal.say(try await RecordsHome<R>(options).add(fields).told) }
}

struct UpdateRecord<R: Record>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "update",
            abstract: translated("Change the typed fields of a \(R.collection.one), and no others."))
    }
    @OptionGroup var options: CommonOptions
    @Argument(help: ArgumentHelp(translated("The number."))) var number: Int
    @Argument(help: ArgumentHelp(translated("The fields to change, as in '\(R.searchExample)'."))) var fields: String

    func run() async throws {
        let tokens = try Tokens<R>(fields)
        let changed = try await RecordsHome<R>(options).change(number) { record in try tokens.apply(to: &record) }
        guard let changed else { throw notFound() }
        Terminal.say(changed.told)
    }
}

struct ToggleRecord<R: Record>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "toggle", abstract: R.toggle.map { translated("Turn \($0.on) over.") } ?? "")
    }
    @OptionGroup var options: CommonOptions
    @Argument(help: ArgumentHelp(translated("The number."))) var number: Int

    func run() async throws {
        let home = try RecordsHome<R>(options)
        guard let toggle = R.toggle, let field = R.field(named: toggle.key),
            let changed = try await home.change(
                number, { record in field.set(.flag(!field.value(record).isOn), in: &record) })
        else { throw notFound() }
        Terminal.say(changed.listLine)
    }
}

struct DeleteRecord<R: Record>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "delete", abstract: translated("Remove a \(R.collection.one)."))
    }
    @OptionGroup var options: CommonOptions
    @Argument(help: ArgumentHelp(translated("The number."))) var number: Int

    func run() async throws {
        guard let gone = try await RecordsHome<R>(options).delete(number) else { throw notFound() }
        Terminal.say(gone.told)
    }
}
