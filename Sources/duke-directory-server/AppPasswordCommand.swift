import ArgumentParser
import DirectoryServer
import Foundation
import Language

/// `user app-password NETID [NAME]`: makes one and prints it on the last line, revokes it, or lists all.
struct AppPasswordCommand: AsyncParsableCommand {
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

    func run() async throws {
        try await explaining {
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
}
