import ArgumentParser
import DirectoryServer
import Foundation
import Language

/// `user link NETID`; the last line it prints is only the link.
struct LinkCommand: AsyncParsableCommand {
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

    func run() async throws {
        try await explaining {
            let link = try await PasswordLinks(repository: try file.existingRepository()).make(for: netid)
            print(translated("This link works once, for seven days. It is shown only now:"))
            print(address.hasSuffix("/") ? "\(address.dropLast())\(link)" : "\(address)\(link)")
        }
    }
}
