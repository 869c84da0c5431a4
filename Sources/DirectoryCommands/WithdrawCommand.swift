import ArgumentParser
import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import Language

struct WithdrawCommand<R: DirectoryRecord>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "withdraw",
            abstract: translated("Remove your own entry from the server. Your record here stays."))
    }
    @OptionGroup var options: CommonOptions
    @Flag(help: ArgumentHelp(translated("Skip confirmation."))) var yes = false

    func run() async throws {
        let store = try options.openStore(for: R.self)
        let signIn = try options.signIn(in: store)
        if !yes {
            guard Terminal.isInteractive else { throw NotInteractive(message: Self.unasked) }
            guard Terminal.confirm(translated("Remove the entry of \(signIn.netid) from \(signIn.server)?")) else {
                return Terminal.say(translated("Your entry was not removed."))
            }
        }
        let upload = Upload<R>(client: try await options.accepted(signIn, in: store, for: R.self), store: store)
        try await upload.withdraw()
        Terminal.say(translated("Your entry was removed from \(upload.server). Your record here stays."))
    }

    private static var unasked: String {
        translated("Removing your entry requires confirmation.")
    }
}
