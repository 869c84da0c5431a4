public import ArgumentParser
public import DirectoryServer
import Foundation
import Language

extension AccountRole: ExpressibleByArgument {
    /// The role, in any case.
    public init?(argument: String) { self.init(rawValue: argument.lowercased()) }
}

/// `duke-directory-server user …`: who may sign in.
struct UserCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user", abstract: translated("Make and list the accounts people sign in with."),
        subcommands: [Add.self, List.self, Reset.self, SetRole.self])

    /// `user add NETID`; the last line it prints is the password alone.
    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: translated("Make an account and print its password, once."))

        @Argument(help: .init(translated("The login name, such as abc12."))) var netid: String
        @Option(help: .init(translated("What the person does in the class: student, ta or professor.")))
        var role = AccountRole.student
        @OptionGroup var file: DatabaseOptions

        func run() async throws {
            try await explaining {
                let password = try await Accounts(repository: try file.repository()).add(netid, role: role)
                print(translated("The account \(netid.lowercased()) was made. Its password is shown only now:"))
                print(password)
            }
        }
    }

    /// `user list`; a line each.
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: translated("List the accounts."))

        @OptionGroup var file: DatabaseOptions

        func run() async throws {
            try await explaining {
                let accounts = try await Accounts(repository: try file.repository()).list()
                if accounts.isEmpty { print(translated("There are no accounts yet. Make one with “user add NETID”.")) }
                for account in accounts {
                    print("\(account.netid)\t\(account.role.rawValue)\t\(account.created.formatted(.iso8601))")
                }
            }
        }
    }

    /// `user reset NETID`; the last line it prints is the password alone.
    struct Reset: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: translated("Give an account a new password and print it, once."))

        @Argument(help: .init(translated("The login name, such as abc12."))) var netid: String
        @OptionGroup var file: DatabaseOptions

        func run() async throws {
            try await explaining {
                let password = try await Accounts(repository: try file.repository()).reset(netid)
                print(translated("The account \(netid.lowercased()) has a new password. It is shown only now:"))
                print(password)
            }
        }
    }

    /// `user role NETID ROLE`.
    struct SetRole: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "role", abstract: translated("Change what somebody does in the class."))

        @Argument(help: .init(translated("The login name, such as abc12."))) var netid: String
        @Argument(help: .init(translated("What the person does in the class: student, ta or professor.")))
        var role: AccountRole
        @OptionGroup var file: DatabaseOptions

        func run() async throws {
            try await explaining {
                try await Accounts(repository: try file.repository()).setRole(role, of: netid)
                print(translated("The role of the account \(netid.lowercased()) is \(role.rawValue) now."))
            }
        }
    }
}
