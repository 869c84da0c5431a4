import DirectorySync
import ArgumentParser
import DirectoryModel
import DirectoryStore
import Language

struct BookRecord<R: DirectoryRecord>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "book", abstract: translated("Book a \(R.collection.one)."),
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
            throw CannotBeKept(message: translated("The \(field.label) is set by the server."))
        }
        try tokens.apply(to: &order)
        let checked = try order.checked()
        for field in R.fields where field.editor == .day {
            guard let reason = BookableDays.reasonAgainst(field.value(checked).text) else { continue }
            throw CannotBeKept(message: translated("\(field.label) \(reason)."))
        }
        let store = try options.openStore(for: R.self)
        let booked = try await options.repository(of: R.self, in: store).add(checked)
        Terminal.say(try booked.kept().answerLines)
        tokens.corrections.forEach(Terminal.complain)
    }
}
