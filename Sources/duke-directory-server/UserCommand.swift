public import ArgumentParser
public import DirectoryServer
import Foundation
import Language

extension MemberRole: ExpressibleByArgument {
    /// Accepts any case.
    public init?(argument: String) { self.init(rawValue: argument.lowercased()) }
}

struct UserCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user", abstract: translated("Create, change, list, and delete accounts."),
        subcommands: [
            Add.self, List.self, Reset.self, SetRole.self, Disable.self, Enable.self, Delete.self, LinkCommand.self,
            ImportCommand.self, AppPasswordCommand.self,
        ])

    /// The last line of its output is only the password.
    struct Add: ServerCommand {
        static let configuration = CommandConfiguration(
            abstract: translated("Create an account and print its password once."))

        @OptionGroup var person: PersonOptions
        @Option(help: .init(translated("The person’s role: student, ta, or professor.")))
        var role = MemberRole.student

        func work() async throws {
            let netid = try Account.checkedNetID(person.netid)
            let message = translated("The account \(netid) was created. Its password is shown only now:")
            _ = try await Accounts(repository: try person.database.repository()).add(netid, role: role) { password in
                try PasswordOutput.standard.write([message, password])
            }
        }
    }

    struct List: ServerCommand {
        static let configuration = CommandConfiguration(abstract: translated("List the accounts."))

        @OptionGroup var file: DatabaseOptions

        func work() async throws {
            let members = try await Accounts(repository: try file.existingRepository()).list()
            if members.isEmpty {
                print(translated("There are no accounts yet. Create one with “user add NETID”."))
            }
            for member in members {
                let account = member.account
                let state = account.isEnabled ? "" : "\t\(translated("disabled"))"
                print("\(account.netid)\t\(member.role.rawValue)\t\(account.created.formatted(.iso8601))\(state)")
            }
        }
    }

    /// The last line of its output is only the password.
    struct Reset: ServerCommand {
        static let configuration = CommandConfiguration(
            abstract: translated("Give an account a new password and print it once."))

        @OptionGroup var person: PersonOptions

        func work() async throws {
            let message = translated("The account \(person.name) has a new password. It is shown only now:")
            _ = try await Accounts(repository: try person.database.existingRepository()).reset(person.netid) {
                password in
                try PasswordOutput.standard.write([message, password])
            }
        }
    }

    struct SetRole: PersonCommand {
        static let configuration = CommandConfiguration(
            commandName: "role", abstract: translated("Change someone’s role, in the account and in the entry."))
        @OptionGroup var person: PersonOptions
        @Argument(help: .init(translated("The person’s role: student, ta, or professor.")))
        var role: MemberRole

        func change(_ repository: SQLRepository) async throws -> String {
            try await Accounts(repository: repository).setRole(role, of: person.netid)
            return translated("The role of the account \(person.name) is now \(role.rawValue).")
        }
    }

    struct Delete: PersonCommand {
        static let configuration = CommandConfiguration(
            abstract: translated("Delete an account and its app passwords. Use --entry to remove its entry too."))
        @OptionGroup var person: PersonOptions
        @Flag(help: .init(translated("Remove the person’s entry too."))) var entry = false

        func change(_ repository: SQLRepository) async throws -> String {
            try await Accounts(repository: repository).remove(person.netid, withEntries: entry)
            return translated("The account \(person.name) was deleted.")
        }
    }

    struct Disable: PersonCommand {
        static let configuration = CommandConfiguration(
            abstract: translated("Prevent the owner of an account from signing in."))
        @OptionGroup var person: PersonOptions

        func change(_ repository: SQLRepository) async throws -> String {
            try await Accounts(repository: repository).setEnabled(false, person.netid)
            return translated("The account \(person.name) is disabled.")
        }
    }

    struct Enable: PersonCommand {
        static let configuration = CommandConfiguration(
            abstract: translated("Let the owner of a disabled account sign in again with the same password."))
        @OptionGroup var person: PersonOptions

        func change(_ repository: SQLRepository) async throws -> String {
            try await Accounts(repository: repository).setEnabled(true, person.netid)
            return translated("The account \(person.name) is enabled.")
        }
    }
}

struct PersonOptions: ParsableArguments {
    @Argument(help: .init(translated("The login name, such as abc12."))) var netid: String
    @OptionGroup var database: DatabaseOptions

    var name: String { netid.lowercased() }
}

/// A command about one person’s account or entry.
protocol PersonCommand: ServerCommand {
    var person: PersonOptions { get }
    /// - Returns: the sentence to print.
    func change(_ repository: SQLRepository) async throws -> String
}

extension PersonCommand {
    func work() async throws { print(try await change(try person.database.existingRepository())) }
}

/// The last line of its output is only the link.
struct LinkCommand: PersonCommand {
    static let configuration = CommandConfiguration(
        commandName: "link",
        abstract: translated("Print a link that lets the owner of an account choose a password once."))

    @OptionGroup var person: PersonOptions
    @Option(help: .init(translated("The server’s public address."))) var address = "http://127.0.0.1:8080"

    func validate() throws {
        guard ["https", "http"].contains(URL(string: address)?.scheme?.lowercased()) else {
            throw ValidationError(translated("--address must start with https:// or http://."))
        }
    }

    func change(_ repository: SQLRepository) async throws -> String {
        let link = try await PasswordLinks(repository: repository).make(for: person.netid)
        return translated("This link works once, for seven days. It is shown only now:") + "\n"
            + (address.hasSuffix("/") ? "\(address.dropLast())\(link)" : "\(address)\(link)")
    }
}

/// Creates an app password and prints it on the last line; or revokes or lists them.
struct AppPasswordCommand: ServerCommand {
    static let configuration = CommandConfiguration(
        commandName: "app-password",
        abstract: translated("Create an app password for reading the contacts, or list app passwords."))

    @OptionGroup var person: PersonOptions
    @Argument(help: .init(translated("Name of the app password, such as phone. Without a name, all are listed.")))
    var name: String?
    @Flag(help: .init(translated("Revoke it instead."))) var revoke = false

    func validate() throws {
        guard !revoke || name != nil else { throw ValidationError(translated("--revoke requires a name.")) }
    }

    func work() async throws {
        let passwords = AppPasswords(repository: try person.database.existingRepository())
        guard let name else {
            for entry in try await passwords.list(of: person.netid) {
                print("\(entry.name)\t\(entry.created.formatted(.iso8601))")
            }
            return
        }
        guard !revoke else {
            try await passwords.revoke(name, of: person.netid)
            return print(translated("The app password “\(name)” was revoked."))
        }
        let password = try await passwords.add(name, to: person.netid)
        print(translated("The app password “\(name)” was created. It is shown only now:"))
        print(password)
    }
}
