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

        @Argument(help: .init(translated("The login name, such as abc12."))) var netid: String
        @Option(help: .init(translated("The person’s role: student, ta, or professor.")))
        var role = MemberRole.student
        @OptionGroup var file: DatabaseOptions

        func work() async throws {
            let netid = try Account.checkedNetID(netid)
            let said = translated("The account \(netid) was created. Its password is shown only now:")
            _ = try await Accounts(repository: try file.repository()).add(netid, role: role) { password in
                try PasswordOutput.standard.write([said, password])
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

        @Argument(help: .init(translated("The login name, such as abc12."))) var netid: String
        @OptionGroup var file: DatabaseOptions

        func work() async throws {
            let said = translated("The account \(netid.lowercased()) has a new password. It is shown only now:")
            _ = try await Accounts(repository: try file.existingRepository()).reset(netid) { password in
                try PasswordOutput.standard.write([said, password])
            }
        }
    }

    struct SetRole: PersonCommand {
        static let configuration = CommandConfiguration(
            commandName: "role", abstract: translated("Change someone’s role, in the account and in the entry."))
        @OptionGroup var person: PersonOptions
        @Argument(help: .init(translated("The person’s role: student, ta, or professor.")))
        var role: MemberRole
        var done: String {
            translated("The role of the account \(person.netid.lowercased()) is now \(role.rawValue).")
        }

        func change(_ repository: SQLRepository) async throws {
            try await Accounts(repository: repository).setRole(role, of: person.netid)
        }
    }

    struct Delete: PersonCommand {
        static let configuration = CommandConfiguration(
            abstract: translated("Delete an account and its app passwords. Use --entry to remove its entry too."))
        @OptionGroup var person: PersonOptions
        @Flag(help: .init(translated("Remove the person’s entry too."))) var entry = false
        var done: String { translated("The account \(person.netid.lowercased()) was deleted.") }

        func change(_ repository: SQLRepository) async throws {
            try await Accounts(repository: repository).remove(person.netid, withEntries: entry)
        }
    }

    struct Disable: PersonCommand {
        static let configuration = CommandConfiguration(
            abstract: translated("Prevent the owner of an account from signing in."))
        @OptionGroup var person: PersonOptions
        var done: String { translated("The account \(person.netid.lowercased()) is disabled.") }

        func change(_ repository: SQLRepository) async throws {
            try await Accounts(repository: repository).setEnabled(false, person.netid)
        }
    }

    struct Enable: PersonCommand {
        static let configuration = CommandConfiguration(
            abstract: translated("Let the owner of a disabled account sign in again with the same password."))
        @OptionGroup var person: PersonOptions
        var done: String { translated("The account \(person.netid.lowercased()) is enabled.") }

        func change(_ repository: SQLRepository) async throws {
            try await Accounts(repository: repository).setEnabled(true, person.netid)
        }
    }
}

struct PersonOptions: ParsableArguments {
    @Argument(help: .init(translated("The login name, such as abc12."))) var netid: String
    @OptionGroup var file: DatabaseOptions
}

/// A command about one person’s account or entry.
protocol PersonCommand: ServerCommand {
    var person: PersonOptions { get }
    /// The sentence to print when it is done.
    var done: String { get }
    func change(_ repository: SQLRepository) async throws
}

extension PersonCommand {
    func work() async throws {
        try await change(try person.file.existingRepository())
        print(done)
    }
}

/// The last line of its output is only the link.
struct LinkCommand: ServerCommand {
    static let configuration = CommandConfiguration(
        commandName: "link",
        abstract: translated("Print a link that lets the owner of an account choose a password once."))

    @Argument(help: .init(translated("The login name, such as abc12."))) var netid: String
    @Option(help: .init(translated("The server’s public address.")))
    var address = "http://127.0.0.1:8080"
    @OptionGroup var file: DatabaseOptions

    func validate() throws {
        guard ["https", "http"].contains(URL(string: address)?.scheme?.lowercased()) else {
            throw ValidationError(translated("--address must start with https:// or http://."))
        }
    }

    func work() async throws {
        let link = try await PasswordLinks(repository: try file.existingRepository()).make(for: netid)
        print(translated("This link works once, for seven days. It is shown only now:"))
        print(address.hasSuffix("/") ? "\(address.dropLast())\(link)" : "\(address)\(link)")
    }
}

/// Creates an app password and prints it on the last line; or revokes or lists them.
struct AppPasswordCommand: ServerCommand {
    static let configuration = CommandConfiguration(
        commandName: "app-password",
        abstract: translated("Create an app password for reading the contacts, or list app passwords."))

    @Argument(help: .init(translated("The login name, such as abc12."))) var netid: String
    @Argument(help: .init(translated("Name of the app password, such as phone. Without a name, all are listed.")))
    var name: String?
    @Flag(help: .init(translated("Revoke it instead."))) var revoke = false
    @OptionGroup var file: DatabaseOptions

    func validate() throws {
        guard !revoke || name != nil else { throw ValidationError(translated("--revoke requires a name.")) }
    }

    func work() async throws {
        let passwords = AppPasswords(repository: try file.existingRepository())
        guard let name else {
            for entry in try await passwords.list(of: netid) {
                print("\(entry.name)\t\(entry.created.formatted(.iso8601))")
            }
            return
        }
        guard !revoke else {
            try await passwords.revoke(name, of: netid)
            return print(translated("The app password “\(name)” was revoked."))
        }
        let password = try await passwords.add(name, to: netid)
        print(translated("The app password “\(name)” was created. It is shown only now:"))
        print(password)
    }
}
