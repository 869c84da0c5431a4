import ArgumentParser
import DirectoryServer
import Language

/// `duke-directory-server entry …`: what people published.
struct EntryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "entry", abstract: translated("Remove someone’s entry, or hide it from everyone."),
        subcommands: [Remove.self, Hide.self, Show.self])

    /// `entry remove NETID`.
    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: translated("Remove someone’s entry; the account stays, and can publish another."))

        @Argument(help: .init(translated("The login name, such as abc12."))) var netid: String
        @OptionGroup var file: DatabaseOptions

        func run() async throws {
            try await explaining {
                try await EntryList(repository: try file.existingRepository()).remove(of: netid)
                print(translated("The entry of \(netid.lowercased()) was removed."))
            }
        }
    }

    /// `entry hide NETID`.
    struct Hide: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: translated("Hide someone’s entry until “entry show”."))

        @Argument(help: .init(translated("The login name, such as abc12."))) var netid: String
        @OptionGroup var file: DatabaseOptions

        func run() async throws {
            try await explaining {
                try await EntryList(repository: try file.existingRepository()).hide(of: netid)
                print(translated("The entry of \(netid.lowercased()) is hidden."))
            }
        }
    }

    /// `entry show NETID`.
    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: translated("Show a hidden entry again."))

        @Argument(help: .init(translated("The login name, such as abc12."))) var netid: String
        @OptionGroup var file: DatabaseOptions

        func run() async throws {
            try await explaining {
                try await EntryList(repository: try file.existingRepository()).show(of: netid)
                print(translated("The entry of \(netid.lowercased()) is shown again."))
            }
        }
    }
}
