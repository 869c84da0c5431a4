import ArgumentParser
import DirectoryServer
import Language

/// `duke-directory-server entry …`: what people published.
struct EntryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "entry", abstract: translated("Remove someone’s entry, or hide it from everyone."),
        subcommands: [Remove.self, Hide.self, Show.self])

    /// Whose entry is changed, in which database.
    struct Options: ParsableArguments {
        @Argument(help: .init(translated("The login name, such as abc12."))) var netid: String
        @OptionGroup var file: DatabaseOptions
    }

    /// `entry remove NETID`.
    struct Remove: EntryChange {
        static let configuration = CommandConfiguration(
            abstract: translated("Remove someone’s entry; the account stays, and can publish another."))
        @OptionGroup var options: Options

        func run() async throws {
            let done = translated("The entry of \(options.netid.lowercased()) was removed.")
            try await change(done) { try await $0.remove(of: options.netid) }
        }
    }

    /// `entry hide NETID`.
    struct Hide: EntryChange {
        static let configuration = CommandConfiguration(
            abstract: translated("Hide someone’s entry until “entry show”."))
        @OptionGroup var options: Options

        func run() async throws {
            let done = translated("The entry of \(options.netid.lowercased()) is hidden.")
            try await change(done) { try await $0.hide(of: options.netid) }
        }
    }

    /// `entry show NETID`.
    struct Show: EntryChange {
        static let configuration = CommandConfiguration(abstract: translated("Show a hidden entry again."))
        @OptionGroup var options: Options

        func run() async throws {
            let done = translated("The entry of \(options.netid.lowercased()) is shown again.")
            try await change(done) { try await $0.show(of: options.netid) }
        }
    }
}

/// A command that changes one entry.
private protocol EntryChange: AsyncParsableCommand {
    var options: EntryCommand.Options { get }
}

extension EntryChange {
    /// Changes the entry, then prints `done`.
    fileprivate func change(_ done: String, _ body: (EntryList) async throws -> Void) async throws {
        try await explaining {
            try await body(EntryList(repository: try options.file.existingRepository()))
            print(done)
        }
    }
}
