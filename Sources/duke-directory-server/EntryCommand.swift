import ArgumentParser
import DirectoryServer
import Language

struct EntryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "entry", abstract: translated("Remove someone’s entry, or hide it from everyone."),
        subcommands: [Remove.self, Hide.self, Show.self])

    struct Remove: PersonCommand {
        static let configuration = CommandConfiguration(
            abstract: translated("Remove someone’s entry; the account stays, and can publish another."))
        @OptionGroup var person: PersonOptions

        func change(_ repository: SQLRepository) async throws -> String {
            try await EntryList(repository: repository).remove(of: person.netid)
            return translated("The entry of \(person.name) was removed.")
        }
    }

    struct Hide: PersonCommand {
        static let configuration = CommandConfiguration(
            abstract: translated("Hide someone’s entry until “entry show”."))
        @OptionGroup var person: PersonOptions

        func change(_ repository: SQLRepository) async throws -> String {
            try await EntryList(repository: repository).hide(of: person.netid)
            return translated("The entry of \(person.name) is hidden.")
        }
    }

    struct Show: PersonCommand {
        static let configuration = CommandConfiguration(abstract: translated("Show a hidden entry again."))
        @OptionGroup var person: PersonOptions

        func change(_ repository: SQLRepository) async throws -> String {
            try await EntryList(repository: repository).show(of: person.netid)
            return translated("The entry of \(person.name) is shown again.")
        }
    }
}
